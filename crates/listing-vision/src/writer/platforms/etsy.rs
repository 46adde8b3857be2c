//! Etsy: a warm opening that shows in search, then the details as a list.

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{self, Line, as_within, grade, names_and_make};

/// Titles under some fifteen words are found best.
const TITLE: Line = Line { room: 100, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        titles::title(item, tone, &TITLE, |tone| {
            let (names, make) = names_and_make(item, tone);
            let audience = item.audience_word().map(str::to_owned);
            let other_name = item.search_words().into_iter().next();
            let parts = [audience, item.size_phrase(), make, other_name, grade(item)];
            text::title(TITLE.room, names.iter().map(|name| capitalised(name)), parts.map(|it| it.map(part)))
        })
    },
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "- ",
        fields: Field::BUT_KIND,
        case: capitals,
    },
    hashtags: 0,
};
