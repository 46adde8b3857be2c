//! Words of exported files, one file for each language.

mod en;
mod fr;

use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::product::Audience;

pub(crate) use en::{EBAY_UK, EBAY_US};
pub(crate) use fr::EBAY_FR;

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
