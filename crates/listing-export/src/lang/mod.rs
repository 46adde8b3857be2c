//! Words of exported files, one file for each language.

mod en;
mod fr;

use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::product::Audience;

pub(crate) use en::{EBAY_UK, EBAY_US};
pub(crate) use fr::EBAY_FR;

use crate::field::Field;

/// The words in one language.
pub(crate) struct Words {
    pub(crate) size: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) title: &'static str,
    pub(crate) price: &'static str,
    pub(crate) category: &'static str,
    pub(crate) condition: &'static str,
    pub(crate) description: &'static str,
    /// The sign between a label and its value.
    pub(crate) colon: &'static str,
    pub(crate) money: fn(Money) -> String,
    pub(crate) findings: FindingWords,
}

/// The sentences about an item in a file, see [`Finding`](crate::Finding).
pub(crate) struct FindingWords {
    /// The name of a field, as the sentences need it.
    pub(crate) field: fn(Field) -> &'static str,
    /// The name of a column that is not a field of an item, likewise.
    pub(crate) column: fn(&str) -> String,
    /// The parameter of these two is a marketplace's name.
    pub(crate) no_listing: fn(&str) -> String,
    pub(crate) other_platform: fn(&str) -> String,
    pub(crate) no_listings: &'static str,
    /// The parameters are the found and the needed language, likewise the currencies.
    pub(crate) other_language: fn(Language, Language) -> String,
    pub(crate) other_currency: fn(&str, &str) -> String,
    pub(crate) unstated_currency: fn(&str) -> String,
    pub(crate) no_category_id: fn(&str) -> String,
    pub(crate) category_id_of_other_site: fn(&str) -> String,
    pub(crate) no_condition_id: fn(&str) -> String,
    pub(crate) condition_assumed: fn(&str) -> String,
    /// The parameter of these is the name of a field.
    pub(crate) missing_required: fn(&str) -> String,
    pub(crate) missing: fn(&str) -> String,
    pub(crate) cleaned: fn(&str) -> String,
    pub(crate) quoted: fn(&str) -> String,
    /// The parameters are the name of a field and the allowed number of characters.
    pub(crate) cut: fn(&str, usize) -> String,
    pub(crate) photos_without_address: fn(usize) -> String,
    /// The parameters are the number left out and the allowed number.
    pub(crate) too_many_photos: fn(usize, usize) -> String,
    pub(crate) photos_without_picture: fn(usize) -> String,
    pub(crate) no_photos: &'static str,
    pub(crate) repeated_sku: &'static str,
    pub(crate) tags_left_out: fn(usize) -> String,
}

/// The item specifics of one eBay site.
#[derive(Debug)]
pub(crate) struct EbayWords {
    /// The columns of a draft file, with those of the specifics at the end.
    pub(crate) columns: &'static [&'static str],
    pub(crate) brand: &'static str,
    pub(crate) size: &'static str,
    pub(crate) color: &'static str,
    pub(crate) material: &'static str,
    pub(crate) department: &'static str,
    /// The department of an audience; `None` if the site's word is not known.
    pub(crate) department_of: fn(Audience) -> Option<&'static str>,
}

pub(crate) const fn for_language(language: Language) -> &'static Words {
    match language {
        Language::Fr => &fr::WORDS,
        Language::En => &en::WORDS,
    }
}
