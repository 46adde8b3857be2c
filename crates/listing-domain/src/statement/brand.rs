//! The brand, where a seller's words name one.

use super::phrases::Phrases;
use super::tokens::{Token, tokens};
use crate::lang::all_reading;
use crate::product::Brand;

/// The shortest names of which two beside a stroke are two brands: "A/X" is one.
const SHORTEST_OF_TWO: usize = 3;

/// The brand that the words name, without what stands before it ("Marque : Zara"), as the
/// brand writes itself where it is known. `None` where they say that there is none, that
/// they do not know, or that it is not by that brand.
pub(crate) fn named(text: &str) -> Option<String> {
    let tokens = tokens(text);
    let phrases = |pick: fn(&'static crate::lang::Reading) -> &'static [&'static str]| {
        Phrases::new(all_reading(pick).map(|words| (*words, ())).collect::<Vec<_>>())
    };
    let (none, unlike) = (phrases(|reading| reading.no_brand), phrases(|reading| reading.not_by_brand));
    // "New" is no brand and "New Look" is one, but nobody's name begins with "pas de marque".
    let is_none =
        none.longest(&tokens).is_some_and(|(length, ())| length > 1 || rest(&tokens[1..]).is_empty());
    let is_unlike = (0..tokens.len()).any(|at| unlike.longest(&tokens[at..]).is_some());
    let is_asked = tokens.iter().any(|token| token.is_mark('?'));
    if is_none || is_unlike || is_asked || names_two(text) {
        return None;
    }
    let labels = phrases(|reading| reading.brand_labels);
    let mut known = &tokens[..];
    while let Some((length, ())) = labels.longest(known) {
        known = rest(&known[length..]);
    }
    let named = known.first().map_or("", |first| text[first.place.start..].trim());
    let known = Brand::named(named).map(|brand| brand.name().to_owned());
    (!named.is_empty()).then(|| known.unwrap_or_else(|| named.to_owned()))
}

/// The tokens behind a colon or a dash.
fn rest(tokens: &[Token]) -> &[Token] {
    let marks =
        tokens.iter().take_while(|token| [':', '-', '=', '.', '!'].iter().any(|mark| token.is_mark(*mark)));
    &tokens[marks.count()..]
}

/// "Zara / H&M" leaves open which of them it is.
fn names_two(text: &str) -> bool {
    let is_long = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_OF_TWO;
    let by_stroke = text.split_once('/').is_some_and(|(one, other)| {
        let is_apart = one.ends_with(' ') && other.starts_with(' ');
        is_apart || (is_long(one) && is_long(other))
    });
    let lower = text.to_lowercase();
    by_stroke || all_reading(|reading| reading.alternatives).any(|or| lower.contains(or))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_brand_is_written_as_it_writes_itself() {
        assert_eq!(named("zara").as_deref(), Some("Zara"));
        assert_eq!(named("LEVIS").as_deref(), Some("Levi’s"));
        assert_eq!(named("Marque : ikéa").as_deref(), Some("IKEA"));
        assert_eq!(named("de chez Mango").as_deref(), Some("Mango"));
    }

    #[test]
    fn other_brands_stay_as_they_are_written() {
        for brand in ["Sans Arcidet", "A/X Outlet", "Atelier Zwirbl"] {
            assert_eq!(named(brand).as_deref(), Some(brand));
        }
    }

    #[test]
    fn what_is_no_brand_is_none() {
        for none in [
            "style Zara",
            "Zara ?",
            "Zara / H&M",
            "Nike/Adidas",
            "Zara ou Mango",
            "Gucci (inspired)",
            "fait main",
            "pas de marque visible",
        ] {
            assert_eq!(named(none), None, "{none}");
        }
    }
}
