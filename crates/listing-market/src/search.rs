//! What a service is asked for.

use async_trait::async_trait;
use listing_domain::locale::Market;
use listing_domain::ports::MarketQuery;
use listing_domain::pricing::Comparable;
use tokio::time::Instant;

use crate::failure::Failure;

/// The most characters of search words; services cut longer ones, or refuse them.
const MOST_CHARS: usize = 100;
/// Marks that stand within names. Others mean something to a search: `-` before a word, quotes,
/// brackets, commas and stars.
const MARKS: [char; 6] = ['\'', '’', '&', '.', '-', '/'];

/// One service that can be searched. Implementations only translate; what makes them
/// dependable is done for all of them alike.
#[async_trait]
pub trait SourceClient: Send + Sync {
    /// Its name in log and metrics.
    fn name(&self) -> &'static str;

    /// The offers that a search finds, best first, by this moment.
    async fn search(&self, search: &Search, until: Instant) -> Result<Vec<Comparable>, Failure>;
}

/// What is searched for: words alone, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Search {
    /// What somebody types to find such things.
    pub words: String,
    /// The country in which it is sold.
    pub market: Market,
}

impl Search {
    /// What a query's words are as a search; `None` where nothing is left of them.
    pub fn of(query: &MarketQuery) -> Option<Self> {
        let words = plain(&query.words()?);
        (!words.is_empty()).then_some(Self { words, market: query.locale.market })
    }
}

/// The words without marks that a search takes for orders. A brand is what a seller typed.
fn plain(text: &str) -> String {
    let spaced: String =
        text.chars().map(|c| if c.is_alphanumeric() || MARKS.contains(&c) { c } else { ' ' }).collect();
    let mut plain = String::new();
    let words = spaced.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    for word in words.filter(|word| !word.is_empty()) {
        if plain.chars().count() + 1 + word.chars().count() > MOST_CHARS {
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
    fn words_are_words_and_no_orders_to_a_search() {
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
        assert!(long.chars().count() <= MOST_CHARS && long.ends_with("Étoile"), "{long}");
    }
}
