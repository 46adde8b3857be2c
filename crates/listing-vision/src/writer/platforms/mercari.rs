//! Mercari: short and factual.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{Layout, TALK};
use crate::writer::text::capitalised;
use crate::writer::titles::{names, title};

/// The length of a Mercari title in the US.
const TITLE_ROOM: usize = 80;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let size = item.size_phrase().map(|size| format!(" | {}", capitalised(&size)));
        let audience = item.audience_word().map(|word| format!(" | {}", capitalised(word)));
        title(item, tone, TITLE_ROOM, names(item, tone).map(|name| capitalised(&name)), [audience, size])
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
