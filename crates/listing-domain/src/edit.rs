//! Edits of listings by the account's owner.

use crate::listing::Listing;
use crate::marketplace::{Marketplace, Platform};
use crate::money::{MINOR_PER_MAJOR, Money};
use crate::text::units;

/// The maximum length of an edited text as a multiple of the marketplace's limit. Texts over the limit are
/// stored so that owners can shorten them.
const LIMIT_FACTOR: usize = 3;
/// The maximum length of an edited text in UTF-16 units, whatever the marketplace's limit.
const MAX_CHARACTERS: usize = 40_000;
/// The maximum length of a category or condition in UTF-16 units.
const MAX_LABEL: usize = 300;

/// The fields of a listing that its owner may edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingEdit {
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The price, in the listing's currency.
    pub price: Money,
    /// The category.
    pub category: String,
    /// The label of the condition.
    pub condition: String,
}

impl ListingEdit {
    /// Returns the fields as a [`Listing`], which a marketplace's rules can check.
    pub fn listing(self, platform: Platform) -> Listing {
        let Self { title, description, price, category, condition } = self;
        Listing { platform, title, description, price, category, condition, warning: None }
    }
}

/// A price that an owner entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnteredPrice {
    /// An amount in minor units of the listing's currency.
    Minor(i64),
    /// An entry that is not an amount.
    Invalid,
}

impl EnteredPrice {
    /// Returns the amount in minor units, if it is valid.
    fn minor(self) -> Option<i64> {
        match self {
            Self::Minor(minor) => Some(minor).filter(|minor| (0..=Money::MAX_MINOR).contains(minor)),
            Self::Invalid => None,
        }
    }
}

/// A change of a listing. `None` keeps the stored field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingChange {
    /// The marketplace of the listing.
    pub platform: Platform,
    /// The new title.
    pub title: Option<String>,
    /// The new description.
    pub description: Option<String>,
    /// The new price.
    pub price: Option<EnteredPrice>,
    /// The new category.
    pub category: Option<String>,
    /// The new label of the condition.
    pub condition: Option<String>,
}

/// A rule that a change to a listing breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEdit {
    /// The price is not an amount.
    #[error("must be a number with at most two decimals, from 0 to {}", Money::MAX_MINOR / MINOR_PER_MAJOR)]
    Price,
    /// The title is empty.
    #[error("must not be empty")]
    NoTitle,
    /// The description is empty.
    #[error("must not be empty")]
    NoDescription,
    /// The title is too long; holds the maximum in UTF-16 units.
    #[error("must be at most {0} characters")]
    TitleTooLong(usize),
    /// The description is too long; holds the maximum in UTF-16 units.
    #[error("must be at most {0} characters")]
    DescriptionTooLong(usize),
    /// The category is too long; holds the maximum in UTF-16 units.
    #[error("must be at most {0} characters")]
    CategoryTooLong(usize),
    /// The condition is too long; holds the maximum in UTF-16 units.
    #[error("must be at most {0} characters")]
    ConditionTooLong(usize),
}

impl InvalidEdit {
    /// Returns the name of the field.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::NoTitle | Self::TitleTooLong(_) => "title",
            Self::NoDescription | Self::DescriptionTooLong(_) => "description",
            Self::CategoryTooLong(_) => "category",
            Self::ConditionTooLong(_) => "condition",
        }
    }
}

impl ListingChange {
    /// Creates a change of a marketplace's listing that keeps all fields.
    pub const fn new(platform: Platform) -> Self {
        Self { platform, title: None, description: None, price: None, category: None, condition: None }
    }

    /// Returns true if no field is given.
    pub const fn is_empty(&self) -> bool {
        let Self { platform: _, title, description, price, category, condition } = self;
        title.is_none()
            && description.is_none()
            && price.is_none()
            && category.is_none()
            && condition.is_none()
    }

    /// Returns the listing with the given fields. An invalid price is left out.
    #[must_use]
    pub fn applied_to(&self, stored: &ListingEdit) -> ListingEdit {
        let text = |given: &Option<String>, stored: &String| match given {
            Some(text) => cleaned(text),
            None => stored.clone(),
        };
        let price = self.price.and_then(EnteredPrice::minor);
        ListingEdit {
            title: text(&self.title, &stored.title),
            description: text(&self.description, &stored.description),
            price: price.map_or(stored.price, |minor| Money::from_minor(minor, stored.price.currency())),
            category: text(&self.category, &stored.category),
            condition: text(&self.condition, &stored.condition),
        }
    }

    /// Returns true if the price is missing or an amount.
    pub fn has_valid_price(&self) -> bool {
        self.price.is_none_or(|price| price.minor().is_some())
    }

    /// Returns the rules that the given fields break. Texts that only the marketplace would refuse break none,
    /// since the owner decides about them.
    pub fn faults(&self, marketplace: &Marketplace) -> Vec<InvalidEdit> {
        let is_empty =
            |text: &Option<String>| text.as_ref().is_some_and(|text| cleaned(text).trim().is_empty());
        let most = |limit: usize| limit.saturating_mul(LIMIT_FACTOR).min(MAX_CHARACTERS);
        let is_long =
            |text: &Option<String>, most| text.as_ref().is_some_and(|text| units(&cleaned(text)) > most);
        let (title, description) = (most(marketplace.title_max()), most(marketplace.description_max()));
        let rules = [
            (!self.has_valid_price(), InvalidEdit::Price),
            (is_empty(&self.title), InvalidEdit::NoTitle),
            (is_empty(&self.description), InvalidEdit::NoDescription),
            (is_long(&self.title, title), InvalidEdit::TitleTooLong(title)),
            (is_long(&self.description, description), InvalidEdit::DescriptionTooLong(description)),
            (is_long(&self.category, MAX_LABEL), InvalidEdit::CategoryTooLong(MAX_LABEL)),
            (is_long(&self.condition, MAX_LABEL), InvalidEdit::ConditionTooLong(MAX_LABEL)),
        ];
        rules.into_iter().filter(|(is_broken, _)| *is_broken).map(|(_, fault)| fault).collect()
    }
}

/// Returns the length of a text in UTF-16 units, as marketplaces' forms count it.
pub fn length(text: &str) -> usize {
    units(text)
}

/// Returns a text without control characters other than tabs and line breaks, and with `\n` as its only line
/// break.
fn cleaned(text: &str) -> String {
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    text.replace("\r\n", "\n").replace('\r', "\n").replace(is_hidden, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marketplace::Catalogue;
    use crate::money::Currency;

    fn stored() -> ListingEdit {
        ListingEdit {
            title: "Veste".to_owned(),
            description: "Une veste".to_owned(),
            price: Money::from_minor(4_500, Currency::Eur),
            category: "Vêtements".to_owned(),
            condition: "Bon état".to_owned(),
        }
    }

    fn faults(change: &ListingChange) -> Vec<InvalidEdit> {
        change.faults(Catalogue::default().marketplace(change.platform))
    }

    #[test]
    fn change_keeps_the_fields_that_are_not_given() {
        let none = ListingChange::new(Platform::Ebay);
        assert!(none.is_empty() && none.applied_to(&stored()) == stored());
        let change = ListingChange {
            title: Some("Veste\0 rouge\r\n".to_owned()),
            price: Some(EnteredPrice::Minor(1_250)),
            ..none
        };
        assert_eq!((change.is_empty(), faults(&change)), (false, vec![]));
        let price = Money::from_minor(1_250, Currency::Eur);
        let expected = ListingEdit { title: "Veste rouge\n".to_owned(), price, ..stored() };
        assert_eq!(change.applied_to(&stored()), expected);
    }

    #[test]
    fn every_broken_rule_is_reported() {
        let text = |length: usize| Some("x".repeat(length));
        let none = || ListingChange::new(Platform::Ebay);
        for (change, expected) in [
            (ListingChange { title: text(240), description: text(40_000), ..none() }, vec![]),
            (ListingChange { title: text(241), ..none() }, vec![InvalidEdit::TitleTooLong(240)]),
            (
                ListingChange { description: text(80_000), ..none() },
                vec![InvalidEdit::DescriptionTooLong(40_000)],
            ),
            (
                ListingChange {
                    title: Some(" \u{7}".to_owned()),
                    description: Some(String::new()),
                    price: Some(EnteredPrice::Invalid),
                    category: text(301),
                    condition: text(301),
                    ..none()
                },
                vec![
                    InvalidEdit::Price,
                    InvalidEdit::NoTitle,
                    InvalidEdit::NoDescription,
                    InvalidEdit::CategoryTooLong(300),
                    InvalidEdit::ConditionTooLong(300),
                ],
            ),
        ] {
            assert_eq!(faults(&change), expected);
        }
        for (minor, is_valid) in
            [(0, true), (Money::MAX_MINOR, true), (-1, false), (Money::MAX_MINOR + 1, false)]
        {
            let change = ListingChange { price: Some(EnteredPrice::Minor(minor)), ..none() };
            assert_eq!(faults(&change).is_empty(), is_valid, "{minor}");
        }
    }
}
