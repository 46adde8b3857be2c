//! Style of Poshmark: brand first, then a short list.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, TitleCase};

pub(super) const STYLE: Style = Style {
    // Length limit of a Poshmark title.
    title: Line { case: TitleCase::Words, has_letters: true, ..Line::new(80, " ") },
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", case: capitals },
    hashtags: 4,
};
