//! Mercari: short and factual.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{Layout, TALK};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{self, Line, grade, names};

/// The length of a Mercari title in the US.
const TITLE: Line = Line { room: 80, between: " | ", case: |_, part| capitalised(part) };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        titles::title(item, tone, &TITLE, |tone| {
            let audience = item.audience_word().map(str::to_owned);
            let parts = [audience, item.size_phrase(), grade(item)].map(|it| it.map(part));
            text::title(TITLE.room, names(item, tone).map(|name| capitalised(&name)), parts)
        })
    },
    layout: Layout {
        plans: &TALK,
        register: Register::Vous,
        between: "\n",
        bullet: "",
        fields: &Field::ALL,
        case: capitals,
    },
    hashtags: 3,
};
