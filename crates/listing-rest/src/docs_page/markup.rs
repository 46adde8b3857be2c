//! How the document's texts become markup: paragraphs, and code between
//! backticks. Everything else in them is text.

/// Paragraphs, which blank lines separate.
pub(super) fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.is_empty());
    paragraphs.flat_map(|paragraph| ["<p>".to_owned(), inline(paragraph), "</p>".to_owned()]).collect()
}

/// A text within a line.
pub(super) fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escaped(part);
        // Every second part stands between backticks.
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

/// The first digit of a status: its class.
pub(super) fn class(status: &str) -> &str {
    status.get(..1).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
