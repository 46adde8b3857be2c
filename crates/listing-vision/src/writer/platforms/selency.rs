//! Selency: a decorator's voice; colour and material first, no slang.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{self, Line, as_within, grade, names_and_make};

/// Selency's sellers are told to stay under seventy.
const TITLE: Line = Line { room: 70, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        titles::title(item, tone, &TITLE, |tone| {
            let (names, make) = names_and_make(item, tone);
            let parts = [make, item.size_phrase(), grade(item)];
            text::title(TITLE.room, names.iter().map(|name| capitalised(name)), parts.map(|it| it.map(part)))
        })
    },
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: &[
            Field::Size,
            Field::Material,
            Field::Colour,
            Field::Brand,
            Field::Model,
            Field::Condition,
            Field::Isbn,
        ],
        case: capitals,
    },
    hashtags: 0,
};
