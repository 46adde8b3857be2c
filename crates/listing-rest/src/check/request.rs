//! The request body of a check.

use listing_answer::Amount;
use listing_answer::codes::{LanguageCode, PlatformCode};
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, ItemSpecifics, ListingFields, Platform};
use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::request::Violation;
use listing_http::ApiError;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::json::{
    self, Decimal, Entries, Ignored, Lenient, MAX_ITEMS, Object, Text, optional, or_record, parse,
};

/// A listing to check.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckRequest)]
pub(crate) struct CheckBody<'a> {
    /// The marketplace whose rules apply.
    #[serde(borrow, default)]
    #[schema(value_type = PlatformCode, required)]
    platform: Lenient<Text<'a>>,
    /// The title.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    title: Lenient<Text<'a>>,
    /// The description with its hashtags.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    description: Lenient<Text<'a>>,
    /// The price in the marketplace's currency, with at most two decimals.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 10_000_000)]
    price: Lenient<Decimal>,
    /// The marketplace's category, with ` > ` between its levels.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    category: Lenient<Text<'a>>,
    /// The marketplace's label for the condition.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>)]
    condition: Lenient<Text<'a>>,
    /// The item specifics of the form, such as `brand`, `size`, `color` and `material`. Missing ones that the
    /// marketplace requires are errors if this field is present, else warnings. The values are not checked; a
    /// number or a list is accepted too.
    #[serde(borrow, default)]
    #[schema(value_type = Option<HashMap<String, String>>, example = json!({"brand": "Levi’s", "size": "M"}))]
    item_specifics: Lenient<Entries<'a>>,
    /// The language of the messages. Default: that of `Accept-Language`, else English.
    #[serde(borrow, default)]
    #[schema(value_type = Option<LanguageCode>)]
    language: Lenient<Text<'a>>,
}

const FIELDS: &[&str] =
    &["platform", "title", "description", "price", "category", "condition", "itemSpecifics", "language"];

/// A parsed body.
pub(super) struct CheckRequest {
    pub(super) platform: Platform,
    pub(super) listing: CheckedListing,
    /// The language of the messages.
    pub(super) language: Language,
    pub(super) ignored: Ignored,
}

/// The listing of a body.
pub(super) struct CheckedListing {
    title: Option<String>,
    description: Option<String>,
    price: Option<Money>,
    category: Option<String>,
    condition: Option<String>,
    specifics: Option<ItemSpecifics>,
}

impl CheckedListing {
    pub(super) fn fields(&self) -> ListingFields<'_> {
        ListingFields {
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            price: self.price,
            category: self.category.as_deref(),
            condition: self.condition.as_deref(),
            specifics: self.specifics.as_ref(),
        }
    }
}

/// Parses a body and reports all errors at once. `accepted` is the language of a body that names none.
pub(super) fn read(body: &str, catalogue: &Catalogue, accepted: Language) -> Result<CheckRequest, ApiError> {
    let Object { fields, unknown } = json::read::<CheckBody<'_>>(body)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, &[]);
    validate(fields, ignored, catalogue, accepted)
}

fn validate(
    body: CheckBody<'_>,
    ignored: Ignored,
    catalogue: &Catalogue,
    accepted: Language,
) -> Result<CheckRequest, ApiError> {
    let mut violations = Vec::new();
    let platform: Option<Platform> = or_record(parse("platform", &body.platform), &mut violations);
    let mut text = |field, value| or_record(text(field, value), &mut violations).flatten();
    let (title, description) = (text("title", body.title), text("description", body.description));
    let (category, condition) = (text("category", body.category), text("condition", body.condition));
    let amount = or_record(price(&body.price), &mut violations).flatten();
    let specifics = or_record(specifics(body.item_specifics), &mut violations).flatten();
    let language = optional("language", &body.language, &mut violations).unwrap_or(accepted);
    match platform {
        Some(platform) if violations.is_empty() => {
            let market = Locale::new(language, None).market;
            let currency = catalogue.marketplace(platform).currency(market);
            let price = amount.map(|amount| amount.money(currency));
            let listing = CheckedListing { title, description, price, category, condition, specifics };
            Ok(CheckRequest { platform, listing, language, ignored })
        }
        _ => Err(ApiError::violations(&violations)),
    }
}

fn text(field: &'static str, value: Lenient<Text<'_>>) -> Result<Option<String>, Violation> {
    match value {
        Lenient::Absent => Ok(None),
        Lenient::Given(Text(text)) =>
        // Text areas and Windows files have CRLF.
        {
            Ok(Some(text.replace("\r\n", "\n")))
        }
        Lenient::WrongType => Err(Violation::new(field, "must be a string")),
    }
}

fn price(value: &Lenient<Decimal>) -> Result<Option<Amount>, Violation> {
    let amount = match value {
        Lenient::Absent => return Ok(None),
        Lenient::Given(Decimal(digits)) => digits.parse().ok(),
        Lenient::WrongType => None,
    };
    let accepted = "must be a number from 0 to 10000000 with at most two decimals";
    amount.map(Some).ok_or_else(|| Violation::new("price", accepted))
}

fn specifics(value: Lenient<Entries<'_>>) -> Result<Option<ItemSpecifics>, Violation> {
    let entries = match value {
        Lenient::Absent => return Ok(None),
        Lenient::Given(Entries(entries)) if entries.len() < MAX_ITEMS => entries,
        Lenient::Given(_) | Lenient::WrongType => {
            let accepted = format!("must be an object with fewer than {MAX_ITEMS} fields");
            return Err(Violation::new("itemSpecifics", accepted));
        }
    };
    let pairs = entries.iter().map(|(name, value)| match value {
        Lenient::Given(Text(text)) => (name.as_ref(), text.as_ref()),
        Lenient::Absent => (name.as_ref(), ""),
        // Some clients send numbers, or lists of values.
        Lenient::WrongType => (name.as_ref(), "stated"),
    });
    Ok(Some(ItemSpecifics::new(pairs)))
}
