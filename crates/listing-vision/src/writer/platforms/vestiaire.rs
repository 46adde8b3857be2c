//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{self, Line, as_within, grade, names};

/// Room for what the site puts together itself.
const TITLE: Line = Line { room: 70, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        titles::title(item, tone, &TITLE, |tone| {
            let parts = [item.size_phrase(), grade(item)].map(|it| it.map(part));
            text::title(TITLE.room, names(item, tone).map(|name| capitalised(&name)), parts)
        })
    },
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "",
        fields: Field::BUT_KIND,
        case: capitals,
    },
    hashtags: 0,
};
