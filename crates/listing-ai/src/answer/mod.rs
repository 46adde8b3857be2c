//! Checks a model's answer (JSON, schema, content) and makes a draft from it.

mod draft;
mod meaning;
mod parse;
mod relaxed;

use std::collections::BTreeMap;

use listing_domain::draft::{Draft, DraftRequest};
use serde::Deserialize;
use serde_json::Value;

use crate::guard;
use crate::schema::{NOT_DETERMINABLE, Schema};
use crate::wire::Reply;
use parse::{Parsed, decoded, objects_in};

/// Longer lists of faults mostly repeat one mistake.
const MAX_FAULTS: usize = 12;

const HIGH: &str = "high";
const MEDIUM: &str = "medium";

#[derive(Debug, Clone, Deserialize)]
struct Answer {
    observations: String,
    visible_text: Vec<String>,
    suspicious_text: bool,
    department: String,
    product_type: String,
    audience: String,
    attributes: Attributes,
    listings: BTreeMap<String, Text>,
    price: Price,
}

#[derive(Debug, Clone, Deserialize)]
struct Attributes {
    name: Seen,
    brand: Seen,
    size: Seen,
    condition: Seen,
    color: Seen,
    material: Seen,
}

#[derive(Debug, Clone, Deserialize)]
struct Seen {
    evidence: String,
    value: String,
    confidence: String,
}

impl Answer {
    fn is_read(&self, seen: &Seen) -> bool {
        let value = guard::fold(&seen.value);
        self.visible_text.iter().any(|text| guard::fold(text).contains(&value))
    }

    /// True if an attribute was read in the photos or has high confidence. With a wrong brand, the buyer
    /// would return the item.
    fn is_certain(&self, seen: &Seen) -> bool {
        seen.is_determined() && (seen.confidence == HIGH || self.is_read(seen))
    }
}

impl Seen {
    fn is_determined(&self) -> bool {
        let value = guard::fold(self.value.trim());
        !value.is_empty() && value != NOT_DETERMINABLE && value != "unknown"
    }
}

#[derive(Debug, Clone, Deserialize)]
struct Text {
    title: String,
    description: String,
    hashtags: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Price {
    rationale: String,
    low: i64,
    mid: i64,
    high: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// No JSON object matches the schema. The texts are the faults.
    Form(Vec<String>),
    /// The content is forbidden or incomplete. The texts are the faults.
    Meaning(Vec<String>),
}

impl Unfit {
    pub(crate) fn faults(&self) -> &[String] {
        match self {
            Self::Form(faults) | Self::Meaning(faults) => faults,
        }
    }

    /// The faults without quoted words, because the log must not contain the text of a listing.
    pub(crate) fn summary(&self) -> String {
        let unquoted = self.faults().iter().map(|fault| fault.split(" “").next().unwrap_or_default());
        unquoted.collect::<Vec<_>>().join("; ")
    }

    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Form(_) => "invalid_form",
            Self::Meaning(_) => "invalid_meaning",
        }
    }
}

#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) draft: Draft,
    pub(crate) is_repaired: bool,
    /// True if the model reports that a text in the request tried to instruct it.
    pub(crate) is_suspicious: bool,
}

/// The maximum number of JSON strings inside each other.
const MAX_DECODED: usize = 3;

pub(crate) fn read(reply: &Reply, schema: &Schema, request: &DraftRequest) -> Result<Accepted, Unfit> {
    let parsed = fitting(reply, schema)?;
    let answer: Answer =
        serde_json::from_value(parsed.value).map_err(|error| Unfit::Form(vec![error.to_string()]))?;
    let faults = meaning::faults(&answer, request);
    if !faults.is_empty() {
        return Err(Unfit::Meaning(first_faults(faults)));
    }
    let is_suspicious = answer.suspicious_text;
    Ok(Accepted {
        draft: draft::from_answer(answer, request),
        is_repaired: parsed.is_repaired,
        is_suspicious,
    })
}

fn first_faults(mut faults: Vec<String>) -> Vec<String> {
    faults.truncate(MAX_FAULTS);
    faults
}

/// Returns the last matching object of the first text that has one; the reasoning is searched last.
fn fitting(reply: &Reply, schema: &Schema) -> Result<Parsed, Unfit> {
    let mut fewest: Option<Vec<String>> = None;
    for text in &reply.texts {
        match fitting_in(text, schema) {
            Ok(parsed) => return Ok(parsed),
            Err(faults) => {
                let is_better = |before: &Vec<String>| faults.len() < before.len();
                if fewest.as_ref().is_none_or(is_better) && !faults.is_empty() {
                    fewest = Some(faults);
                }
            }
        }
    }
    let no_object = || vec!["the answer must be one complete JSON object".to_owned()];
    fitting_in(&reply.thinking, schema)
        .map_err(|_| Unfit::Form(first_faults(fewest.unwrap_or_else(no_object))))
}

/// Returns the last matching object, or else the faults of the object with the fewest; none without a
/// complete object.
fn fitting_in(text: &str, schema: &Schema) -> Result<Parsed, Vec<String>> {
    let mut text = std::borrow::Cow::Borrowed(text);
    let mut fewest: Vec<String> = Vec::new();
    for _ in 0..=MAX_DECODED {
        for parsed in objects_in(&text).into_iter().rev() {
            match fitted(&parsed.value, schema) {
                Ok(value) => return Ok(Parsed { value, ..parsed }),
                // The faults of a nested object do not describe the whole answer.
                Err(faults) if !parsed.is_part && (fewest.is_empty() || faults.len() < fewest.len()) => {
                    fewest = faults;
                }
                Err(_) => {}
            }
        }
        let Some(inside) = decoded(&text) else { break };
        text = inside.into();
    }
    Err(fewest)
}

/// Returns the value, or else an object inside it, if that matches the schema.
fn fitted(value: &Value, schema: &Schema) -> Result<Value, Vec<String>> {
    schema.fitted(value).or_else(|faults| {
        let inner = value.as_object().into_iter().flat_map(serde_json::Map::values);
        inner.rev().find_map(|inner| schema.fitted(inner).ok()).ok_or(faults)
    })
}

#[cfg(test)]
mod tests;
