//! Style of Facebook Marketplace: one short informal paragraph, as in a chat.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Longer titles are truncated in the grid of results.
    title: Line { around_size: Some([" (", ")"]), ..Line::new(65, ", ") },
    layout: Layout { facts: FactForm::Prose, between: " ", case: capitals },
    hashtags: 0,
};
