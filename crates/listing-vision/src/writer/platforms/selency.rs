//! Style of Selency: the voice of a decorator; color and material first, no slang.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::Line;

pub(super) const STYLE: Style = Style {
    // Selency advises sellers to stay under seventy.
    title: Line::new(70, ", "),
    layout: Layout { facts: FactForm::List(""), between: "\n\n", case: capitals },
    hashtags: 0,
};
