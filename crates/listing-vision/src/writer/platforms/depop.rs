//! Depop: lower case, line by line, hashtags last. The first line is the title.

use listing_domain::wish::Tone;

use super::Style;
use crate::writer::plan::{Case, FactForm, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{Line, as_within, grade, names};

/// A first line of this length shows whole.
const TITLE: Line = Line { room: 60, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        let parts = [item.size_phrase(), grade(item)].map(|it| it.map(part));
        let title = text::title(TITLE.room, names(item, tone), parts);
        if case(tone) == Case::First { capitalised(&title) } else { title }
    },
    layout: Layout { facts: FactForm::Prose, between: "\n", collects: false, case },
    hashtags: 5,
};

/// Only those who sell for a living write with capitals there.
fn case(tone: Tone) -> Case {
    if tone == Tone::Professional { Case::First } else { Case::Within }
}
