//! Edits of listings, read from a form.

use listing_answer::Amount;
use listing_domain::edit::{EnteredPrice, InvalidEdit, ListingChange, ListingEdit};
use listing_domain::marketplace::Platform;
use listing_domain::usecase::EditBasis;
use listing_http::ApiError;
use sha2::{Digest as _, Sha256};

use crate::form::Fields;
use crate::view::Problem;

/// A listing as typed into a form. Fields missing from the form keep their stored values.
#[derive(Debug, Clone)]
pub(crate) struct TypedListing {
    pub(crate) platform: Platform,
    /// The digest of the stored version that the form showed.
    pub(crate) version: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) price: Option<String>,
    pub(crate) category: Option<String>,
    pub(crate) condition: Option<String>,
}

/// Returns the listings in a form. Each field belongs to the last `platform` field before it.
///
/// # Errors
/// 400 when a platform is unknown, when there is none, or when there are more platforms than marketplaces.
pub(crate) fn typed(fields: &Fields) -> Result<Vec<TypedListing>, ApiError> {
    let mut all: Vec<TypedListing> = Vec::new();
    for (name, value) in fields.iter() {
        if name == "platform" {
            let platform = value.parse();
            let platform = platform.map_err(|error| ApiError::invalid(format!("platform: {error}")))?;
            all.push(TypedListing::new(platform));
        } else if let Some(field) = all.last_mut().and_then(|last| last.field(name)) {
            // Browsers send line breaks as CRLF.
            *field = Some(value.replace("\r\n", "\n"));
        }
    }
    if all.is_empty() || all.len() > Platform::ALL.len() {
        return Err(ApiError::invalid("platform: one for each listing"));
    }
    Ok(all)
}

impl TypedListing {
    pub(crate) const fn new(platform: Platform) -> Self {
        Self {
            platform,
            version: None,
            title: None,
            description: None,
            price: None,
            category: None,
            condition: None,
        }
    }

    fn field(&mut self, name: &str) -> Option<&mut Option<String>> {
        Some(match name {
            "version" => &mut self.version,
            "title" => &mut self.title,
            "description" => &mut self.description,
            "price" => &mut self.price,
            "category" => &mut self.category,
            "condition" => &mut self.condition,
            _ => return None,
        })
    }

    /// Returns the typed fields as a change of the listing.
    pub(crate) fn change(&self) -> ListingChange {
        let minor = |amount: Amount| EnteredPrice::Minor(amount.minor());
        ListingChange {
            platform: self.platform,
            title: self.title.clone(),
            description: self.description.clone(),
            price: self.price.as_deref().map(|text| amount(text).map_or(EnteredPrice::Invalid, minor)),
            category: self.category.clone(),
            condition: self.condition.clone(),
        }
    }

    /// Returns the version on which the form's edit is based. An edit never overwrites later changes.
    pub(crate) fn basis(&self, stored: &ListingEdit, edited: &ListingEdit) -> EditBasis {
        match &self.version {
            Some(base) if *base == version(edited) => EditBasis::Unchanged,
            Some(base) if *base != version(stored) => EditBasis::Overtaken,
            Some(_) | None => EditBasis::Current,
        }
    }
}

impl From<InvalidEdit> for Problem {
    fn from(fault: InvalidEdit) -> Self {
        match fault {
            InvalidEdit::Price => Self::Price,
            InvalidEdit::NoTitle => Self::NoTitle,
            InvalidEdit::NoDescription => Self::NoDescription,
            InvalidEdit::TitleTooLong(most) => Self::TitleTooLong(most),
            InvalidEdit::DescriptionTooLong(most) => Self::DescriptionTooLong(most),
            InvalidEdit::CategoryTooLong(most) | InvalidEdit::ConditionTooLong(most) => {
                Self::LabelTooLong(most)
            }
        }
    }
}

/// Returns a digest of a listing's fields, which identifies this version of the listing.
pub(crate) fn version(edit: &ListingEdit) -> String {
    let ListingEdit { title, description, price, category, condition } = edit;
    let mut digest = Sha256::new();
    for text in [title, description, &price.minor().to_string(), category, condition] {
        digest.update(text);
        // A byte that no form field contains separates the fields.
        digest.update([0]);
    }
    let digest = digest.finalize();
    format!("{:016x}", u64::from_be_bytes(std::array::from_fn(|index| digest[index])))
}

/// Parses an amount in English or French format: `1 234,50`, `12.5`, `12 €`.
fn amount(text: &str) -> Option<Amount> {
    let is_ignored = |sign: char| sign.is_whitespace() || matches!(sign, '€' | '£' | '$');
    text.replace(is_ignored, "").replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_in_both_languages_formats() {
        for (text, read) in [
            ("12", Some("12")),
            ("12,5", Some("12.5")),
            ("12.50 €", Some("12.5")),
            ("$1\u{202f}234,99", Some("1234.99")),
            ("0", Some("0")),
            ("", None),
            ("1,234", None),
            ("1.2.3", None),
            ("-1", None),
            ("ten", None),
            ("12,", None),
            ("99999999", None),
        ] {
            assert_eq!(amount(text).map(|it| it.to_string()).as_deref(), read, "{text:?}");
        }
    }
}
