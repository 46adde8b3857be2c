//! Vinted: short, friendly, on first-name terms, a few hashtags last.

use super::{Style, capitals, plain_title};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{Layout, TALK};

/// Longer titles are cut in the grid of results.
const TITLE_ROOM: usize = 80;

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, TITLE_ROOM, ", ", ""),
    layout: Layout {
        plans: &TALK,
        register: Register::Tu,
        between: "\n",
        bullet: "",
        fields: &Field::ALL,
        case: capitals,
    },
    hashtags: 5,
};
