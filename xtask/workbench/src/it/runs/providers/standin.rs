//! A valid answer of a model, for mock servers.

use listing_domain::options::Language;
use listing_testkit::ModelAnswer;
use serde_json::Value;

/// Named by the requests, in either language.
pub(super) const PLATFORMS: [&str; 2] = ["vinted", "leboncoin"];

pub(super) fn answer(language: Language) -> Value {
    ModelAnswer::new(language).json(PLATFORMS, None, None)
}
