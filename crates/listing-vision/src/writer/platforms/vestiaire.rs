//! Vestiaire Collective: precise and sober; the site makes titles of
//! category, material and brand.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{Line, as_within, grade, names};

/// Room for what the site puts together itself.
const TITLE: Line = Line { room: 70, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        let parts = [item.size_phrase(), grade(item)].map(|it| it.map(part));
        text::title(TITLE.room, names(item, tone).map(|name| capitalised(&name)), parts)
    },
    layout: Layout { facts: FactForm::List(""), between: "\n\n", collects: false, case: capitals },
    hashtags: 0,
};
