//! Each language's names for languages, countries and products, and its default market.

use super::{Reading, all_reading, of};
use crate::locale::{Locale, Market};
use crate::options::Language;
use crate::pricing::ComparableKind;
use crate::product::{Audience, Good, Noun, Product};
use crate::text::fold;

impl Language {
    /// The language's own name.
    pub const fn own_name(self) -> &'static str {
        of(self).own_name
    }

    /// Its name in English.
    pub const fn english_name(self) -> &'static str {
        of(self).english_name
    }

    /// Its three-letter code (ISO 639-3), for language detectors.
    pub const fn iso_639_3(self) -> &'static str {
        of(self).iso_639_3
    }
}

impl Market {
    /// The country's name within a sentence.
    pub fn name(self, language: Language) -> &'static str {
        (of(language).market_name)(self)
    }

    /// The language of its sellers.
    pub fn language(self) -> Language {
        match self {
            Self::France => Language::Fr,
            Self::UnitedKingdom | Self::UnitedStates => Language::En,
        }
    }
}

impl ComparableKind {
    /// Reads the word for sold or asking in an imported list, in any language and case.
    pub fn read(word: &str) -> Option<Self> {
        let folded: String = word.trim().chars().map(fold).collect();
        let has = |pick: fn(&'static Reading) -> &'static [&'static str]| {
            all_reading(pick).any(|known| *known == folded)
        };
        if has(|reading| reading.sold) {
            return Some(Self::Sold);
        }
        has(|reading| reading.asking).then_some(Self::Asking)
    }
}

impl Locale {
    /// A locale; without a market, French means France and English the United States.
    pub fn new(language: Language, market: Option<Market>) -> Self {
        Self { language, market: market.unwrap_or(of(language).market) }
    }
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        Self::new(language, None)
    }
}

impl Audience {
    /// The audience next to a noun: "women’s", "femme".
    pub fn next_to_noun(self, language: Language) -> &'static str {
        let [next_to_noun, _] = (of(language).audience)(self);
        next_to_noun
    }

    /// The audience as a value: "women", "femme".
    pub fn label(self, language: Language) -> &'static str {
        let [_, label] = (of(language).audience)(self);
        label
    }
}

impl Product {
    /// The product's noun, as precise as known; "article" for an unknown product.
    pub fn noun(self, language: Language) -> Noun {
        match self {
            Self::Good(good) => good.noun(language),
            _ => of(language).nouns.get(self).noun,
        }
    }

    /// The American English noun, if different.
    pub fn american(self, language: Language) -> Option<&'static str> {
        match self {
            Self::Good(good) => of(language).goods.get(good.key()).american,
            _ => of(language).nouns.get(self).american,
        }
    }
}

impl Good {
    /// The good's noun.
    pub fn noun(self, language: Language) -> Noun {
        of(language).goods.get(self.key()).noun
    }

    /// The plural of a singular noun, or the reverse, if it exists.
    pub fn other_number(self, language: Language) -> Option<&'static str> {
        of(language).goods.get(self.key()).other_number
    }

    /// Words that buyers search for instead of the noun, the most frequent first.
    pub fn search_words(self, language: Language) -> &'static [&'static str] {
        &of(language).goods.get(self.key()).search_words
    }

    /// Names of special forms, by a property, a use or a brand: recognized, but never written.
    pub fn narrower_names(self, language: Language) -> &'static [&'static str] {
        &of(language).goods.get(self.key()).narrower_names
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::money::Currency;

    #[test]
    fn each_language_has_a_default_market_that_a_caller_can_replace() {
        let check = |language, market, expected| {
            assert_eq!(Locale::new(language, market).currency(), expected, "{language} {market:?}");
        };
        check(Language::Fr, None, Currency::Eur);
        check(Language::En, None, Currency::Usd);
        check(Language::En, Some(Market::UnitedKingdom), Currency::Gbp);
        check(Language::En, Some(Market::France), Currency::Eur);
        check(Language::Fr, Some(Market::UnitedStates), Currency::Usd);
    }

    #[test]
    fn every_language_has_a_distinct_noun_for_every_good() {
        for language in Language::ALL {
            let mut nouns = BTreeMap::new();
            for good in Good::all() {
                let noun = good.noun(*language).text();
                assert!(!noun.is_empty(), "{language} has no word for {}", good.key());
                let other = nouns.insert(noun, good.key());
                assert!(
                    other.is_none(),
                    "{language}: {noun} is the noun of {} and of {}",
                    other.unwrap(),
                    good.key()
                );
                assert!(
                    !good.search_words(*language).contains(&noun),
                    "{language}: {noun} is also a search word"
                );
            }
        }
    }

    #[test]
    fn every_language_has_words_for_sold_and_for_asking() {
        for language in Language::ALL {
            let reading = &of(*language).reading;
            for (words, kind) in
                [(reading.sold, ComparableKind::Sold), (reading.asking, ComparableKind::Asking)]
            {
                assert!(!words.is_empty(), "{language} has no word for {kind}");
                for word in words {
                    assert_eq!(ComparableKind::read(&word.to_uppercase()), Some(kind), "{language}: {word}");
                }
            }
        }
        assert_eq!(ComparableKind::read("Demandé"), Some(ComparableKind::Asking));
        assert_eq!(ComparableKind::read("perhaps"), None);
    }

    #[test]
    fn every_market_has_a_name_in_every_language() {
        for language in Language::ALL {
            let names: Vec<&str> = Market::ALL.iter().map(|market| market.name(*language)).collect();
            assert!(names.iter().all(|name| !name.trim().is_empty()), "{language}: {names:?}");
        }
        assert_eq!(Market::UnitedKingdom.name(Language::Fr), "Royaume-Uni");
    }
}
