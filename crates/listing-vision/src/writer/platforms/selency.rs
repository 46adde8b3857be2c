//! Selency: a decorator's voice; colour and material first, no slang.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::capitalised;
use crate::writer::titles::{names_and_brand, title};

/// Selency's sellers are told to stay under seventy.
const TITLE_ROOM: usize = 70;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let (names, brand) = names_and_brand(item, tone);
        let size = item.size_phrase().map(|size| format!(", {size}"));
        let brand = brand.map(|brand| format!(", {brand}"));
        title(item, tone, TITLE_ROOM, names.map(|name| capitalised(&name)), [brand, size])
    },
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: &[Field::Size, Field::Material, Field::Colour, Field::Brand, Field::Condition],
        case: capitals,
    },
    hashtags: 0,
};
