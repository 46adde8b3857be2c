//! Style of eBay: a title full of search words, then a list of facts with labels.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::titles::{Line, TitleCase};

/// More look like a list of search words.
const OTHER_NAMES: usize = 2;

pub(super) const STYLE: Style = Style {
    // Length limit of an eBay title.
    title: Line { case: TitleCase::Words, other_names: OTHER_NAMES, ..Line::new(80, " ") },
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", case: capitals },
    hashtags: 0,
};
