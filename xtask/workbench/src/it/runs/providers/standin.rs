//! What a model that behaves would answer.

use listing_domain::options::Language;
use listing_testkit::ModelAnswer;
use serde_json::Value;

/// The marketplaces that are asked for, in both languages.
pub(super) const PLATFORMS: [&str; 2] = ["vinted", "leboncoin"];

/// A good answer about a jacket.
pub(super) fn answer(language: Language) -> Value {
    ModelAnswer::new(language).json(PLATFORMS, None, None)
}
