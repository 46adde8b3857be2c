//! Comparables to store or already stored, and their rules.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use sha2::{Digest as _, Sha256};

use super::words::words;
use crate::attributes::AttributeText;
use crate::ids::{AccountId, GenerationId};
use crate::pricing::{Comparable, ComparableKind};
use crate::product::{Brand, Product};
use crate::short_line::short_line;
use crate::violation::Violation;

/// The number of a stored comparable, from 1; safe to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComparableId(i64);

impl ComparableId {
    /// An id from a store's row number; `None` unless positive.
    pub fn new(number: i64) -> Option<Self> {
        (number > 0).then_some(Self(number))
    }

    /// The row number.
    pub const fn number(self) -> i64 {
        self.0
    }
}

impl fmt::Display for ComparableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ComparableId {
    type Err = Violation;

    fn from_str(text: &str) -> Result<Self, Violation> {
        let refused = || Violation::new("the comparable number", "must be a whole number above zero");
        text.parse().ok().and_then(Self::new).ok_or_else(refused)
    }
}

/// A digest that is equal for two records of the same offer or sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComparableIdentity([u8; 16]);

impl ComparableIdentity {
    /// The bytes, for storage.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Hashes texts with their lengths, so that ("ab", "c") and ("a", "bc") differ.
    fn of(parts: &[&str]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            digest.update(part.as_bytes());
        }
        let digest: [u8; 32] = digest.finalize().into();
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        Self(first)
    }
}

/// The broadest product to compare prices with: the type, or the product itself without one.
pub fn family(product: Product) -> Product {
    product.kind().map_or(product, Product::Type)
}

/// A comparable in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComparable {
    /// Its number in the store.
    pub id: ComparableId,
    /// The product, price and further facts.
    pub comparable: Comparable,
    /// The offer's title, if known.
    pub title: Option<String>,
    /// The account that recorded it for itself; `None` for one that counts for all accounts.
    pub account: Option<AccountId>,
}

/// A new comparable, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparableInput {
    /// The product, price and further facts.
    pub comparable: Comparable,
    /// The offer's title, if known.
    pub title: Option<String>,
    /// The identifier at the source, such as an order number.
    pub reference: Option<String>,
}

/// The recorder of a comparable.
#[derive(Clone, Copy)]
enum Recorder {
    /// The operator, from a list.
    Operator,
    /// The operator, for a generation's item.
    OperatorOf(GenerationId),
    /// An account, for the item of its own generation.
    Account(AccountId, GenerationId),
}

/// A checked comparable: a known product, a price, a day that is not in the future, and texts of one line of
/// limited length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewComparable {
    comparable: Comparable,
    title: Option<String>,
    identity: ComparableIdentity,
    account: Option<AccountId>,
}

impl NewComparable {
    /// Older dates are mostly typing errors.
    const EARLIEST: Date = jiff::civil::date(1970, 1, 1);
    /// The maximum length of a title, in characters.
    pub const MAX_TITLE: usize = 200;
    /// The maximum length of a source's name, in characters.
    pub const MAX_SOURCE: usize = 80;
    /// The maximum length of a link or reference, in characters.
    pub const MAX_LINK: usize = 500;

    /// Checks a comparable; `today` is the last accepted day.
    ///
    /// The identity is the source's reference, else the link, else product, brand, title, price and day. An
    /// asking price and a sale price always differ.
    pub fn new(offered: ComparableInput, today: Date) -> Result<Self, Violation> {
        Self::checked(offered, today, Recorder::Operator)
    }

    /// Checks the sale price of a generation's item. Each generation has at most one sale.
    pub fn sale_of(
        generation: GenerationId,
        offered: ComparableInput,
        today: Date,
    ) -> Result<Self, Violation> {
        Self::checked(offered, today, Recorder::OperatorOf(generation))
    }

    /// Checks the sale price of an account's generation, which the account records for itself. It never
    /// replaces the operator's record of the same sale.
    ///
    /// # Errors
    /// Names the invalid field and the accepted values.
    pub fn own_sale_of(
        account: AccountId,
        generation: GenerationId,
        offered: ComparableInput,
        today: Date,
    ) -> Result<Self, Violation> {
        Self::checked(offered, today, Recorder::Account(account, generation))
    }

    fn checked(offered: ComparableInput, today: Date, recorder: Recorder) -> Result<Self, Violation> {
        let ComparableInput { mut comparable, title, reference } = offered;
        let check = |field, is_valid: bool, message: &str| {
            if is_valid { Ok(()) } else { Err(Violation::new(field, message)) }
        };
        check("product", comparable.product.is_named(), "must be a good or a product type")?;
        check("price", comparable.price.minor() > 0, "must be above zero")?;
        let is_past = (Self::EARLIEST..=today).contains(&comparable.seen_on);
        check("date", is_past, "must be a day from 1970-01-01 to today")?;
        let title = line("title", title, Self::MAX_TITLE)?;
        let reference = line("reference", reference, Self::MAX_LINK)?;
        comparable.brand = line("brand", comparable.brand, AttributeText::MAX_CHARS)?;
        comparable.link = line("link", comparable.link, Self::MAX_LINK)?;
        let is_address = |link: &String| {
            (link.starts_with("https://") || link.starts_with("http://"))
                && !link.contains(char::is_whitespace)
        };
        let is_link = comparable.link.as_ref().is_none_or(is_address);
        check("link", is_link, "must be a URL that starts with https:// or http://")?;
        let message = format!("must be one line of 1 to {} characters", Self::MAX_SOURCE);
        comparable.source = short_line(&comparable.source, Self::MAX_SOURCE)
            .ok_or_else(|| Violation::new("source", message))?;
        let (identity, account) = match recorder {
            Recorder::Operator => (identity(&comparable, title.as_deref(), reference.as_deref()), None),
            Recorder::OperatorOf(generation) => {
                (ComparableIdentity::of(&["sale", &generation.to_string()]), None)
            }
            Recorder::Account(account, generation) => {
                let parts = ["own sale", &account.to_string(), &generation.to_string()];
                (ComparableIdentity::of(&parts), Some(account))
            }
        };
        Ok(Self { comparable, title, identity, account })
    }

    /// The product, price and further facts.
    pub const fn comparable(&self) -> &Comparable {
        &self.comparable
    }

    /// The offer's title, if known.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The digest of the offer or sale.
    pub const fn identity(&self) -> &ComparableIdentity {
        &self.identity
    }

    /// Returns the account that recorded it for itself, if any.
    pub const fn account(&self) -> Option<AccountId> {
        self.account
    }

    /// Returns the comparable as stored, with the number that the store gave it.
    #[must_use]
    pub fn stored(self, id: ComparableId) -> StoredComparable {
        StoredComparable { id, comparable: self.comparable, title: self.title, account: self.account }
    }
}

/// Spaces alone count as `None`.
fn line(field: &str, text: Option<String>, max_chars: usize) -> Result<Option<String>, Violation> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let message = || format!("must be one line of at most {max_chars} characters");
    short_line(&text, max_chars).map(Some).ok_or_else(|| Violation::new(field, message()))
}

fn identity(comparable: &Comparable, title: Option<&str>, reference: Option<&str>) -> ComparableIdentity {
    let kind = match comparable.kind {
        ComparableKind::Asking => "asked",
        ComparableKind::Sold => "sold",
    };
    if let Some(name) = reference.or(comparable.link.as_deref()) {
        return ComparableIdentity::of(&["named", kind, &comparable.source, name]);
    }
    let brand = comparable.brand.as_deref().map(Brand::canonical_key).unwrap_or_default();
    let title = words(title.unwrap_or_default()).join(" ");
    let price = format!("{} {}", comparable.price.minor(), comparable.price.currency());
    let day = comparable.seen_on.to_string();
    ComparableIdentity::of(&["told", kind, &comparable.product.code(), &brand, &title, &price, &day])
}

/// A filter of stored comparables; `None` accepts all values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparableFilter {
    /// A product, or a type, which includes all its products.
    pub product: Option<Product>,
    /// The brand, in any spelling.
    pub brand: Option<String>,
    /// The account that recorded them for itself.
    pub account: Option<AccountId>,
}

impl ComparableFilter {
    /// Returns true if a comparable passes the filter.
    pub fn allows(&self, one: &StoredComparable) -> bool {
        let comparable = &one.comparable;
        let is_product = |product: Product| match product {
            Product::Type(kind) => comparable.product.kind() == Some(kind),
            other => comparable.product == other,
        };
        let key = |brand: &String| Brand::canonical_key(brand);
        self.account.is_none_or(|account| one.account == Some(account))
            && self.product.is_none_or(is_product)
            && self.brand.as_ref().is_none_or(|brand| comparable.brand.as_ref().map(key) == Some(key(brand)))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::money::{Currency, Money};
    use crate::product::{Department, Good, ProductType};

    fn offered() -> ComparableInput {
        ComparableInput {
            comparable: Comparable {
                product: Product::Good(Good::from_key("jeans").unwrap()),
                brand: Some("Levi’s".to_owned()),
                price: Money::from_major(35, Currency::Eur),
                condition: None,
                kind: ComparableKind::Sold,
                seen_on: date(2026, 11, 20),
                source: " My shop ".to_owned(),
                link: None,
            },
            title: Some("Jean Levi’s 501".to_owned()),
            reference: None,
        }
    }

    fn changed(change: impl FnOnce(&mut ComparableInput)) -> Result<NewComparable, Violation> {
        let mut offered = offered();
        change(&mut offered);
        NewComparable::new(offered, date(2026, 11, 23))
    }

    #[test]
    fn invalid_comparables_are_rejected_with_the_field_and_the_reason() {
        let check = |change: fn(&mut ComparableInput), message: &str| {
            assert_eq!(changed(change).unwrap_err().to_string(), message);
        };
        let product = "product must be a good or a product type";
        check(|it| it.comparable.product = Product::Unknown, product);
        check(|it| it.comparable.product = Product::Department(Department::Shoes), product);
        check(|it| it.comparable.price = Money::from_major(0, Currency::Eur), "price must be above zero");
        let day = "date must be a day from 1970-01-01 to today";
        check(|it| it.comparable.seen_on = date(2026, 11, 24), day);
        check(|it| it.comparable.seen_on = date(1969, 12, 31), day);
        check(|it| it.title = Some("é".repeat(201)), "title must be one line of at most 200 characters");
        check(|it| it.title = Some("a\nb".to_owned()), "title must be one line of at most 200 characters");
        check(|it| it.comparable.source = " ".to_owned(), "source must be one line of 1 to 80 characters");
        let link = "link must be a URL that starts with https:// or http://";
        check(|it| it.comparable.link = Some("javascript:alert(1)".to_owned()), link);
        check(|it| it.comparable.link = Some("https://example.com/a b".to_owned()), link);
    }

    #[test]
    fn texts_are_trimmed_and_empty_texts_are_none() {
        let stored = changed(|it| it.title = Some("  ".to_owned())).unwrap();
        assert_eq!((stored.title(), stored.comparable().source.as_str()), (None, "My shop"));
    }

    #[test]
    fn equal_comparables_have_one_identity() {
        let same = |one: fn(&mut ComparableInput), other: fn(&mut ComparableInput)| {
            changed(one).unwrap().identity() == changed(other).unwrap().identity()
        };
        let nothing = |_: &mut ComparableInput| {};
        assert!(same(nothing, |it| it.comparable.brand = Some("LEVIS".to_owned())));
        assert!(same(nothing, |it| it.title = Some("JEAN levi's 501 !".to_owned())));
        assert!(same(nothing, |it| it.comparable.source = "elsewhere".to_owned()));
        assert!(!same(nothing, |it| it.comparable.kind = ComparableKind::Asking));
        assert!(!same(nothing, |it| it.comparable.price = Money::from_major(35, Currency::Usd)));
        assert!(!same(nothing, |it| it.comparable.seen_on = date(2026, 11, 19)));
        assert!(!same(nothing, |it| it.comparable.product = Product::Type(ProductType::Jeans)));
        let named = |it: &mut ComparableInput| it.reference = Some("order 7".to_owned());
        assert!(!same(nothing, named));
        let dearer = |it: &mut ComparableInput| {
            it.reference = Some("order 7".to_owned());
            it.comparable.price = Money::from_major(99, Currency::Eur);
        };
        assert!(same(named, dearer), "equal references of one source are one comparable");
        let elsewhere = |it: &mut ComparableInput| {
            it.reference = Some("order 7".to_owned());
            it.comparable.source = "elsewhere".to_owned();
        };
        assert!(!same(named, elsewhere));
    }

    #[test]
    fn sales_of_one_generation_have_one_identity() {
        let id: GenerationId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff".parse().unwrap();
        let mut dearer = offered();
        dearer.comparable.price = Money::from_major(99, Currency::Eur);
        let sale = |offered| *NewComparable::sale_of(id, offered, date(2026, 11, 23)).unwrap().identity();
        assert_eq!(sale(offered()), sale(dearer));
        assert_ne!(sale(offered()), *changed(|_| {}).unwrap().identity());
        let account = |number| AccountId::new(uuid::Uuid::from_u128(number));
        let own = |number| {
            let new = NewComparable::own_sale_of(account(number), id, offered(), date(2026, 11, 23)).unwrap();
            assert_eq!(new.account(), Some(account(number)));
            *new.identity()
        };
        assert!(own(1) == own(1) && own(1) != own(2) && own(1) != sale(offered()));
    }

    #[test]
    fn the_id_of_a_comparable_is_a_positive_number() {
        assert_eq!("17".parse::<ComparableId>().unwrap().number(), 17);
        for wrong in ["0", "-1", "x", "", "9223372036854775808"] {
            let message = "the comparable number must be a whole number above zero";
            assert_eq!(wrong.parse::<ComparableId>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_filter_accepts_all_goods_of_a_type_and_all_spellings_of_a_brand() {
        let jeans = changed(|_| {}).unwrap().stored(ComparableId(1));
        let allows = |product, brand: Option<&str>| {
            ComparableFilter { product, brand: brand.map(str::to_owned), account: None }.allows(&jeans)
        };
        assert!(allows(None, None) && allows(Some(Product::Type(ProductType::Jeans)), Some("LEVIS")));
        assert!(allows(Some(jeans.comparable.product), None));
        assert!(!allows(Some(Product::Type(ProductType::Dress)), None) && !allows(None, Some("Zara")));
    }
}
