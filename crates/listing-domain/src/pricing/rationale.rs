//! The reason for a price, in the words of its language.

use super::evidence::priced;
use super::question::PriceQuestion;
use super::reference::{Band, REFERENCE_DATE};
use super::written::{amount, capitalised, counted, day, month_and_year, number};
use crate::condition::Condition;
use crate::money::Currency;
use crate::ports::ComparableKind;
use crate::product::Product;
use crate::text::has_contact;
use crate::wish::{Language, Words};

/// Fewer comparables than this call for a warning.
const FEW_COMPARABLES: usize = 3;

/// What a price rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    /// Comparable offers, completed by the writer's opinion or by the table.
    Comparables {
        /// Whether it was the opinion.
        with_opinion: bool,
    },
    /// The writer's opinion, checked against the table.
    Opinion,
    /// The reference table alone.
    Reference,
}

/// A price and what led to it.
pub(super) struct Reason<'a> {
    /// What was asked.
    pub(super) question: &'a PriceQuestion<'a>,
    /// The answer, rounded.
    pub(super) band: Band,
    /// What it rests on.
    pub(super) basis: Basis,
}

impl Reason<'_> {
    /// One to three sentences.
    pub(super) fn sentences(&self) -> String {
        let subject = capitalised(&self.subject());
        let (range, source, rest) = (self.range(), self.source(), self.what_else_counted());
        let claim = match self.question.language {
            Language::Fr => format!("{subject}\u{a0}: {range}{source}."),
            Language::En => format!("{subject}: {range}{source}."),
        };
        [claim, rest].into_iter().chain(self.warning()).collect::<Vec<_>>().join(" ")
    }

    /// The item with its condition, stated or assumed.
    fn subject(&self) -> String {
        let language = self.question.language;
        let noun = self.question.product.noun().text(language);
        format!("{noun} {}", in_condition(self.question.attributes.condition_or_assumed(), language))
    }

    fn range(&self) -> String {
        let language = self.question.language;
        let Band { low, high, .. } = self.band;
        match (language, low == high) {
            (Language::Fr, true) => format!("environ {}", amount(low, language)),
            (Language::En, true) => format!("about {}", amount(low, language)),
            (Language::Fr, false) => format!("entre {} et {}", number(low, language), amount(high, language)),
            (Language::En, false) => format!("{}–{}", amount(low, language), amount(high, language)),
        }
    }

    /// Where the range comes from, to follow it directly.
    fn source(&self) -> String {
        let table = self.table();
        match (self.basis, self.question.language) {
            (Basis::Comparables { .. }, _) => self.comparables(),
            (Basis::Opinion, Language::Fr) => {
                format!(", estimation faite d’après les photos et recoupée avec {table}")
            }
            (Basis::Opinion, Language::En) => {
                format!(", estimated from the photos and checked against {table}")
            }
            (Basis::Reference, Language::Fr) => format!(" d’après {table}"),
            (Basis::Reference, Language::En) => format!(" according to {table}"),
        }
    }

    fn table(&self) -> String {
        let language = self.question.language;
        let month = month_and_year(REFERENCE_DATE, language);
        let converted = match (self.question.currency, language) {
            (Currency::Eur, _) => "",
            (_, Language::Fr) => ", converties depuis l’euro",
            (_, Language::En) => ", converted from euros",
        };
        match language {
            Language::Fr => format!(
                "une grille indicative de prix d’occasion courants en France (estimations de {month}{converted})"
            ),
            Language::En => format!(
                "an indicative table of usual second-hand prices in France (estimates of {month}{converted})"
            ),
        }
    }

    /// How many comparables there were, of which kind, and how fresh.
    fn comparables(&self) -> String {
        let language = self.question.language;
        let count = |kind| priced(self.question.comparables).filter(|c| c.kind == kind).count();
        let (asked, sold) = (count(ComparableKind::Asking), count(ComparableKind::Sold));
        let total = asked + sold;
        let kinds: Vec<String> = match language {
            Language::Fr => vec![
                counted(asked, "prix demandé", "prix demandés"),
                counted(sold, "prix de vente", "prix de vente"),
            ],
            Language::En => vec![
                counted(asked, "asking price", "asking prices"),
                counted(sold, "sold price", "sold prices"),
            ],
        };
        let kinds = kinds.into_iter().filter(|kind| !kind.is_empty()).collect::<Vec<_>>().join(", ");
        let newest = priced(self.question.comparables).map(|comparable| comparable.seen_on).max();
        let newest = newest.map_or_else(String::new, |on| day(on, language));
        match language {
            Language::Fr => {
                let items = counted(total, "article comparable", "articles comparables");
                format!(" d’après {items} ({kinds}, relevé le plus récent le {newest})")
            }
            Language::En => {
                let items = counted(total, "comparable item", "comparable items");
                format!(" based on {items} ({kinds}, most recent seen on {newest})")
            }
        }
    }

    /// What completed the evidence, or what was left out of account.
    fn what_else_counted(&self) -> String {
        let language = self.question.language;
        let brand = self.question.attributes.brand.as_ref().filter(|brand| !has_contact(&brand.value));
        let brand = brand.map_or_else(String::new, |brand| format!(" ({})", brand.value));
        match (self.basis, language) {
            (Basis::Comparables { with_opinion }, _) => self.completion(with_opinion),
            (Basis::Opinion, Language::Fr) => "Aucune annonce en cours n’a été prise en compte.".to_owned(),
            (Basis::Opinion, Language::En) => "No current offers were taken into account.".to_owned(),
            (Basis::Reference, Language::Fr) => {
                format!("Ni les annonces en cours ni la marque{brand} n’ont été prises en compte.")
            }
            (Basis::Reference, Language::En) => {
                format!("Neither current offers nor the brand{brand} were taken into account.")
            }
        }
    }

    fn completion(&self, with_opinion: bool) -> String {
        let (language, table) = (self.question.language, self.table());
        match (language, with_opinion) {
            (Language::Fr, true) => {
                "Leurs prix ont été ramenés à cet état et complétés par une estimation faite d’après les photos."
                    .to_owned()
            }
            (Language::Fr, false) => {
                format!("Leurs prix ont été ramenés à cet état et complétés par {table}.")
            }
            (Language::En, true) => {
                "Their prices were adjusted to this condition and completed with an estimate from the photos."
                    .to_owned()
            }
            (Language::En, false) => {
                format!("Their prices were adjusted to this condition and completed with {table}.")
            }
        }
    }

    /// What makes the price less certain than it looks, in one sentence.
    fn warning(&self) -> Option<String> {
        let language = self.question.language;
        let warnings: Vec<&str> = [self.few(), self.uncertain_product(), self.assumed_condition()]
            .into_iter()
            .flatten()
            .map(|words| language.pick(words))
            .collect();
        let joined = warnings.join(language.pick(Words { fr: "\u{a0}; ", en: "; " }));
        (!joined.is_empty()).then(|| format!("{}.", capitalised(&joined)))
    }

    fn few(&self) -> Option<Words> {
        let is_few = matches!(self.basis, Basis::Comparables { .. })
            && priced(self.question.comparables).count() < FEW_COMPARABLES;
        is_few.then_some(Words {
            fr: "avec si peu d’exemples, le prix reste à vérifier",
            en: "with so few examples, the price remains to be checked",
        })
    }

    fn uncertain_product(&self) -> Option<Words> {
        let is_uncertain =
            self.basis == Basis::Reference && !matches!(self.question.product, Product::Type(_));
        is_uncertain.then_some(Words {
            fr: "le type d’article n’a pas été reconnu avec certitude, la fourchette est donc large",
            en: "the kind of item was not recognised with certainty, so the range is wide",
        })
    }

    fn assumed_condition(&self) -> Option<Words> {
        let attributes = self.question.attributes;
        if attributes.condition_grade().is_some() {
            return None;
        }
        Some(if attributes.condition_or_assumed() == Condition::Fair {
            Words {
                fr: "l’état indiqué ne correspond à aucun niveau connu, un état satisfaisant a été supposé",
                en: "the condition given matches no known grade, so fair condition was assumed",
            }
        } else if attributes.condition.is_some() {
            Words {
                fr: "l’état indiqué ne correspond à aucun niveau connu, un bon état a été supposé",
                en: "the condition given matches no known grade, so good condition was assumed",
            }
        } else {
            Words {
                fr: "l’état n’étant pas précisé, un bon état a été supposé",
                en: "the condition was not stated, so good condition was assumed",
            }
        })
    }
}

/// A condition to follow a noun of any gender and number.
const fn in_condition(condition: Condition, language: Language) -> &'static str {
    language.pick(match condition {
        Condition::NewWithTags => Words { fr: "à l’état neuf avec étiquette", en: "new with tags" },
        Condition::New => Words { fr: "à l’état neuf", en: "in new condition" },
        Condition::LikeNew => Words { fr: "dans un état comme neuf", en: "in like-new condition" },
        Condition::VeryGood => Words { fr: "en très bon état", en: "in very good condition" },
        Condition::Good => Words { fr: "en bon état", en: "in good condition" },
        Condition::Fair => Words { fr: "dans un état satisfaisant", en: "in fair condition" },
        Condition::ForParts => Words { fr: "pour pièces", en: "for parts" },
    })
}
