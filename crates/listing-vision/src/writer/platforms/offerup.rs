//! OfferUp: as short as can be.

use super::{Style, capitals, plain_title};
use crate::writer::phrases::Register;
use crate::writer::plan::{BRIEF, Layout};

/// Titles are read on a phone's grid.
const TITLE_ROOM: usize = 50;

pub(super) const STYLE: Style = Style {
    title: |item, tone| plain_title(item, tone, TITLE_ROOM, ", ", ""),
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
