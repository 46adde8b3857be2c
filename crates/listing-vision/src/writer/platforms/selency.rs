//! Selency: a decorator's voice; colour and material first, no slang.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::capitalised;
use crate::writer::titles::{names_and_make, title};

/// Selency's sellers are told to stay under seventy.
const TITLE_ROOM: usize = 70;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let (names, make) = names_and_make(item, tone);
        let size = item.size_phrase().map(|size| format!(", {size}"));
        let make = make.map(|make| format!(", {make}"));
        title(item, tone, TITLE_ROOM, names.map(|name| capitalised(&name)), [make, size])
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
