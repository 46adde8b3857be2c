//! Style of Etsy: the name, then the details as a list.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Titles under some fifteen words are found best.
    title: Line { other_names: 1, ..Line::new(100, ", ") },
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", case: capitals },
    hashtags: 0,
};
