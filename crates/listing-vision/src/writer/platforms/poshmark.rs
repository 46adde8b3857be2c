//! Poshmark: brand first, a scannable list, an invitation to bundle.

use listing_domain::condition::Condition;
use listing_domain::wish::Tone;

use super::{Style, capitals};
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{capitalised, joined};
use crate::writer::titles;

/// The length of a Poshmark title.
const TITLE_ROOM: usize = 80;

pub(super) const STYLE: Style = Style {
    title,
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "- ",
        fields: &Field::BUT_KIND,
        case: capitals,
    },
    hashtags: 4,
};

/// Letters for new things, brand, name, size.
fn title(item: &Item<'_>, tone: Tone) -> String {
    let separator = item.words().poshmark_separator;
    let in_titles = item.grammar().title_case;
    let (names, make) = titles::names_and_make(item, tone);
    let [name, shorter] = names.map(|name| in_titles(&capitalised(&name)));
    let first = match (tone, make) {
        (Tone::Casual, _) | (_, None) => name,
        (_, Some(make)) => joined([make, name], separator),
    };
    let first = joined([shorthand(item).unwrap_or_default().to_owned(), first], " ");
    let size = item.size_phrase().map(|size| format!("{separator}{}", capitalised(&size)));
    titles::title(item, tone, TITLE_ROOM, [first, shorter], [size])
}

/// The letters by which new things are known there.
fn shorthand(item: &Item<'_>) -> Option<&'static str> {
    let [with_tags, new] = item.words().poshmark_new;
    match item.condition? {
        ConditionPhrase::Grade(Condition::NewWithTags) => Some(with_tags),
        ConditionPhrase::Grade(Condition::New) => Some(new),
        _ => None,
    }
}
