//! A well-behaved fake model, so that a test changes only what it is about.

use listing_domain::options::Language;
use listing_testkit::ModelAnswer;
use listing_testkit::service::{Received, Step};
use serde_json::Value;

use crate::formats::{Format, text_of};

pub(crate) fn answer(request: &Received) -> Value {
    let text = text_of(request);
    let is_french = text.contains("Language of every text: French");
    let language = if is_french { Language::Fr } else { Language::En };
    let known = known(&text);
    ModelAnswer::new(language).json(platforms(&text), known["color"].as_str(), known["material"].as_str())
}

pub(crate) fn good(format: Format, request: &Received) -> Step {
    Step::ok(&format.done(&answer(request).to_string()))
}

/// The seller's data, which the fake model does not contradict.
fn known(text: &str) -> Value {
    let json = text.split_once("The seller's data, as JSON:\n").and_then(|(_, rest)| rest.lines().next());
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// Reads lines such as `- vinted (Vinted): …`.
fn platforms(text: &str) -> impl Iterator<Item = &str> {
    let list = text.split_once("for each of these marketplaces:\n").map_or("", |(_, rest)| rest);
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| Some(line.strip_prefix("- ")?.split_once(" (")?.0))
}
