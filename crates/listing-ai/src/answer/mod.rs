//! What comes back from a model, checked: first whether it can be read, then
//! whether it has the schema, then whether it means what it should. Only then is
//! a draft made of it.

mod draft;
mod meaning;
mod parse;

use std::collections::BTreeMap;

use listing_domain::draft::{Brief, Draft};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

use crate::guard;
use crate::schema::{NOT_DETERMINABLE, Schema, whole};

/// The most faults that a model is told of: it mends a few, and a long list is
/// mostly one mistake many times.
const MAX_FAULTS: usize = 12;

/// The words for how sure a model is.
const HIGH: &str = "high";
const MEDIUM: &str = "medium";

/// An answer as the schema has it.
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

/// An attribute with its evidence.
#[derive(Debug, Clone, Deserialize)]
struct Seen {
    evidence: String,
    value: String,
    confidence: String,
}

impl Answer {
    /// Whether a value can be read in the photos.
    fn is_read(&self, seen: &Seen) -> bool {
        let value = guard::fold(&seen.value);
        self.visible_text.iter().any(|text| guard::fold(text).contains(&value))
    }

    /// Whether an attribute that must not be wrong is sure enough: read, or
    /// without any doubt. A wrong brand costs the seller a return.
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

/// A text for one marketplace.
#[derive(Debug, Clone, Deserialize)]
struct Text {
    title: String,
    description: String,
    hashtags: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Price {
    rationale: String,
    #[serde(deserialize_with = "whole_number")]
    low: i64,
    #[serde(deserialize_with = "whole_number")]
    mid: i64,
    #[serde(deserialize_with = "whole_number")]
    high: i64,
}

/// Reads what the schema takes for a whole number.
fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = Number::deserialize(deserializer)?;
    whole(&number).ok_or_else(|| D::Error::custom("a whole number is needed"))
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It has no JSON object, or not of the schema.
    Form(Vec<String>),
    /// It says what it must not, or not what it must.
    Meaning(Vec<String>),
}

impl Unfit {
    /// The faults, to be told to the model.
    pub(crate) fn faults(&self) -> &[String] {
        match self {
            Self::Form(faults) | Self::Meaning(faults) => faults,
        }
    }

    /// The faults for the log, without what they quote: no text of a listing goes
    /// there.
    pub(crate) fn summary(&self) -> String {
        let unquoted = self.faults().iter().map(|fault| fault.split(" “").next().unwrap_or_default());
        unquoted.collect::<Vec<_>>().join("; ")
    }

    /// A word for it in metrics.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Form(_) => "invalid_form",
            Self::Meaning(_) => "invalid_meaning",
        }
    }
}

/// A draft made of what a model wrote.
#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) draft: Draft,
    /// Whether its JSON had to be mended.
    pub(crate) is_repaired: bool,
    /// Whether the model says that somebody tried to instruct it.
    pub(crate) is_suspicious: bool,
}

/// Checks what a model wrote and makes a draft of it.
pub(crate) fn read(text: &str, schema: &Schema, brief: &Brief) -> Result<Accepted, Unfit> {
    let cut = |mut faults: Vec<String>| {
        faults.truncate(MAX_FAULTS);
        faults
    };
    let parsed = parse::object_in(text)
        .ok_or_else(|| Unfit::Form(vec!["the answer must be one complete JSON object".to_owned()]))?;
    let faults = schema.faults(&parsed.value);
    if !faults.is_empty() {
        return Err(Unfit::Form(cut(faults)));
    }
    let answer: Answer =
        serde_json::from_value(parsed.value).map_err(|error| Unfit::Form(vec![error.to_string()]))?;
    let faults = meaning::faults(&answer, brief);
    if !faults.is_empty() {
        return Err(Unfit::Meaning(cut(faults)));
    }
    let is_suspicious = answer.suspicious_text;
    Ok(Accepted { draft: draft::of(answer, brief), is_repaired: parsed.is_repaired, is_suspicious })
}

#[cfg(test)]
mod tests;
