//! Checks a browser's logs: console errors and network calls.

use anyhow::{Result, ensure};
use serde_json::Value;
use thirtyfour::BrowserLogEntry;

/// Console message about a 4xx response, which the page itself shows.
const ANSWERED: &str = "the server responded with a status of 4";

/// An error response to a page or a form is allowed, but not to an asset.
pub(super) fn assert_no_console_error(console: &[BrowserLogEntry]) -> Result<()> {
    let errors: Vec<_> = console.iter().filter(|entry| is_console_error(entry)).collect();
    ensure!(errors.is_empty(), "the browser console has errors: {errors:?}");
    Ok(())
}

fn is_console_error(entry: &BrowserLogEntry) -> bool {
    let is_bad = ["SEVERE", "WARNING"].contains(&entry.level.as_str());
    let is_answer = entry.message.contains(ANSWERED) && !entry.message.contains("/assets/");
    is_bad && !is_answer
}

/// Returns the number of calls to the service.
pub(super) fn assert_only_own_calls(
    network: &[BrowserLogEntry],
    origin: &str,
    others: &[String],
) -> Result<usize> {
    let mut calls = 0;
    for entry in network {
        let noted: Value = serde_json::from_str(&entry.message)?;
        let noted = &noted["message"];
        if noted["method"] != "Network.requestWillBeSent" {
            continue;
        }
        let address = noted["params"]["request"]["url"].as_str().unwrap_or_default();
        let is_at = |origin: &str| address.starts_with(&format!("{origin}/"));
        let (is_own, is_allowed) = (is_at(origin), others.iter().any(|other| is_at(other)));
        ensure!(
            is_own || is_allowed || is_in_the_browser(address),
            "the page called another host: {address}"
        );
        calls += usize::from(is_own);
    }
    Ok(calls)
}

/// Such as `data:`.
fn is_in_the_browser(address: &str) -> bool {
    ["data:", "blob:", "about:"].iter().any(|scheme| address.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(level: &str, message: String) -> BrowserLogEntry {
        BrowserLogEntry { level: level.to_owned(), message, timestamp: 0, source: None }
    }

    #[test]
    fn a_console_error_is_allowed_for_a_page_but_not_for_an_asset() {
        let answered = |path: &str| {
            let text =
                format!("http://127.0.0.1:1{path} - Failed to load resource: {ANSWERED}04 (Not Found)");
            entry("SEVERE", text)
        };
        assert!(assert_no_console_error(&[answered("/account/nothing")]).is_ok());
        assert!(assert_no_console_error(&[answered("/assets/style.css")]).is_err());
        assert!(assert_no_console_error(&[entry("INFO", "hello".to_owned())]).is_ok());
        let refused = "Refused to apply inline style because it violates the Content Security Policy";
        assert!(assert_no_console_error(&[entry("SEVERE", refused.to_owned())]).is_err());
    }

    #[test]
    fn calls_to_other_hosts_are_found() {
        let call = |address: &str| {
            let noted = serde_json::json!({ "message": {
                "method": "Network.requestWillBeSent", "params": { "request": { "url": address } },
            } });
            entry("INFO", noted.to_string())
        };
        let here = "http://127.0.0.1:8080";
        let own = [call("http://127.0.0.1:8080/"), call("data:image/png;base64,AA==")];
        assert_eq!(assert_only_own_calls(&own, here, &[]).unwrap(), 1);
        assert!(assert_only_own_calls(&[call("http://127.0.0.1:80801/")], here, &[]).is_err());
        let other = [call("https://fonts.example/a.woff2")];
        assert!(assert_only_own_calls(&other, here, &[]).is_err());
        assert_eq!(assert_only_own_calls(&other, here, &["https://fonts.example".to_owned()]).unwrap(), 0);
    }
}
