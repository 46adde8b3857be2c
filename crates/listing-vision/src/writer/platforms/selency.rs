//! Selency: a decorator's voice; colour and material first, no slang.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{Line, as_within, grade, names_and_make};

/// Selency's sellers are told to stay under seventy.
const TITLE: Line = Line { room: 70, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        let (names, make) = names_and_make(item, tone);
        let parts = [make, item.size_phrase(), grade(item)];
        text::title(TITLE.room, names.iter().map(|name| capitalised(name)), parts.map(|it| it.map(part)))
    },
    layout: Layout { facts: FactForm::List(""), between: "\n\n", collects: true, case: capitals },
    hashtags: 0,
};
