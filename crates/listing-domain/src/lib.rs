//! The core of Photo to Listing.
//!
//! It contains the rules: which listings a marketplace accepts, which price to suggest, who may generate
//! listings, and what quota that takes. It does no I/O, reads no clock and draws no random numbers. The
//! interfaces that it needs are in [`ports`], and its operations in [`usecase`].
//!
//! # Using it alone
//!
//! The items at the crate root are for other services that use only this crate. The changelog lists every
//! change to these items. The modules are for this workspace and may change at any time. Fitting your own
//! texts to a marketplace needs no port:
//!
//! ```
//! use listing_domain::{AttributeText, Attributes, KnownAttributes, Product, ProductType};
//! use listing_domain::{Catalogue, Currency, Item, Language, Listing, Money, Platform, PlatformText};
//!
//! # fn main() -> Result<(), listing_domain::Violation> {
//! let known = KnownAttributes {
//!     brand: AttributeText::parse("brand", "Levi’s")?,
//!     condition: AttributeText::parse("condition", "good")?,
//!     ..KnownAttributes::default()
//! };
//! let item = Item {
//!     product: Product::Type(ProductType::Jacket),
//!     audience: None,
//!     attributes: Attributes::default().with_known(&known),
//!     known,
//! };
//! let text = PlatformText {
//!     platform: Platform::Vinted,
//!     title: "VESTE EN JEAN bleue 45 €".to_owned(),
//!     description: "Belle veste, portée deux fois. Tél : 06 12 34 56 78.".to_owned(),
//!     hashtags: vec!["Veste".to_owned(), "Denim".to_owned()],
//! };
//! let catalogue = Catalogue::default();
//! let vinted = catalogue.marketplace(text.platform);
//! let price = Money::from_minor(4_430, Currency::Eur);
//! let listing = Listing::compose(vinted, &item, &text, price, Language::Fr);
//!
//! assert_eq!(listing.title, "Veste en Jean bleue Levi’s");
//! assert_eq!(
//!     listing.description,
//!     "Belle veste, portée deux fois.\n\nMarque\u{a0}: Levi’s · Bon état\n\n#veste #denim"
//! );
//! assert_eq!(listing.price.to_string(), "45");
//! assert_eq!(listing.category, "Femmes > Vêtements > Manteaux et vestes > Vestes");
//! assert_eq!(listing.condition, "Bon état");
//! assert!(vinted.violations(&listing).is_empty());
//! println!("{}\n{}", listing.title, listing.description);
//! # Ok(())
//! # }
//! ```
//!
//! Suggest a price, with its reasons:
//!
//! ```
//! use listing_domain::{Attribute, Attributes, Language, Locale, Market, Product, ProductType};
//! use listing_domain::{PriceQuestion, ReferenceRates, suggest};
//!
//! let attributes =
//!     Attributes { condition: Some(Attribute::seen("good", 0.9)), ..Attributes::default() };
//! let question = PriceQuestion {
//!     product: Product::Type(ProductType::Jacket),
//!     attributes: &attributes,
//!     opinion: None,
//!     comparables: &[],
//!     notes: None,
//!     locale: Locale::new(Language::En, Some(Market::UnitedKingdom)),
//! };
//! let price = suggest(&question, &ReferenceRates::default());
//!
//! assert_eq!(price.suggested.to_string(), "10");
//! let expected = "Estimate without market data for the United Kingdom, in pounds sterling: jacket";
//! assert!(price.rationale.starts_with(expected));
//! ```
//!
//! Check a listing against the rules of a marketplace:
//!
//! ```
//! use listing_domain::marketplace::Rule;
//! use listing_domain::{Catalogue, Currency, Language, Listing, Money, Platform};
//!
//! let listing = Listing {
//!     platform: Platform::Leboncoin,
//!     title: "Veste en jean, 45 €".to_owned(),
//!     description: "Écrivez à nom@exemple.fr pour la voir.".to_owned(),
//!     price: Money::from_major(45, Currency::Eur),
//!     category: "Vêtements".to_owned(),
//!     condition: "Bon état".to_owned(),
//!     warning: None,
//! };
//! let findings = Catalogue::default().marketplace(listing.platform).check(&(&listing).into());
//!
//! let rules: Vec<Rule> = findings.iter().map(|finding| finding.rule()).collect();
//! assert_eq!(rules, [Rule::PriceInText, Rule::EmailAddress]);
//! assert_eq!(findings[1].message(Language::En), "The description contains an email address.");
//! ```
#![deny(missing_docs)]

pub mod account;
pub mod attributes;
pub mod batch;
pub mod billing;
mod closed_enum;
pub mod comparables;
pub mod condition;
pub mod details;
pub mod draft;
pub mod edit;
pub mod entitlement;
mod error_chain;
pub mod expense;
pub mod generation;
pub mod grouping;
pub mod idempotency;
pub mod ids;
pub mod kept_photos;
pub mod key;
pub mod label;
pub mod lane;
mod lang;
pub mod link;
pub mod listing;
pub mod locale;
pub mod mail;
pub mod marketplace;
pub mod metadata;
mod missing_fact;
pub mod money;
pub mod notes;
pub mod options;
pub mod origin;
pub mod password;
pub mod payment;
pub mod person;
pub mod photo;
pub mod ports;
pub mod pricing;
pub mod principal;
pub mod product;
pub mod quantity;
pub mod quota;
pub mod request;
mod search_words;
pub mod session;
mod short_line;
pub mod sku;
pub mod statement;
mod text;
pub mod token;
pub mod tray;
mod tsv;
pub mod usecase;
mod violation;
pub mod webhook;

pub use attributes::{Attribute, AttributeText, Attributes, KnownAttributes};
pub use closed_enum::UnknownCode;
pub use draft::PlatformText;
pub use error_chain::ErrorChain;
pub use listing::{Item, Listing};
pub use locale::{Locale, Market};
pub use marketplace::{Catalogue, Marketplace, MarketplaceOverride, Platform};
pub use money::{Currency, Money};

pub use lang::has_contact;
pub use options::{Language, Tone};
pub use pricing::{Comparable, PriceQuestion, PriceSuggestion, ReferenceRates, suggest};
pub use product::{Department, Product, ProductType};
pub use request::Violation;
pub use search_words::{SearchText, SearchWords};
