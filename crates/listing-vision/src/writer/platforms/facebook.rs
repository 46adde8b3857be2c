//! Facebook Marketplace: one short informal paragraph, as in a chat.

use super::{Style, capitals, plain_title};
use crate::writer::phrases::Register;
use crate::writer::plan::{BRIEF, Layout};

/// Longer titles are cut in the grid of results.
const TITLE_ROOM: usize = 65;

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, TITLE_ROOM, " (", ")"),
    layout: Layout {
        plans: &BRIEF,
        register: Register::Vous,
        between: " ",
        bullet: "",
        fields: &[],
        case: capitals,
    },
    hashtags: 0,
};
