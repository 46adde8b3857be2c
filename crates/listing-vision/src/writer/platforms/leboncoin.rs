//! Style of leboncoin: factual, short sentences, collection last; no hashtags.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Titles are truncated after fifty characters.
    title: Line::new(50, " - "),
    layout: Layout { facts: FactForm::Prose, between: "\n\n", case: capitals },
    hashtags: 0,
};
