//! Checks the content of an answer that matches the schema. Every fault is sent to the model as a sentence.

use std::collections::BTreeSet;

use listing_domain::attributes::AttributeText;
use listing_domain::draft::DraftRequest;
use listing_domain::has_contact;
use listing_domain::options::Language;
use listing_domain::product::{Department, ProductType};
use whatlang::{Detector, Lang};

use super::{Answer, Text};
use crate::guard::{addresses_a_model, first_found, fold, suspicious_words};
use crate::lang;
use crate::prompt::MARK;

const MIN_DESCRIPTION_CHARS: usize = 20;
/// As a multiple of the text's limit. A longer text was not written for this field.
const MAX_OVERRUN: usize = 3;
const MAX_VALUE_CHARS: usize = AttributeText::MAX_CHARS;
/// The language of a shorter text cannot be detected.
const MIN_LANGUAGE_CHARS: usize = 60;
const MAX_PRICE_SPREAD: i64 = 50;

/// No listing has these, whatever its language: placeholders and words from the prompt.
const NOT_A_LISTING: &[&str] =
    &["lorem ipsum", "todo", "xxx", "not_determinable", "visible_text", "suspicious_text", "json"];

pub(super) fn faults(answer: &Answer, request: &DraftRequest) -> Vec<String> {
    let mut faults = Vec::new();
    let is_shown = request.product.is_none();
    if is_shown && answer.observations.trim().is_empty() {
        faults.push("observations must say what the photos show".to_owned());
    }
    let forbidden = forbidden_words(answer, request);
    if is_shown {
        product(answer, &mut faults);
    }
    values(answer, request, &forbidden, &mut faults);
    price(answer, &mut faults);
    for (platform, text) in &answer.listings {
        listing(platform, text, request, &forbidden, &mut faults);
    }
    faults
}

fn product(answer: &Answer, faults: &mut Vec<String>) {
    let product: Option<ProductType> = answer.product_type.parse().ok();
    let department: Option<Department> = answer.department.parse().ok();
    if let (Some(product), Some(department)) = (product, department)
        && product.department() != department
    {
        let right = product.department();
        faults.push(format!("product_type {product} belongs to the department {right}, not to {department}"));
    }
}

fn values(answer: &Answer, request: &DraftRequest, forbidden: &BTreeSet<String>, faults: &mut Vec<String>) {
    let found = &answer.attributes;
    let given = &request.known;
    let pairs = [
        ("name", &found.name, None),
        ("brand", &found.brand, given.brand.as_ref()),
        ("size", &found.size, given.size.as_ref()),
        ("color", &found.color, given.color.as_ref()),
        ("material", &found.material, given.material.as_ref()),
    ];
    for (name, seen, given) in pairs {
        let value = seen.value.trim();
        if value.chars().count() > MAX_VALUE_CHARS || value.contains('\n') || has_contact(value) {
            faults.push(format!("attributes.{name}.value must be a few words"));
        }
        // An uncertain brand is left out of the draft, so only the texts are checked for it.
        let is_left_out = name == "brand" && (request.product.is_some() || !answer.is_certain(seen));
        if let Some(word) = first_found(forbidden, value).filter(|_| !is_left_out) {
            faults.push(format!("attributes.{name}.value must not have “{word}”"));
        }
        // The seller's value replaces the model's, but a model that saw something else has described that in
        // its texts.
        if let Some(given) = given.filter(|given| seen.is_determined() && contradicts(value, given)) {
            faults.push(format!("attributes.{name}.value must be the seller’s: “{}”", given.as_str()));
        }
        let is_shown = request.product.is_none();
        if is_shown && seen.is_determined() && given.is_none() && seen.evidence.trim().is_empty() {
            faults.push(format!("attributes.{name}.evidence must say what the value rests on"));
        }
    }
}

/// A more or less detailed value does not contradict the seller's. If the seller's was withheld from the
/// model, no value does.
fn contradicts(value: &str, given: &AttributeText) -> bool {
    let (value, given) = (fold(value), fold(given.as_str()));
    !given.contains(&value) && !value.contains(&given) && !addresses_a_model(&given)
}

/// The domain decides whether the prices are plausible.
fn price(answer: &Answer, faults: &mut Vec<String>) {
    let price = &answer.price;
    let is_range = 0 < price.low && price.low <= price.mid && price.mid <= price.high;
    if !is_range || price.high / MAX_PRICE_SPREAD > price.low {
        faults.push("price.low, price.mid and price.high must be amounts in cents, in that order".to_owned());
    }
    if price.rationale.trim().is_empty() {
        faults.push("price.rationale must say why".to_owned());
    }
}

/// Returns words that no text may contain: injections in photos, and a brand that is uncertain or not the
/// seller's. Attributes with injections were not sent to the model.
fn forbidden_words(answer: &Answer, request: &DraftRequest) -> BTreeSet<String> {
    let known = &request.known;
    let seen = answer.visible_text.iter().map(String::as_str).chain([answer.observations.as_str()]);
    let mut words = suspicious_words(seen);
    let brand = &answer.attributes.brand;
    if brand.is_determined() {
        let detected = fold(&brand.value);
        let is_right = match &known.brand {
            Some(given) => !contradicts(&brand.value, given),
            // Without photos, the model cannot know the brand.
            None => request.product.is_none() && answer.is_certain(brand),
        };
        if !is_right {
            let long_words = detected.split_whitespace().filter(|word| word.chars().count() > 2);
            words.extend(long_words.map(str::to_owned));
        }
    }
    words
}

fn listing(
    platform: &str,
    text: &Text,
    request: &DraftRequest,
    forbidden: &BTreeSet<String>,
    faults: &mut Vec<String>,
) {
    let mut fault = |field: &str, what: &str| faults.push(format!("listings.{platform}.{field} {what}"));
    let Some(marketplace) = platform.parse().ok().map(|platform| request.catalogue.marketplace(platform))
    else {
        return;
    };
    let (title, description) = (text.title.trim(), text.description.trim());
    if title.is_empty() || title.chars().count() > MAX_OVERRUN * marketplace.title_max() {
        fault("title", &format!("must have 1 to {} characters", marketplace.title_max()));
    }
    let length = description.chars().count();
    if length < MIN_DESCRIPTION_CHARS || length > MAX_OVERRUN * marketplace.description_max() {
        let max = marketplace.description_max();
        fault("description", &format!("must have {MIN_DESCRIPTION_CHARS} to {max} characters"));
    }
    for (field, text) in [("title", title), ("description", description)] {
        words(field, text, forbidden, &mut fault);
    }
    if let Some(tag) =
        text.hashtags.iter().find(|tag| has_contact(tag) || first_found(forbidden, tag).is_some())
    {
        fault("hashtags", &format!("must not have “{}”", tag.chars().take(40).collect::<String>()));
    }
    if !is_in_language(request.locale.language, description) {
        fault("description", &format!("must be in {}", request.locale.language.english_name()));
    }
}

fn words(field: &str, text: &str, forbidden: &BTreeSet<String>, fault: &mut impl FnMut(&str, &str)) {
    let folded = fold(text);
    if has_contact(text) {
        fault(field, "must not have a phone number, an email address or a link");
    }
    let mut refused = NOT_A_LISTING.iter().chain(lang::all().flat_map(|lang| lang.not_a_listing));
    if folded.contains(MARK) || refused.any(|words| has_phrase(&folded, words)) {
        fault(field, "must be the text of a listing and nothing else");
    }
    if let Some(word) = first_found(forbidden, text) {
        fault(field, &format!("must not have “{word}”"));
    }
}

/// Only whole words count.
fn has_phrase(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, found)| {
        let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let starts = !phrase.starts_with(char::is_alphanumeric) || is_edge(text[..at].chars().next_back());
        starts && is_edge(text[at + found.len()..].chars().next())
    })
}

fn is_in_language(language: Language, text: &str) -> bool {
    if text.chars().count() < MIN_LANGUAGE_CHARS {
        return true;
    }
    let detector_language = |language: Language| Lang::from_code(language.iso_639_3());
    let known = Language::ALL.iter().copied().filter_map(detector_language).collect();
    let expected = detector_language(language);
    let detected = Detector::with_allowlist(known).detect(text);
    detected.is_none_or(|info| Some(info.lang()) == expected || !info.is_reliable())
}
