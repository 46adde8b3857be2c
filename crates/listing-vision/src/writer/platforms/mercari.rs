//! Style of Mercari: short and factual.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, TitleCase};

pub(super) const STYLE: Style = Style {
    // Length limit of a Mercari title in the US.
    title: Line { case: TitleCase::Parts, ..Line::new(80, " | ") },
    layout: Layout { facts: FactForm::Prose, between: "\n", case: capitals },
    hashtags: 3,
};
