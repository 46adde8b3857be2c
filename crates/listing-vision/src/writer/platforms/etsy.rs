//! Etsy: the name, then the details as a list.

use super::{Style, capitals};
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised};
use crate::writer::titles::{Line, as_within, grade, names_and_make};

/// Titles under some fifteen words are found best.
const TITLE: Line = Line { room: 100, between: ", ", case: as_within };

pub(super) const STYLE: Style = Style {
    title: |item, tone| {
        let part = |part: String| TITLE.part(item, &part);
        let (names, make) = names_and_make(item, tone);
        let audience = item.audience_word().map(str::to_owned);
        let other_name = item.search_words().into_iter().next();
        let parts = [audience, item.size_phrase(), make, other_name, grade(item)];
        text::title(TITLE.room, names.iter().map(|name| capitalised(name)), parts.map(|it| it.map(part)))
    },
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", collects: false, case: capitals },
    hashtags: 0,
};
