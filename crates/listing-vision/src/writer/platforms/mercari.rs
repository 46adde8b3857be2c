//! Mercari: short and factual.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{Line, grade, names};

/// The length of a Mercari title in the US.
const TITLE: Line = Line { room: 80, between: " | ", case: |_, part| capitalised(part) };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        let audience = item.audience_word().map(str::to_owned);
        let parts = [audience, item.size_phrase(), grade(item)].map(|it| it.map(part));
        text::title(TITLE.room, names(item, tone).map(|name| capitalised(&name)), parts)
    },
    layout: Layout { facts: FactForm::Prose, between: "\n", collects: true, case: capitals },
    hashtags: 3,
};
