//! What the languages call languages, countries and products, and where their
//! speakers sell.

use super::{Reading, all_reading, of};
use crate::locale::{Locale, Market};
use crate::options::Language;
use crate::pricing::ComparableKind;
use crate::product::{Audience, Good, Noun, Product};
use crate::text::fold;

impl Language {
    /// What its speakers call it, as a menu shows it.
    pub const fn own_name(self) -> &'static str {
        of(self).own_name
    }

    /// What the language is called in English.
    pub const fn english_name(self) -> &'static str {
        of(self).english_name
    }

    /// Its code of three letters (ISO 639-3), by which language detectors know it.
    pub const fn iso_639_3(self) -> &'static str {
        of(self).iso_639_3
    }
}

impl Market {
    /// The name of the country in a language, as a text says where something is.
    pub fn name(self, language: Language) -> &'static str {
        (of(language).market_name)(self)
    }

    /// The language in which its sellers write.
    pub fn language(self) -> Language {
        match self {
            Self::France => Language::Fr,
            Self::UnitedKingdom | Self::UnitedStates => Language::En,
        }
    }
}

impl ComparableKind {
    /// What a list of comparables says of one in a word of any language, in any case.
    pub fn read(word: &str) -> Option<Self> {
        let folded: String = word.trim().chars().map(fold).collect();
        let has = |pick: fn(&'static Reading) -> &'static [&'static str]| {
            all_reading(pick).any(|known| *known == folded)
        };
        if has(|reading| reading.sold) {
            return Some(Self::Sold);
        }
        has(|reading| reading.asked).then_some(Self::Asking)
    }
}

impl Locale {
    /// A language with the market that was chosen, or else with its own: France
    /// for French, the United States for English.
    pub fn new(language: Language, market: Option<Market>) -> Self {
        Self { language, market: market.unwrap_or(of(language).market) }
    }
}

impl From<Language> for Locale {
    /// The language with its own market.
    fn from(language: Language) -> Self {
        Self::new(language, None)
    }
}

impl Audience {
    /// The word beside a noun: "women’s" before an English one, "femme" behind a French one.
    pub fn beside_noun(self, language: Language) -> &'static str {
        let [beside_noun, _] = (of(language).audience)(self);
        beside_noun
    }

    /// The word as a value: "women", "femme".
    pub fn label(self, language: Language) -> &'static str {
        let [_, label] = (of(language).audience)(self);
        label
    }
}

impl Product {
    /// The noun at the level that is certain; "article" when nothing is.
    pub fn noun(self, language: Language) -> Noun {
        match self {
            Self::Good(good) => good.noun(language),
            _ => of(language).nouns.of(self).noun,
        }
    }

    /// What Americans call it, where that is another word than the noun.
    pub fn american(self, language: Language) -> Option<&'static str> {
        match self {
            Self::Good(good) => of(language).goods.of(good.key()).american,
            _ => of(language).nouns.of(self).american,
        }
    }
}

impl Good {
    /// What it is called.
    pub fn noun(self, language: Language) -> Noun {
        of(language).goods.of(self.key()).noun
    }

    /// The plural of a singular noun, the singular of a plural one, where there is one.
    pub fn other_number(self, language: Language) -> Option<&'static str> {
        of(language).goods.of(self.key()).other_number
    }

    /// What buyers type who look for it, beside the noun, the likeliest first.
    pub fn search_words(self, language: Language) -> &'static [&'static str] {
        &of(language).goods.of(self.key()).search_words
    }

    /// Names that sellers use and that say more than the noun: a property, a use or a brand. They are read
    /// and never written.
    pub fn narrower_names(self, language: Language) -> &'static [&'static str] {
        &of(language).goods.of(self.key()).narrower_names
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::money::Currency;

    #[test]
    fn a_language_has_a_market_of_its_own_and_another_may_be_chosen() {
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
    fn every_language_names_every_good_by_a_word_of_its_own() {
        for language in Language::ALL {
            let mut nouns = BTreeMap::new();
            for good in Good::all() {
                let noun = good.noun(*language).text();
                assert!(!noun.is_empty(), "{language} has no word for {}", good.key());
                let other = nouns.insert(noun, good.key());
                assert!(other.is_none(), "{language}: {noun} is {} and {}", other.unwrap(), good.key());
                assert!(!good.search_words(*language).contains(&noun), "{language}: {noun} twice");
            }
        }
    }

    #[test]
    fn every_language_has_words_for_sold_and_for_asked() {
        for language in Language::ALL {
            let reading = &of(*language).reading;
            for (words, kind) in
                [(reading.sold, ComparableKind::Sold), (reading.asked, ComparableKind::Asking)]
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
