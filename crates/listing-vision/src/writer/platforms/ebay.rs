//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::wish::Tone;

use super::Post;
use crate::writer::condition_words::ConditionPhrase;
use crate::writer::item::Item;
use crate::writer::text::{capitalised, joined};

/// The length of an eBay title.
const TITLE_ROOM: usize = 80;

/// How many other names a title says at most: more read as a list of search words.
const OTHER_NAMES: usize = 2;

pub(super) fn write(item: &Item<'_>, tone: Tone) -> Post {
    Post { title: title(item), description: (item.voices().ebay)(item, tone), hashtags: 0 }
}

/// Brand first, then what buyers type: kind, material, colour, audience, size,
/// condition, and other names of the kind.
fn title(item: &Item<'_>) -> String {
    let in_titles = item.grammar().title_case;
    let name = in_titles(&item.name());
    let brand = item.brand.unwrap_or_default();
    let audience = capitalised(item.audience_word().unwrap_or_default());
    let full = joined((item.voices().ebay_title)([brand.to_owned(), name.clone(), audience]), " ");
    // A seller's own sentence about the condition is no search word.
    let grade = item.condition.filter(|condition| matches!(condition, ConditionPhrase::Grade(_)));
    let parts = [
        item.size_phrase().map(|size| format!(" {}", capitalised(&size))),
        grade.map(|grade| format!(" {}", in_titles(&grade.words(item.language)))),
    ];
    let others = item
        .search_words()
        .into_iter()
        .take(OTHER_NAMES)
        .map(|words| Some(format!(" {}", in_titles(&words))));
    super::title(item, TITLE_ROOM, [full, name], parts.into_iter().chain(others))
}
