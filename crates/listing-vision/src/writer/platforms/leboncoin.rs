//! leboncoin: factual, short sentences, hand-over last; no hashtags.

use super::{Style, capitals, plain_title};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{Layout, TALK};
use crate::writer::titles::{Line, as_within};

/// Titles are cut after fifty characters.
const TITLE: Line = Line { room: 50, between: " - ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, &TITLE, [" - ", ""]),
    layout: Layout {
        plans: &TALK,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: &Field::ALL,
        case: capitals,
    },
    hashtags: 0,
};
