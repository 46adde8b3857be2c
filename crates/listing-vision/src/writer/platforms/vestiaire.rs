//! Style of Vestiaire Collective: precise and sober; the site builds titles from category, material and
//! brand.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Leaves room for the site's own parts.
    title: Line::new(70, ", "),
    layout: Layout { facts: FactForm::List(""), between: "\n\n", case: capitals },
    hashtags: 0,
};
