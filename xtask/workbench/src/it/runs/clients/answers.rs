//! Expected output of API clients: the responses to documented requests, and the fields to print.

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::{Deployment, text_at};
use crate::load::{Connection, usage_request};
use xtask::client;
use xtask::ptl::Server;

/// Well-formed, but does not exist.
pub(super) const STRANGERS_KEY: &str = "ptl_0000000000000000000000000000000000000000000000000000000000000000";
/// Request that all code samples send, as a JSON pointer in the OpenAPI document.
const EXAMPLE: &str = "/paths/~1api~1v1~1listings/post/requestBody/content/application~1json/example";
/// Characters that every programming language prints on one line.
const ON_ONE_LINE: usize = 60;

/// Responses to an account's first calls.
pub(super) struct Answers {
    generated: Value,
    usage: Value,
    /// Message to a call without a valid key.
    pub(super) refusal: String,
}

impl Answers {
    /// Sends the OpenAPI document's example, then requests the usage.
    pub(super) fn new(deployment: &Deployment, server: &Server) -> Result<Self> {
        let key = deployment.account("answers")?.key;
        let description: Value =
            serde_json::from_str(&text_at(&format!("{}/.well-known/openapi.json", server.url))?)?;
        let example =
            description.pointer(EXAMPLE).context("the OpenAPI document has no example of a request")?;
        let (status, generated) = client::generate(server, &key, example)?;
        ensure!(status == 200, "the example from the OpenAPI document got status {status}: {generated}");
        let usage = |key: &str| -> Result<Value> {
            let answer = Connection::open(&server.url)?.send(&usage_request(key))?;
            Ok(serde_json::from_str(&answer.body)?)
        };
        let refusal =
            usage(STRANGERS_KEY)?["message"].as_str().context("the refusal has no message")?.to_owned();
        Ok(Self { generated, usage: usage(&key)?, refusal })
    }

    /// Returns the fields and values that a call must print.
    pub(super) fn facts(&self, operation: &str) -> Result<Vec<String>> {
        let answer = match operation {
            "generateListings" => &self.generated,
            "getUsage" => &self.usage,
            other => anyhow::bail!("no expected answer for {other}"),
        };
        let facts = facts("", &answer["data"]);
        ensure!(facts.len() > 3, "the answer has too few values to compare: {answer}");
        Ok(facts)
    }
}

/// Returns every field that all languages print the same way, except quotes and spaces.
fn facts(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| facts(name, value)).collect(),
        Value::Array(items) => items.iter().flat_map(|item| facts(name, item)).collect(),
        Value::String(text) if text.chars().count() <= ON_ONE_LINE && !text.contains('\n') => {
            vec![tight(&format!("{name}:{text}"))]
        }
        Value::Number(number) => vec![format!("{name}:{number}")],
        // Languages print booleans in different ways.
        _ => Vec::new(),
    }
}

/// Removes quotes, spaces and backslashes.
pub(super) fn tight(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && !"'\"`\\".contains(*character)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_found_in_the_output_of_every_language() {
        let data = json!({
            "listings": [{ "platform": "ebay", "title": "A \"big\" jacket, men's", "description": "a\nb" }],
            "suggestedPrice": 30, "isSubscribed": false,
        });
        let facts = facts("", &data);
        assert_eq!(facts, ["platform:ebay", "title:Abigjacket,mens", "suggestedPrice:30"]);
        for printed in [
            data.to_string(),
            format!("{data:#}"),
            r#"{'listings': [{'platform': 'ebay', 'title': 'A "big" jacket, men\'s'}], 'suggestedPrice': 30}"#
                .to_owned(),
            "{\n  listings: [ { platform: 'ebay',\n title: `A \"big\" jacket, men's` } ],\n  suggestedPrice: 30\n}"
                .to_owned(),
        ] {
            let printed = tight(&printed);
            assert!(facts.iter().all(|fact| printed.contains(fact)), "{printed}");
        }
    }
}
