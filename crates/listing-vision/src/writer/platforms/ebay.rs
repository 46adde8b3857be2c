//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::wish::Tone;

use super::{Style, capitals};
use crate::writer::item::Item;
use crate::writer::plan::{FactForm, Layout};
use crate::writer::text::{self, capitalised, joined};
use crate::writer::titles::{self, Line};

/// The length of an eBay title.
const TITLE: Line = Line { room: 80, between: " ", case: |item, part| (item.grammar().title_case)(part) };

/// The most other names in a title: more read as a list of search words.
const OTHER_NAMES: usize = 2;

/// Words that begin with as many equal letters are searched for alike.
const ALIKE: usize = 4;

pub(super) const STYLE: Style = Style {
    title,
    layout: Layout { facts: FactForm::List("- "), between: "\n\n", collects: true, case: capitals },
    hashtags: 0,
};

/// Brand first where sellers of the language write it so, then what buyers type: kind, material,
/// colour, audience, size, condition of new things, other names of the kind.
fn title(item: &Item<'_>, tone: Tone) -> String {
    let in_titles = item.grammar().title_case;
    let [searched, name, made, shorter] =
        [item.plain_title_name(), item.name(), item.made_name(), item.noun()].map(|name| in_titles(&name));
    let brand = item.make().unwrap_or_default();
    let audience = in_titles(item.audience_word().unwrap_or_default());
    let full = match tone {
        Tone::Professional => joined((item.grammar().ebay_order)([brand, searched, audience]), " "),
        Tone::Friendly | Tone::Casual => joined([name.clone(), brand, audience], " "),
    };
    let parts = parts(item, &full).into_iter().map(|part| Some(TITLE.part(item, &part)));
    capitalised(&text::title(TITLE.room, [full.clone(), made, name, shorter], parts))
}

/// The parts behind the name, the most searched for first.
fn parts(item: &Item<'_>, name: &str) -> Vec<String> {
    let mut parts: Vec<String> = item.size_phrase().into_iter().chain(titles::grade(item)).collect();
    for other in item.search_words().into_iter().take(OTHER_NAMES) {
        let said =
            parts.iter().map(String::as_str).chain([name]).flat_map(|said| said.split([' ', '-', '’']));
        let said: Vec<String> = said.map(beginning).collect();
        if !other.split(' ').map(beginning).any(|word| said.contains(&word)) {
            parts.push(other);
        }
    }
    parts
}

/// The first letters of a word, which "déco" and "décoration" share.
fn beginning(word: &str) -> String {
    word.chars().take(ALIKE).flat_map(char::to_lowercase).collect()
}
