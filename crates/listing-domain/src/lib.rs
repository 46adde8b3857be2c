//! The core of Photo to Listing.
//!
//! It decides what is true and allowed: what a valid listing is on each of
//! twelve marketplaces, what an item may cost, who may generate and what it
//! takes. It does no I/O, reads no clock and draws no random number; what it
//! needs from outside stands under [`ports`], and what it offers as a whole
//! stands under [`usecase`].
//!
//! # Using it alone
//!
//! Another service that has its own texts can make them fit for a marketplace
//! without any port:
//!
//! ```
//! use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
//! use listing_domain::draft::PlatformText;
//! use listing_domain::listing::{Item, Listing};
//! use listing_domain::marketplace::{Catalogue, Platform};
//! use listing_domain::money::{Currency, Money};
//! use listing_domain::product::{Product, ProductType};
//! use listing_domain::wish::Language;
//!
//! # fn main() -> Result<(), listing_domain::request::Violation> {
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
//! assert_eq!(listing.title, "Veste EN Jean bleue Levi’s, Bon état");
//! assert_eq!(
//!     listing.description,
//!     "Belle veste, portée deux fois.\n\nMarque : Levi’s · État : Bon état\n\n#veste #denim"
//! );
//! assert_eq!(listing.price.to_string(), "45");
//! assert_eq!(listing.category, "Femmes > Vêtements > Manteaux et vestes > Vestes");
//! assert_eq!(listing.condition, "Bon état");
//! assert!(vinted.violations(&listing).is_empty());
//! println!("{}\n{}", listing.title, listing.description);
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

pub mod account;
pub mod attributes;
mod closed_enum;
pub mod condition;
pub mod draft;
pub mod entitlement;
pub mod expense;
pub mod generation;
pub mod idempotency;
pub mod ids;
pub mod key;
mod lang;
pub mod listing;
pub mod locale;
pub mod marketplace;
pub mod money;
pub mod origin;
pub mod photo;
pub mod ports;
pub mod pricing;
pub mod principal;
pub mod product;
pub mod quota;
pub mod request;
mod short_line;
pub mod text;
pub mod usecase;
mod violation;
pub mod wish;

pub use closed_enum::UnknownCode;
