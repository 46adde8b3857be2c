//! Fills sentences' placeholders, and groups digits.

/// Replacements are not searched for placeholders. An unknown placeholder stays, so that tests notice it.
pub(crate) fn fill(template: &str, given: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let found = behind.split_once('}').and_then(|(name, behind)| {
            let (_, text) = given.iter().find(|(given, _)| *given == name)?;
            Some((*text, behind))
        });
        let (text, behind) = found.unwrap_or(("{", behind));
        out.push_str(text);
        rest = behind;
    }
    out + rest
}

/// In threes: "1,200".
pub(crate) fn grouped(digits: &str, between: char) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(between);
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_once() {
        let check = |template, expected| {
            assert_eq!(fill(template, &[("a", "{b}"), ("b", "two")]), expected);
        };
        check("{a} and {b}.", "{b} and two.");
        check("none", "none");
        check("{c} {", "{c} {");
    }
}
