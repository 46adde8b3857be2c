//! Edits of listings: read from a form, checked, and applied to the stored data.

use listing_answer::{Amount, GeneratedData, ListingEdit};
use listing_domain::marketplace::{Marketplace, Platform};
use listing_domain::options::Language;
use listing_http::ApiError;
use sha2::{Digest as _, Sha256};

use crate::Web;
use crate::form::Fields;
use crate::view::Problem;

/// The maximum length of an edited text as a multiple of the marketplace's limit. Texts over the limit are
/// stored so that users can shorten them.
const LIMIT_FACTOR: usize = 3;
/// The maximum length of an edited text in characters, whatever the marketplace's limit.
const MAX_CHARACTERS: usize = 40_000;
/// The maximum length of a category or condition in characters.
const MAX_LABEL: usize = 300;

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

/// The result of saving one listing of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SaveOutcome {
    /// The typed listing equals the version that the form showed, or the stored listing.
    Unchanged,
    /// The listing was changed.
    Edited,
    /// The listing was not stored, for this reason.
    Refused(Problem),
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
    const fn new(platform: Platform) -> Self {
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

    /// Returns the stored fields overridden by the typed ones, and true when the typed price is valid. An
    /// invalid typed price is ignored.
    pub(crate) fn merged_with(&self, stored: &ListingEdit) -> (ListingEdit, bool) {
        let text = |typed: &Option<String>, stored: &String| typed.as_ref().unwrap_or(stored).clone();
        let price =
            self.price.as_deref().map(|text| amount(text).map(|it| it.money(stored.price.currency())));
        let edit = ListingEdit {
            title: text(&self.title, &stored.title),
            description: text(&self.description, &stored.description),
            price: price.flatten().unwrap_or(stored.price),
            category: text(&self.category, &stored.category),
            condition: text(&self.condition, &stored.condition),
        };
        (edit, price != Some(None))
    }

    /// Applies the form's edit to the stored listing, unless the listing changed after the form was shown. It
    /// never overwrites later changes.
    ///
    /// # Errors
    /// 404 when the generation has no listing for this marketplace.
    pub(crate) fn apply(
        &self,
        web: &Web,
        data: &mut GeneratedData,
        listing_language: Language,
    ) -> Result<SaveOutcome, ApiError> {
        let listing = data.listing(self.platform).ok_or_else(|| ApiError::absent("listing"))?;
        let marketplace = web.catalogue.marketplace(self.platform);
        let stored = listing.editable(data.listing_currency(listing, &web.catalogue, listing_language));
        let (edit, has_price) = self.merged_with(&stored);
        if !has_price {
            return Ok(SaveOutcome::Refused(Problem::Price));
        }
        if edit == stored || self.version.as_ref() == Some(&version(&edit)) {
            return Ok(SaveOutcome::Unchanged);
        }
        if let Some(problem) = find_problem(marketplace, &edit) {
            return Ok(SaveOutcome::Refused(problem));
        }
        if self.version.as_ref().is_some_and(|base| *base != version(&stored)) {
            return Ok(SaveOutcome::Refused(Problem::ListingChanged));
        }
        Ok(if data.edit(marketplace, edit) { SaveOutcome::Edited } else { SaveOutcome::Unchanged })
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

/// Returns the reason why the fields cannot be stored. It accepts texts that only the marketplace would
/// refuse, since the owner decides about them.
fn find_problem(marketplace: &Marketplace, edit: &ListingEdit) -> Option<Problem> {
    let is_empty = |text: &str| text.trim().is_empty();
    let most = |limit: usize| limit.saturating_mul(LIMIT_FACTOR).min(MAX_CHARACTERS);
    let (title, description) = (most(marketplace.title_max()), most(marketplace.description_max()));
    let is_long = |text: &str, most: usize| length(text) > most;
    if is_empty(&edit.title) {
        Some(Problem::NoTitle)
    } else if is_empty(&edit.description) {
        Some(Problem::NoDescription)
    } else if is_long(&edit.title, title) {
        Some(Problem::TitleTooLong(title))
    } else if is_long(&edit.description, description) {
        Some(Problem::DescriptionTooLong(description))
    } else if is_long(&edit.category, MAX_LABEL) || is_long(&edit.condition, MAX_LABEL) {
        Some(Problem::LabelTooLong(MAX_LABEL))
    } else {
        None
    }
}

/// Returns the length of a text in UTF-16 units, as marketplaces' forms count it.
pub(crate) fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
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
