//! Poshmark: brand first, then a list that is read at a glance.

use listing_domain::condition::Condition;
use listing_domain::wish::Tone;

use super::{Style, capitals};
use crate::writer::item::Item;
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised, joined};
use crate::writer::titles::{self, Line};

/// The length of a Poshmark title.
const TITLE_ROOM: usize = 80;

pub(super) const STYLE: Style = Style {
    title,
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", collects: false, case: capitals },
    hashtags: 4,
};

/// Letters for new things, brand, name, size, grade.
fn title(item: &Item<'_>, tone: Tone) -> String {
    let in_titles = item.grammar().title_case;
    let line = Line {
        room: TITLE_ROOM,
        between: item.words().poshmark_separator,
        case: |item, part| (item.grammar().title_case)(&capitalised(part)),
    };
    let part = |part: String| line.part(item, &part);
    let (names, make) = titles::names_and_make(item, tone);
    let letters = shorthand(item).unwrap_or_default();
    let led = |name: &String| {
        let name = in_titles(&capitalised(name));
        let whole = joined(make.iter().cloned().chain([name]), line.between);
        joined([letters.to_owned(), whole], " ")
    };
    // The letters say the grade.
    let grade = titles::grade(item).filter(|_| shorthand(item).is_none());
    text::title(line.room, names.iter().map(led), [item.size_phrase(), grade].map(|it| it.map(part)))
}

/// The letters by which new things are known there.
fn shorthand(item: &Item<'_>) -> Option<&'static str> {
    let [with_tags, new] = item.words().poshmark_new;
    let letters = match item.condition.as_ref()?.named()? {
        Condition::NewWithTags => with_tags,
        Condition::New => new,
        _ => return None,
    };
    (!letters.is_empty()).then_some(letters)
}
