//! Craigslist: plain and local.

use super::{Style, capitals};
use crate::writer::phrases::Register;
use crate::writer::plan::{BRIEF, Layout};
use crate::writer::text::capitalised;
use crate::writer::titles::{names_and_make, title};

/// The length of a posting's title.
const TITLE_ROOM: usize = 70;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let (names, make) = names_and_make(item, tone);
        let make = make.map(|make| format!(" - {make}"));
        let size = item.size_phrase().map(|size| format!(" - {size}"));
        title(item, tone, TITLE_ROOM, names.map(|name| capitalised(&name)), [make, size])
    },
    layout: Layout {
        plans: &BRIEF,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: &[],
        case: capitals,
    },
    hashtags: 0,
};
