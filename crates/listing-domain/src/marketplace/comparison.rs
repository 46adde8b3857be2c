//! Compares all marketplaces for one item.
//!
//! A marketplace is ranked if it accepts the item, uses the currency of the item's market, and has no minimum
//! price above what the item is worth. The ranking compares, in this order:
//!
//! 1. Marketplaces that accept the item, before those that accept it on a condition that only the seller can
//!    check.
//! 2. Certain fees before uncertain ones.
//! 3. The amount that remains after certain fees, or else the price; the highest first.
//! 4. Marketplaces for such goods, before those for all goods; then the order of [`Platform::ALL`].

use std::cmp::Reverse;

use super::facts::WHOLE;
use super::{Catalogue, Eligibility, Marketplace, Platform};
use crate::closed_enum::closed_enum;
use crate::lang::{self, fill};
use crate::locale::Market;
use crate::money::{Currency, MINOR_PER_MAJOR, Money};
use crate::options::Language;
use crate::pricing::tier_of;
use crate::product::Product;

closed_enum! {
    /// The fit of a marketplace for an item.
    pub enum Fit as "fit" {
        /// The marketplace is for such goods.
        Specialist = "specialist",
        /// The marketplace is not specialized, and has a category for such goods.
        General = "general",
        /// The marketplace accepts only some goods of this kind.
        Limited = "limited",
        /// The marketplace does not accept such goods.
        NotTaken = "not_taken",
        /// Listings on the marketplace have prices in another currency than the item's market.
        OtherMarket = "other_market",
        /// The item is worth less than the marketplace's minimum price.
        BelowMinimum = "below_minimum",
    }
}

impl Fit {
    /// Returns true if the ranking includes marketplaces of this fit.
    pub const fn is_ranked(self) -> bool {
        matches!(self, Self::Specialist | Self::General | Self::Limited)
    }
}

/// An item, as far as a comparison depends on it.
#[derive(Debug, Clone, Copy)]
pub struct ComparedItem<'a> {
    /// The product, as far as it is known.
    pub product: Product,
    /// The brand, if it is known.
    pub brand: Option<&'a str>,
    /// The language of the listings, which selects the site.
    pub language: Language,
    /// The country of sale.
    pub market: Market,
    /// The suggested price in the currency of the country.
    pub price: Money,
}

/// A comparison of all marketplaces for one item.
#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    /// All marketplaces: the ranked ones first, from the best, then the others in the order of
    /// [`Platform::ALL`].
    pub offers: Vec<Offer<'a>>,
}

/// A marketplace in a comparison.
#[derive(Debug, Clone)]
pub struct Offer<'a> {
    marketplace: &'a Marketplace,
    eligibility: Eligibility,
    market: Market,
    /// The fit for the item.
    pub fit: Fit,
    /// The suggested price there; `None` if the marketplace is not ranked.
    pub price: Option<Money>,
    /// The amount that remains after fees; `None` without a price or certain fees.
    pub net: Option<Money>,
}

impl<'a> Comparison<'a> {
    /// The number of marketplaces that a comparison recommends.
    pub const BEST: usize = 2;

    /// Compares the marketplaces of a catalogue for an item.
    pub fn new(catalogue: &'a Catalogue, item: &ComparedItem<'_>) -> Self {
        let mut offers: Vec<Offer<'a>> =
            catalogue.iter().map(|marketplace| Offer::new(marketplace, item)).collect();
        // The sort is stable, so equal offers keep the order of the catalogue.
        offers.sort_by_key(Offer::place);
        Self { offers }
    }

    /// Returns the best marketplaces, at most [`Comparison::BEST`].
    pub fn best(&self) -> impl Iterator<Item = &Offer<'a>> {
        self.offers.iter().take(Self::BEST).filter(|offer| offer.fit.is_ranked())
    }
}

impl<'a> Offer<'a> {
    fn new(marketplace: &'a Marketplace, item: &ComparedItem<'_>) -> Self {
        let ComparedItem { product, brand, language, market, price } = *item;
        let tier = brand.and_then(|brand| tier_of(brand, product));
        let eligibility = marketplace.eligibility(product, tier, language);
        let fit = match eligibility {
            Eligibility::NoCategory(_) => Fit::NotTaken,
            _ if marketplace.currency(market) != price.currency() => Fit::OtherMarket,
            _ if marketplace.is_below_minimum(price) => Fit::BelowMinimum,
            Eligibility::Limited(_) => Fit::Limited,
            Eligibility::Open if marketplace.accepted_goods().is_some() => Fit::Specialist,
            Eligibility::Open => Fit::General,
        };
        let price = fit.is_ranked().then(|| marketplace.round_price(price));
        let net = price.and_then(|price| marketplace.net_after_fees(price));
        Self { marketplace, eligibility, market, fit, price, net }
    }

    /// Returns the key of the ranking, lowest first.
    fn place(&self) -> (bool, bool, bool, Reverse<i64>, bool) {
        let is_limited = self.fit == Fit::Limited;
        let amount = self.net.or(self.price).map_or(0, Money::minor);
        let is_ranked = self.fit.is_ranked();
        let is_general = self.fit != Fit::Specialist;
        (!is_ranked, is_limited, self.net.is_none(), Reverse(amount), is_general && is_ranked)
    }

    /// Returns the marketplace's id.
    pub const fn platform(&self) -> Platform {
        self.marketplace.platform()
    }

    /// Returns the marketplace's name.
    pub const fn name(&self) -> &'static str {
        self.marketplace.name()
    }

    /// Returns the certain fees; `None` if they are not certain.
    pub fn fees(&self) -> Option<Money> {
        let (price, net) = (self.price?, self.net?);
        Some(Money::from_minor(price.minor() - net.minor(), price.currency()))
    }

    /// Returns a sentence about how well the marketplace fits the item.
    pub fn fit_note(&self, language: Language) -> String {
        let words = &lang::of(language).comparison;
        let name = ("marketplace", self.name());
        let currencies = [self.marketplace.currency(self.market), self.market.currency()];
        match self.fit {
            Fit::General => fill(words.general, &[name]),
            Fit::OtherMarket => {
                let [other, own] = currencies.map(Currency::code);
                fill(words.other_market, &[name, ("other", other), ("own", own)])
            }
            Fit::BelowMinimum => fill(lang::of(language).details.minimum_price, &[name]),
            Fit::Limited | Fit::NotTaken | Fit::Specialist => {
                let accepts =
                    self.marketplace.accepted_goods().map(|goods| goods.accepted_by(name.1, language));
                let sentence = self.eligibility.sentence(name.1, language);
                sentence.unwrap_or_else(|| accepts.unwrap_or_default() + ".")
            }
        }
    }

    /// Returns a sentence about the fees, and about what they depend on.
    pub fn fee_note(&self, language: Language) -> &'static str {
        (lang::of(language).comparison.fees)(self.platform())
    }

    /// Returns the most important limits, in a few words each.
    pub fn constraints(&self, language: Language) -> Vec<String> {
        let (words, marketplace) = (&lang::of(language).comparison, self.marketplace);
        let currency = marketplace.currency(self.market);
        let amount = |minor| language.amount(Money::from_minor(minor, currency));
        let number = |template, number| fill(template, &[("number", &language.number(number))]);
        let mut constraints = Vec::new();
        if marketplace.has_title() {
            constraints.push(number(words.title_max, marketplace.title_max()));
        } else {
            constraints.push(words.no_title.to_owned());
        }
        if marketplace.hashtags_max() > 0 {
            constraints.push(number(words.hashtags_max, marketplace.hashtags_max()));
        }
        if marketplace.facts.price.unit == WHOLE {
            constraints.push(words.whole_prices.to_owned());
        }
        if let Some(min) = marketplace.minimum_in(currency).filter(|min| *min > MINOR_PER_MAJOR) {
            constraints.push(fill(words.price_min, &[("amount", &amount(min))]));
        }
        if let Some(max) = marketplace.maximum_in(currency) {
            constraints.push(fill(words.price_max, &[("amount", &amount(max))]));
        }
        constraints
    }

    /// Returns the reason for a recommendation in one sentence; `None` for a marketplace that is not ranked.
    pub fn reason(&self, language: Language) -> Option<String> {
        let words = &lang::of(language).comparison;
        let price = language.amount(self.price?);
        let template = match self.fees() {
            Some(fees) if fees.minor() == 0 => words.keeps_all,
            Some(_) => words.keeps,
            None => words.uncertain_fees,
        };
        let condition = if self.fit == Fit::Limited { words.if_accepted } else { "" };
        let [net, fees] = [self.net, self.fees()].map(|money| money.map(|money| language.amount(money)));
        let [net, fees] = [net, fees].map(Option::unwrap_or_default);
        let given = [
            ("if", condition),
            ("marketplace", self.name()),
            ("price", price.as_str()),
            ("net", net.as_str()),
            ("fees", fees.as_str()),
        ];
        Some(fill(template, &given))
    }
}
