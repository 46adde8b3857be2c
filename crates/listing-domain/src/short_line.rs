//! Short texts that people enter: names of keys, sources of plans.

/// Trims a text, and returns it if it is one line of 1 to `max_chars` characters without control characters.
pub(crate) fn short_line(text: &str, max_chars: usize) -> Option<String> {
    let text = text.trim();
    let fits = (1..=max_chars).contains(&text.chars().count());
    (fits && !text.chars().any(char::is_control)).then(|| text.to_owned())
}
