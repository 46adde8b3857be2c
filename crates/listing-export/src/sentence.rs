//! Findings as sentences.

use std::fmt;

use listing_answer::Code;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::Language;

use crate::field::Field;
use crate::lang::{self, EBAY_FR, EBAY_UK, EBAY_US};
use crate::report::Finding;

impl Finding {
    /// Returns the finding as a sentence in a language.
    pub fn sentence(&self, language: Language) -> String {
        let words = &lang::for_language(language).findings;
        let field = |column: &str| match Field::of_column(column) {
            Some(field) => (words.field)(field).to_owned(),
            None => (words.column)(column),
        };
        match self {
            Self::NoListing(platform) => (words.no_listing)(name(*platform)),
            Self::NoListings => words.no_listings.to_owned(),
            Self::OtherLanguage { found, needed } => (words.other_language)(*found, *needed),
            Self::NoCategoryId(path) => (words.no_category_id)(path),
            Self::CategoryIdOfOtherSite(id) => (words.category_id_of_other_site)(id),
            Self::NoConditionId(label) => (words.no_condition_id)(label),
            Self::ConditionAssumed(label) => (words.condition_assumed)(label),
            Self::OtherCurrency { found, needed } => (words.other_currency)(found.code(), needed.code()),
            Self::UnstatedCurrency(currency) => (words.unstated_currency)(currency.code()),
            Self::MissingRequired(column) => (words.missing_required)(&field(column)),
            Self::Missing(column) => (words.missing)(&field(column)),
            Self::Cut { field: column, max } => (words.cut)(&field(column), *max),
            Self::Cleaned(column) => (words.cleaned)(&field(column)),
            Self::Quoted(column) => (words.quoted)(&field(column)),
            Self::OtherPlatform(Code::Known(platform)) => (words.other_platform)(name(*platform)),
            Self::OtherPlatform(Code::Other(code)) => (words.other_platform)(code),
            Self::PhotosWithoutAddress(count) => (words.photos_without_address)(*count),
            Self::TooManyPhotos { left_out, max } => (words.too_many_photos)(*left_out, *max),
            Self::PhotosWithoutPicture(count) => (words.photos_without_picture)(*count),
            Self::NoPhotos => words.no_photos.to_owned(),
            Self::RepeatedSku => words.repeated_sku.to_owned(),
            Self::TagsLeftOut(count) => (words.tags_left_out)(*count),
        }
    }
}

impl fmt::Display for Finding {
    /// Writes the English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::En))
    }
}

/// Returns a marketplace's name, which is the same in all languages.
fn name(platform: Platform) -> &'static str {
    Catalogue::default().marketplace(platform).name()
}

impl Field {
    /// Returns the field in a column or property of any format.
    fn of_column(column: &str) -> Option<Self> {
        Some(match column {
            "Title" | "TITLE" | "title" | "Name" | "name" => Self::Title,
            "Description" | "DESCRIPTION" | "description" => Self::Description,
            "Categories" | "Type" | "product_type" => Self::Category,
            "Tags" | "TAGS" => Self::Tags,
            "SKU" | "Custom label (SKU)" | "id" => Self::Sku,
            "Brands" | "Vendor" | "brand" => Self::Brand,
            "size" => Self::Size,
            "color" => Self::Color,
            "MATERIALS" | "material" => Self::Material,
            "condition" | "itemCondition" | "Google Shopping / Condition" => Self::Condition,
            "link" | "url" => Self::Link,
            "image_link" => Self::Photo,
            "Image alt text" => Self::PhotoText,
            other if other.starts_with("Option") || other.starts_with("Attribute") => Self::Attribute,
            other => return Self::of_specific(other),
        })
    }

    /// Returns the field in a column for an item specific of an eBay site.
    fn of_specific(column: &str) -> Option<Self> {
        [&EBAY_US, &EBAY_UK, &EBAY_FR].into_iter().find_map(|words| {
            let specifics = [
                (words.brand, Self::Brand),
                (words.size, Self::Size),
                (words.color, Self::Color),
                (words.material, Self::Material),
                (words.department, Self::Department),
            ];
            specifics.into_iter().find(|(name, _)| *name == column).map(|(_, field)| field)
        })
    }
}
