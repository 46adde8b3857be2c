//! Prices: a suggestion, its band, and the honest reason for it.

use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::money::{Currency, Money};
use crate::ports::Comparable;
use crate::product::Product;
use crate::wish::Language;

/// What a price is asked for.
#[derive(Debug, Clone, Copy)]
pub struct PriceQuestion<'a> {
    /// What the item is.
    pub product: Product,
    /// Its attributes.
    pub attributes: &'a Attributes,
    /// The writer's opinion, if it has one.
    pub opinion: Option<&'a PriceOpinion>,
    /// Comparable offers, perhaps none.
    pub comparables: &'a [Comparable],
    /// The currency of the answer.
    pub currency: Currency,
    /// The language of the rationale.
    pub language: Language,
}

/// A suggested price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSuggestion {
    /// What it would fetch quickly.
    pub low: Money,
    /// What is suggested.
    pub suggested: Money,
    /// What a patient seller might get.
    pub high: Money,
    /// Why, in one to three sentences.
    pub rationale: String,
}

/// Dated reference rates between the served currencies.
#[derive(Debug, Clone, Default)]
pub struct ReferenceRates {}

impl ReferenceRates {
    /// The worth of an amount in another currency.
    pub fn convert(&self, money: Money, currency: Currency) -> Money {
        Money::from_minor(money.minor(), currency)
    }
}

/// Suggests a price.
pub fn suggest(question: &PriceQuestion<'_>, rates: &ReferenceRates) -> PriceSuggestion {
    let _ = (question, rates);
    unreachable!("SCAFFOLD")
}

/// The currency of the suggested price in a language: euro in French, US dollar
/// in English. The interface gives the suggestion without naming it.
pub const fn currency_of(language: Language) -> Currency {
    match language {
        Language::Fr => Currency::Eur,
        Language::En => Currency::Usd,
    }
}
