//! How the document's texts become markup: paragraphs, and code between
//! backticks. Everything else in them is text.
#![expect(unreachable_pub, reason = "the macro makes a public struct of each filter")]

use std::fmt::Write as _;

use askama::filters::Safe;

/// Paragraphs, which blank lines separate.
#[askama::filter_fn]
pub(super) fn prose(text: &str, _: &dyn askama::Values) -> askama::Result<Safe<String>> {
    let mut markup = String::new();
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        write!(markup, "<p>{}</p>", inline(paragraph))?;
    }
    Ok(Safe(markup))
}

/// A text within a line.
#[askama::filter_fn]
pub(super) fn prose_inline(text: &str, _: &dyn askama::Values) -> askama::Result<Safe<String>> {
    Ok(Safe(inline(text)))
}

/// The first character: the class of a status.
#[askama::filter_fn]
pub(super) fn first_character(text: &str, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(text.chars().take(1).collect())
}

fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escaped(part);
        // Every second part stands between backticks.
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
