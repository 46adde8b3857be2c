//! Style of Craigslist: plain and local.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Length limit of a posting's title.
    title: Line::new(70, " - "),
    layout: Layout { facts: FactForm::Prose, between: "\n\n", case: capitals },
    hashtags: 0,
};
