//! The search for similar comparables, and their ranking.

use std::collections::HashSet;

use jiff::civil::Date;

use super::stored::{StoredComparable, family};
use super::words::words;
use crate::attributes::Attributes;
use crate::ids::AccountId;
use crate::lang::all_reading;
use crate::money::Currency;
use crate::options::Language;
use crate::product::{Brand, Product};

/// A search for comparables of one item.
///
/// Results rank by: same product, same brand, the market's currency, the item's words in the title, newest
/// day, highest number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparableSearch {
    product: Product,
    family: Product,
    brand: Option<String>,
    words: Vec<String>,
    currency: Currency,
    account: Option<AccountId>,
}

/// A step of a search. The variants are ordered from the most similar items to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchTier {
    /// The same product and brand.
    ProductOfBrand,
    /// The same product, any brand.
    Product,
    /// The same [`family`] of products and the same brand.
    FamilyOfBrand,
    /// The same [`family`] of products, any brand.
    Family,
}

/// The sort key, greatest for the most similar: same product, brand and currency, matching words (0 to 2),
/// day, number.
type Nearness = (bool, bool, bool, u8, Date, i64);

impl ComparableSearch {
    /// The maximum number of results; more would not improve a price.
    pub const LIMIT: usize = 50;

    /// The maximum number of words to search for.
    pub const MAX_WORDS: usize = 5;

    /// The search for an item's comparables; `None` if its product is unknown.
    pub fn new(product: Product, attributes: &Attributes, currency: Currency) -> Option<Self> {
        if !product.is_named() {
            return None;
        }
        let brand = attributes.brand_of(product);
        let brand = brand.brand();
        let key = brand.map(Brand::canonical_key).filter(|key| !key.is_empty());
        let name = attributes.name.as_ref().map(|name| name.value.as_str());
        let words = distinguishing_words(name.unwrap_or_default(), product, brand.unwrap_or_default());
        Some(Self { product, family: family(product), brand: key, words, currency, account: None })
    }

    /// Returns the search that also finds what an account recorded for itself.
    #[must_use]
    pub fn by(self, account: Option<AccountId>) -> Self {
        Self { account, ..self }
    }

    /// Returns the account whose own comparables are found too.
    pub const fn account(&self) -> Option<AccountId> {
        self.account
    }

    /// The product to search for.
    pub const fn product(&self) -> Product {
        self.product
    }

    /// The product's [`family`].
    pub const fn family(&self) -> Product {
        self.family
    }

    /// The brand, in the form of [`Brand::canonical_key`].
    pub fn brand(&self) -> Option<&str> {
        self.brand.as_deref()
    }

    /// The words that distinguish the item from others of its kind, in the form of [`words`].
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The currencies, the market's own first.
    pub fn currencies(&self) -> impl Iterator<Item = Currency> {
        let others = Currency::ALL.iter().copied().filter(|currency| *currency != self.currency);
        std::iter::once(self.currency).chain(others)
    }

    /// The tiers to search, the most similar first. Results of a tier rank above those that only later tiers
    /// find.
    pub fn tiers(&self) -> impl Iterator<Item = MatchTier> {
        let all =
            [MatchTier::ProductOfBrand, MatchTier::Product, MatchTier::FamilyOfBrand, MatchTier::Family];
        let (has_brand, has_no_type) = (self.brand.is_some(), matches!(self.family, Product::Good(_)));
        let is_searched = move |tier: &MatchTier| match tier {
            MatchTier::ProductOfBrand => has_brand,
            MatchTier::Product => true,
            MatchTier::FamilyOfBrand => has_brand && !has_no_type,
            MatchTier::Family => !has_no_type,
        };
        all.into_iter().filter(is_searched)
    }

    /// The sets of words to search titles for, in two rounds: all words, then each set that omits one.
    /// Smaller sets would find unrelated items. A single word is its own and only set.
    pub fn sets_of_words(&self) -> Vec<Vec<Vec<&str>>> {
        let all: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let without = |left_out: usize| {
            let rest = all.iter().enumerate().filter(|(index, _)| *index != left_out);
            rest.map(|(_, word)| *word).collect::<Vec<_>>()
        };
        match all.len() {
            0 => Vec::new(),
            1 => vec![vec![all]],
            length => vec![vec![all.clone()], (0..length).map(without).collect()],
        }
    }

    /// Returns the most similar of the results, the best first, each once, at most
    /// [`ComparableSearch::LIMIT`]. It leaves out what other accounts recorded for themselves.
    pub fn nearest(&self, found: Vec<StoredComparable>) -> Vec<StoredComparable> {
        let mut seen = HashSet::new();
        let is_new = |one: &StoredComparable| {
            let is_visible = one.account.is_none() || one.account == self.account;
            is_visible && one.comparable.is_like(self.product) && seen.insert(one.id)
        };
        let mut found: Vec<(Nearness, StoredComparable)> =
            found.into_iter().filter(is_new).map(|one| (self.nearness(&one), one)).collect();
        found.sort_by(|(one, _), (other, _)| other.cmp(one));
        found.truncate(Self::LIMIT);
        found.into_iter().map(|(_, one)| one).collect()
    }

    fn nearness(&self, one: &StoredComparable) -> Nearness {
        let comparable = &one.comparable;
        let brand = comparable.brand.as_deref().map(Brand::canonical_key);
        (
            comparable.product == self.product,
            self.brand.is_some() && brand == self.brand,
            comparable.price.currency() == self.currency,
            self.words_in(one.title.as_deref().unwrap_or_default()),
            comparable.seen_on,
            one.id.number(),
        )
    }

    /// 2 for a title with all search words, 1 for one that lacks one of several, else 0.
    fn words_in(&self, title: &str) -> u8 {
        let title_words = words(title);
        let missing = self.words.iter().filter(|word| !title_words.contains(word)).count();
        match (self.words.len(), missing) {
            (0, _) => 0,
            (_, 0) => 2,
            (2.., 1) => 1,
            _ => 0,
        }
    }
}

/// Excludes the product's nouns, the brand and connecting words.
fn distinguishing_words(name: &str, product: Product, brand: &str) -> Vec<String> {
    let noun = |language: &Language| product.noun(*language).text();
    let american = |language: &Language| product.american(*language);
    let nouns = Language::ALL.iter().map(noun).chain(Language::ALL.iter().filter_map(american));
    let mut known: HashSet<String> = nouns.chain([brand]).flat_map(words).collect();
    known.insert(Brand::canonical_key(brand));
    known.extend(all_reading(|reading| reading.purpose_words).map(|word| (*word).to_owned()));
    let is_distinguishing = |word: &String| {
        let is_long = word.chars().count() > 2 || word.chars().any(char::is_numeric);
        is_long && !known.contains(word)
    };
    words(name).into_iter().filter(is_distinguishing).take(ComparableSearch::MAX_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::Attribute;
    use crate::product::{Department, Good};

    fn search(key: &str, brand: Option<&str>, name: &str) -> ComparableSearch {
        let seen = |text: &str| Attribute::seen(text, 1.0);
        let attributes =
            Attributes { brand: brand.map(seen), name: Some(seen(name)), ..Attributes::default() };
        let product = Product::Good(Good::from_key(key).unwrap());
        ComparableSearch::new(product, &attributes, Currency::Gbp).unwrap()
    }

    #[test]
    fn a_search_needs_a_named_product() {
        for product in [Product::Unknown, Product::Department(Department::Shoes)] {
            assert_eq!(ComparableSearch::new(product, &Attributes::default(), Currency::Eur), None);
        }
    }

    #[test]
    fn search_words_omit_the_noun_the_brand_and_connecting_words() {
        let words = |key, brand, name| search(key, brand, name).words().to_vec();
        assert_eq!(words("jeans", Some("Levi’s"), "Jean Levi's 501 pour homme"), ["501", "homme"]);
        assert_eq!(words("jeans", Some("LEVIS"), "Levis Jeans 501"), ["501"]);
        assert_eq!(words("teapot", None, "Théière en fonte avec filtre"), ["fonte", "filtre"]);
        assert_eq!(words("teapot", None, "teapot"), Vec::<String>::new());
        let many = words("teapot", None, "one two three four five six seven eight");
        assert_eq!(many.len(), ComparableSearch::MAX_WORDS);
    }

    #[test]
    fn each_set_of_search_words_omits_at_most_one() {
        let sets = |name| search("teapot", None, name).sets_of_words().len();
        assert_eq!((sets(""), sets("fonte"), sets("fonte filtre")), (0, 1, 2));
        let three = search("teapot", None, "fonte filtre japon");
        let expected = [
            vec![vec!["fonte", "filtre", "japon"]],
            vec![vec!["filtre", "japon"], vec!["fonte", "japon"], vec!["fonte", "filtre"]],
        ];
        assert_eq!(three.sets_of_words(), expected);
    }

    #[test]
    fn a_search_begins_with_the_most_similar_tier() {
        let branded = search("jeans", Some("Levi’s"), "");
        assert_eq!((branded.tiers().next(), branded.tiers().count()), (Some(MatchTier::ProductOfBrand), 4));
        let plain = search("jeans", Some("-"), "");
        assert_eq!(plain.tiers().collect::<Vec<_>>(), [MatchTier::Product, MatchTier::Family]);
        let untyped = search("teapot", None, "");
        assert_eq!(untyped.tiers().collect::<Vec<_>>(), [MatchTier::Product], "a teapot has no product type");
        let currencies = [Currency::Gbp, Currency::Eur, Currency::Usd];
        assert_eq!(plain.currencies().collect::<Vec<_>>(), currencies);
    }
}
