//! Unknown fields of a request. The service ignores them and warns the caller, since a misspelled attribute
//! would otherwise be lost silently.

use std::fmt::Write as _;

use actix_web::http::header::HeaderName;
use listing_domain::request::IgnoredField;

/// The header with warnings about ignored fields.
pub(crate) const WARNINGS: HeaderName = HeaderName::from_static("x-ptl-warnings");

/// The maximum number of unknown fields in the warnings.
const MAX_NAMED: usize = 10;
/// The maximum characters of a field name in the warnings.
const MAX_NAME_CHARS: usize = 64;

/// The unknown fields of one object.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// The first [`MAX_NAMED`] names of unknown fields.
    names: Vec<String>,
    /// The total number of unknown fields.
    count: usize,
}

impl Unknown {
    pub(crate) fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < MAX_NAMED {
            self.names.push(shown(name));
        }
    }
}

/// Returns a name that is safe in headers and logs: visible ASCII without separators, cut to
/// [`MAX_NAME_CHARS`].
fn shown(name: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_graphic() && !matches!(c, '"' | ',' | ';' | '\\');
    let plain: String = name.chars().filter(is_plain).take(MAX_NAME_CHARS).collect();
    if plain.is_empty() { "?".to_owned() } else { plain }
}

/// The ignored fields of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Ignored {
    /// The first [`MAX_NAMED`] ignored fields.
    pub(crate) fields: Vec<IgnoredField>,
    /// The number of further ignored fields.
    more: usize,
}

impl Ignored {
    /// Adds the unknown fields of an object or query. Suggestions come from its `known` fields first, then
    /// from `elsewhere`; both lists hold full paths.
    pub(crate) fn add(&mut self, prefix: &str, unknown: &Unknown, known: &[&str], elsewhere: &[&str]) {
        self.more += unknown.count - unknown.names.len();
        for name in &unknown.names {
            if self.fields.len() == MAX_NAMED {
                self.more += 1;
                continue;
            }
            let field = format!("{prefix}{name}");
            let suggestion = nearest(name, known).or_else(|| nearest(name, elsewhere)).map(str::to_owned);
            let advice = match &suggestion {
                Some(nearest_field) => format!("did you mean {nearest_field}?"),
                None => format!("known here: {}", known.join(" ")),
            };
            let message = format!("{field} is unknown and was ignored; {advice}");
            self.fields.push(IgnoredField { field, suggestion, message });
        }
    }

    /// Returns the value of the warning header; `None` without ignored fields.
    pub(crate) fn header(&self) -> Option<String> {
        let messages: Vec<&str> = self.fields.iter().map(|ignored| ignored.message.as_str()).collect();
        let mut text = messages.join(", ");
        if self.more > 0 {
            let _ = write!(text, ", and {} more", self.more);
        }
        Some(text).filter(|text| !text.is_empty())
    }
}

/// Returns the known field whose last path segment is closest to a name, if one is close.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name = name.to_ascii_lowercase().replace(['-', '_'], "");
    let distance_to =
        |known: &str| distance(&name, &known.rsplit('.').next().unwrap_or(known).to_ascii_lowercase());
    let (distance, nearest) = known.iter().map(|known| (distance_to(known), *known)).min()?;
    let is_near = distance <= 2 && distance * 2 < name.chars().count();
    is_near.then_some(nearest)
}

/// Returns the edit distance (Levenshtein) between two texts.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, expected) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *expected);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTRIBUTES: &[&str] = &[
        "attributes.brand",
        "attributes.size",
        "attributes.condition",
        "attributes.color",
        "attributes.material",
    ];
    const TOP: &[&str] = &["photos", "platforms", "language", "tone", "quality", "market", "attributes"];

    fn warnings(prefix: &str, names: &[&str]) -> String {
        let mut unknown = Unknown::default();
        for name in names {
            unknown.add(name);
        }
        let mut ignored = Ignored::default();
        let (known, elsewhere) = if prefix.is_empty() { (TOP, ATTRIBUTES) } else { (ATTRIBUTES, TOP) };
        ignored.add(prefix, &unknown, known, elsewhere);
        ignored.header().unwrap()
    }

    #[test]
    fn the_nearest_known_field_is_suggested() {
        for (prefix, name, nearest_field) in [
            ("attributes.", "colour", "attributes.color"),
            ("attributes.", "Color", "attributes.color"),
            ("attributes.", "materials", "attributes.material"),
            ("attributes.", "sise", "attributes.size"),
            ("attributes.", "market", "market"),
            ("", "brand", "attributes.brand"),
            ("", "colour", "attributes.color"),
            ("", "platform", "platforms"),
            ("", "lang_uage", "language"),
        ] {
            let expected =
                format!("{prefix}{name} is unknown and was ignored; did you mean {nearest_field}?");
            assert_eq!(warnings(prefix, &[name]), expected);
        }
        assert_eq!(
            warnings("attributes.", &["seller"]),
            "attributes.seller is unknown and was ignored; known here: attributes.brand attributes.size \
             attributes.condition attributes.color attributes.material"
        );
    }

    #[test]
    fn a_hostile_field_name_is_cut_and_reduced_to_ascii() {
        let long = "x".repeat(1_000);
        let header = warnings("", &["a\r\nSet-Cookie: b", "é\u{202e}", &long]);
        assert!(header.starts_with("aSet-Cookie:b is unknown"), "{header}");
        assert!(header.contains(", ? is unknown") && !header.contains(&"x".repeat(65)), "{header}");
        assert!(header.chars().all(|c| c == ' ' || c.is_ascii_graphic()), "{header}");
    }

    #[test]
    fn unknown_fields_beyond_the_maximum_are_only_counted() {
        let names: Vec<String> = (0..1_000).map(|number| format!("field{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let header = warnings("", &names);
        assert!(header.ends_with(", and 990 more") && header.len() < 2_000, "{}: {header}", header.len());
    }
}
