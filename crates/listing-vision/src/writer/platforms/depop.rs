//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::Tone;

use super::Style;
use crate::writer::details::Field;
use crate::writer::phrases::{Case, Register};
use crate::writer::plan::{Layout, TALK};
use crate::writer::text::capitalised;
use crate::writer::titles::{names, title};

/// A first line of this length shows whole.
const TITLE_ROOM: usize = 60;

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let size = item.size_phrase().map(|size| format!(", {size}"));
        let title = title(item, tone, TITLE_ROOM, names(item, tone), [size]);
        if case(tone) == Case::First { capitalised(&title) } else { title }
    },
    layout: Layout {
        plans: &TALK,
        register: Register::Tu,
        between: "\n",
        bullet: "",
        fields: &Field::ALL,
        case,
    },
    hashtags: 5,
};

/// Only those who sell for a living write with capitals there.
fn case(tone: Tone) -> Case {
    if tone == Tone::Professional { Case::First } else { Case::Within }
}
