//! Short texts that people enter.

/// Trims a text, if it is one line of 1 to `max_chars` characters without control characters.
pub(crate) fn short_line(text: &str, max_chars: usize) -> Option<String> {
    let text = text.trim();
    let fits = (1..=max_chars).contains(&text.chars().count());
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}
