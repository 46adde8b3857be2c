//! Style of Vinted: short, friendly, on first-name terms, with a few hashtags last.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Longer titles are truncated in the grid of results.
    title: Line::new(80, ", "),
    layout: Layout { facts: FactForm::Prose, between: "\n", case: capitals },
    hashtags: 5,
};
