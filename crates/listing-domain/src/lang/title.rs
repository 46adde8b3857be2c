//! Recognizes the product that an offer's title names.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::of;
use crate::options::Language;
use crate::product::{Good, Product, ProductType};
use crate::text::folded_words as words;

/// Products by names in lower case without accents; `None` if goods of different types share a name.
type Names = HashMap<String, Option<Product>>;

static NAMES: LazyLock<HashMap<Language, Names>> =
    LazyLock::new(|| Language::ALL.iter().map(|language| (*language, names(*language))).collect());

/// After removing a plural ending, in bytes.
const SHORTEST_STEM: usize = 3;

const MAX_WORDS: usize = 6;

impl Product {
    /// The product that an offer's title names, by goods' nouns and search words, else [`Product::Unknown`].
    /// The longest name wins. Words after "for" or "with" don't count: they name a purpose or an accessory
    /// ("housse pour canapé").
    pub fn of_title(title: &str, language: Language) -> Self {
        let words = words(title);
        let ends = of(language).reading.purpose_words;
        let mut found: Option<(usize, Self)> = None;
        for (start, word) in words.iter().enumerate() {
            if start > 0 && ends.contains(&word.as_str()) {
                break;
            }
            if let Some((length, product)) = named_at(&words[start..], language)
                && found.is_none_or(|(before, _)| is_better(length, before, language))
            {
                found = Some((length, product));
            }
        }
        found.map_or(Self::Unknown, |(_, product)| product)
    }
}

/// With the number of words in its name; the longest wins.
fn named_at(words: &[String], language: Language) -> Option<(usize, Product)> {
    let names = NAMES.get(&language)?;
    let longest = MAX_WORDS.min(words.len());
    (1..=longest).rev().find_map(|length| {
        let words = &words[..length];
        let product = names.get(&words.join(" ")).or_else(|| names.get(&singular(words)));
        Some((length, product.copied().flatten()?))
    })
}

/// For names listed only in the singular.
fn singular(words: &[String]) -> String {
    let without = |word: &String| match word.strip_suffix(['s', 'x']) {
        Some(stem) if stem.len() >= SHORTEST_STEM => stem.to_owned(),
        _ => word.clone(),
    };
    words.iter().map(without).collect::<Vec<_>>().join(" ")
}

/// True if a name later in the title replaces an earlier one, by their numbers of words. If equal, the first
/// wins where adjectives follow nouns ("sac cuir"), else the last ("denim jacket").
fn is_better(length: usize, before: usize, language: Language) -> bool {
    length > before || (length == before && !of(language).phrase_format.adjective_behind)
}

/// If several share a name, a good's noun outranks its American noun or other number, then nouns of types,
/// then search words.
fn names(language: Language) -> Names {
    let goods = || Good::all().map(Product::Good);
    let types = || ProductType::ALL.iter().copied().map(Product::Type);
    let noun = |product: Product| (product.noun(language).text(), product);
    let american = |product: Product| Some((product.american(language)?, product));
    let other = |good: Good| Some((good.other_number(language)?, Product::Good(good)));
    let searched = |good: Good| {
        let words = good.search_words(language).iter().chain(good.narrower_names(language));
        words.map(move |word| (*word, Product::Good(good)))
    };
    let layers = [
        goods().map(noun).collect::<Vec<_>>(),
        goods().filter_map(american).chain(Good::all().filter_map(other)).collect(),
        types().map(noun).chain(types().filter_map(american)).collect(),
        Good::all().flat_map(searched).collect(),
    ];
    let mut names = Names::new();
    for layer in layers {
        let mut found = Names::new();
        for (name, product) in layer {
            let entry = found.entry(words(name).join(" ")).or_insert(Some(product));
            *entry = entry.and_then(|before| common_product(before, product));
        }
        for (name, product) in found {
            names.entry(name).or_insert(product);
        }
    }
    names
}

/// The common type, if any.
fn common_product(one: Product, other: Product) -> Option<Product> {
    match one.kind() {
        _ if one == other => Some(one),
        kind if kind == other.kind() => kind.map(Product::Type),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, title: &str, key: &str) {
        let expected = Product::parse(&format!("good:{key}"));
        assert_eq!(Some(Product::of_title(title, language)), expected, "{title}");
    }

    #[test]
    fn a_title_is_read_as_the_good_that_it_names() {
        let french = |title, key| check(Language::Fr, title, key);
        french("Doudoune Moncler noire taille M", "puffer_jacket");
        french("Veste en jean Levi’s vintage homme", "denim_jacket");
        french("THÉIÈRE en fonte japonaise", "teapot");
        french("2 lampadaires design", "floor_lamp");
        let english = |title, key| check(Language::En, title, key);
        english("Levi's Trucker Denim Jacket Mens Large", "denim_jacket");
        english("Vintage cast iron teapot with lid", "teapot");
        english("Leather bag strap for a Coach", "bag_strap");
    }

    #[test]
    fn a_title_without_a_good_names_no_product() {
        for language in Language::ALL {
            for title in [
                "",
                "!!",
                "Lot divers",
                "ZZTOP 3000",
                "pour avec",
                "Housse pour fauteuil",
                "Lid for a teapot",
            ] {
                assert_eq!(Product::of_title(title, *language), Product::Unknown, "{title}");
            }
        }
    }

    #[test]
    fn every_good_is_found_by_its_noun() {
        for language in Language::ALL {
            for good in Good::all() {
                let noun = good.noun(*language).text();
                let found = Product::of_title(noun, *language);
                let is_same = found == Product::Good(good);
                let is_of_its_kind = found.is_named() && found.kind() == Product::Good(good).kind();
                assert!(is_same || is_of_its_kind, "{language}: {noun} is {found:?}");
            }
        }
    }
}
