//! Rendering of the document's texts as HTML: paragraphs, and code between backticks. All other characters
//! are escaped.

/// Renders paragraphs, separated by blank lines.
pub(super) fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.is_empty());
    paragraphs.flat_map(|paragraph| ["<p>".to_owned(), inline(paragraph), "</p>".to_owned()]).collect()
}

/// Renders a text within a line.
pub(super) fn inline(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        let part = escaped(part);
        // Parts with an odd index are between backticks.
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part }
    });
    parts.collect()
}

/// Returns the class of an HTTP status, its first digit.
pub(super) fn class(status: &str) -> &str {
    status.get(..1).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
