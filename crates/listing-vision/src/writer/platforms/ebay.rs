//! eBay: a title full of search words, then a structured list of specifics.

use listing_domain::wish::Tone;

use super::{Style, capitals};
use crate::writer::details::Field;
use crate::writer::item::Item;
use crate::writer::phrases::Register;
use crate::writer::plan::{FULL, Layout};
use crate::writer::text::{self, capitalised, joined, units};
use crate::writer::titles::{self, Line};

/// The length of an eBay title.
const TITLE: Line = Line { room: 80, between: " ", case: |item, part| (item.grammar().title_case)(part) };

/// How many other names a title says at most: more read as a list of search words.
const OTHER_NAMES: usize = 3;

/// Words that begin with as many equal letters are searched for alike.
const ALIKE: usize = 4;

/// A title below this has room for its department.
const SHORT: usize = 45;

pub(super) const STYLE: Style = Style {
    title,
    layout: Layout {
        plans: &FULL,
        register: Register::Vous,
        between: "\n\n",
        bullet: "- ",
        fields: &Field::ALL,
        case: capitals,
    },
    hashtags: 0,
};

/// Brand first where sellers of the language write it so, then what buyers type: kind, material,
/// colour, audience, size, condition, other names of the kind, what it is for, and its department
/// where there is much room. The other tones have other orders.
fn title(item: &Item<'_>, tone: Tone) -> String {
    titles::title(item, tone, &TITLE, |tone| search_title(item, tone))
}

fn search_title(item: &Item<'_>, tone: Tone) -> String {
    let in_titles = item.grammar().title_case;
    let [searched, name, made, shorter] =
        [item.plain_title_name(), item.name(), item.made_name(), item.noun()].map(|name| in_titles(&name));
    let brand = item.make().unwrap_or_default();
    let audience = in_titles(item.audience_word().unwrap_or_default());
    let full = match tone {
        Tone::Professional => joined((item.grammar().ebay_order)([brand, searched, audience]), " "),
        Tone::Friendly | Tone::Casual => joined([name.clone(), brand, audience], " "),
    };
    let parts = parts(item, tone, &full).into_iter().map(|part| Some(TITLE.part(item, &part)));
    capitalised(&text::title(TITLE.room, [full.clone(), made, name, shorter], parts))
}

/// What stands behind the name, the most telling first.
fn parts(item: &Item<'_>, tone: Tone, name: &str) -> Vec<String> {
    let names = item.keywords().into_iter().take(OTHER_NAMES);
    let (size, grade) = (item.size_phrase(), titles::grade(item));
    let mut parts: Vec<String> = match tone {
        Tone::Professional => size.into_iter().chain(grade).chain(names).collect(),
        Tone::Friendly => grade.into_iter().chain(size).chain(names).collect(),
        Tone::Casual => names.chain(size).chain(grade).collect(),
    };
    let length = parts.iter().fold(units(name), |length, part| length + 1 + units(part));
    let [goods, interest] = item.product.department().map(item.grammar().tags).unwrap_or_default();
    let department = [goods, interest].map(str::to_owned).into_iter().filter(|_| length < SHORT);
    let uses = item.use_keywords().into_iter();
    let more: Vec<String> = match tone {
        Tone::Professional => uses.chain(department).collect(),
        Tone::Friendly => department.chain(uses).collect(),
        Tone::Casual => uses.chain(department.rev()).collect(),
    };
    for part in more.into_iter().filter(|part| !part.is_empty()) {
        let said =
            parts.iter().map(String::as_str).chain([name]).flat_map(|said| said.split([' ', '-', '’']));
        let said: Vec<String> = said.map(beginning).collect();
        if !part.split(' ').map(beginning).any(|word| said.contains(&word)) {
            parts.push(part);
        }
    }
    parts
}

/// The first letters of a word, which "déco" and "décoration" share.
fn beginning(word: &str) -> String {
    word.chars().take(ALIKE).flat_map(char::to_lowercase).collect()
}
