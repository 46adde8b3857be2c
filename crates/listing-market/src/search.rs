//! A search for comparable items, and its clients.

use async_trait::async_trait;
use listing_domain::locale::Market;
use listing_domain::ports::MarketQuery;
use listing_domain::pricing::Comparable;
use tokio::time::Instant;

use crate::failure::Failure;

/// Services cut or refuse longer searches.
const MAX_CHARS: usize = 100;
/// They occur within names. All others, such as quotes, brackets, commas and stars, could be search
/// operators.
const MARKS: [char; 6] = ['\'', '’', '&', '.', '-', '/'];

/// A client for one service: builds requests and reads responses. See [`Source`](crate::Source).
#[async_trait]
pub trait SourceClient: Send + Sync {
    /// The name in logs and metrics.
    fn name(&self) -> &'static str;

    /// Returns the offers found, the best first, by `until`.
    async fn search(&self, search: &Search, until: Instant) -> Result<Vec<Comparable>, Failure>;
}

/// A search on a marketplace.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Search {
    /// The words that a person would type into the search box.
    pub words: String,
    /// The country of sale.
    pub market: Market,
}

impl Search {
    /// Creates the search; `None` if no words are left.
    pub fn from_query(query: &MarketQuery) -> Option<Self> {
        let words = plain(&query.words()?);
        (!words.is_empty()).then_some(Self { words, market: query.locale.market })
    }
}

/// Removes search operators: a brand may be a seller's free text.
fn plain(text: &str) -> String {
    let spaced: String =
        text.chars().map(|c| if c.is_alphanumeric() || MARKS.contains(&c) { c } else { ' ' }).collect();
    let mut plain = String::new();
    let words = spaced.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    for word in words.filter(|word| !word.is_empty()) {
        if plain.chars().count() + 1 + word.chars().count() > MAX_CHARS {
            break;
        }
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_words_have_no_search_operators() {
        for (text, expected) in [
            ("Levi’s veste en jean", "Levi’s veste en jean"),
            ("H&M t-shirt", "H&M t-shirt"),
            ("-Nike (a, b) \"baskets\" * seller:me", "Nike a b baskets seller me"),
            ("\u{0}\n\t", ""),
            ("--- …", ""),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        let long = plain(&"Étoile ".repeat(50));
        assert!(long.chars().count() <= MAX_CHARS && long.ends_with("Étoile"), "{long}");
    }
}
