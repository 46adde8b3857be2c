//! A made-up valid answer of a model, for mock servers.

use listing_domain::options::Language;
use listing_testkit::ModelAnswer;
use serde_json::Value;

/// Marketplaces that the requests name, in either language.
pub(super) const PLATFORMS: [&str; 2] = ["vinted", "leboncoin"];

/// Returns a valid answer about a jacket.
pub(super) fn answer(language: Language) -> Value {
    ModelAnswer::new(language).json(PLATFORMS, None, None)
}
