//! Finds postal addresses, unlike sizes, model numbers and seats: a street with a house number ("12 rue de la
//! Paix") or a postcode, or a post box. A town alone is none.

use super::chars::fold;
use super::phrases::{AddressWords, AllPhrases, List};
use super::spans::{Span, is_word, words};

/// Words in a street's name.
const MAX_NAME: usize = 6;
/// Words from a street to the postcode after its town.
const MAX_TOWN: usize = 6;
/// Words in a town's name after its postcode.
const MAX_TOWN_NAME: usize = 3;
const MAX_HOUSE_DIGITS: usize = 5;

/// In order.
pub(super) fn find(chars: &[char], phrases: AllPhrases) -> Vec<Span> {
    let spans = words(chars);
    let folded = spans.iter().map(|span| chars[span.clone()].iter().map(|c| fold(*c)).collect()).collect();
    let text = Words { chars, spans, folded, phrases };
    let mut found: Vec<Span> = Vec::new();
    let mut at = 0;
    while at < text.spans.len() {
        match text.address_end(at) {
            Some(end) => {
                found.push(text.spans[at].start..text.spans[end - 1].end);
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// In its methods, `at` is the index of a word, and an end is the index after the last word.
struct Words<'a> {
    chars: &'a [char],
    spans: Vec<Span>,
    folded: Vec<String>,
    phrases: AllPhrases,
}

impl Words<'_> {
    fn address_end(&self, at: usize) -> Option<usize> {
        self.box_end(at).or_else(|| self.street_first_end(at)).or_else(|| self.street_last_end(at))
    }

    /// "BP 123 31000 Toulouse", "boîte postale 12", "P.O. Box 4521".
    fn box_end(&self, at: usize) -> Option<usize> {
        let box_number_end = |words: &[&str]| {
            (self.matches_words(at, words) && self.is_number(at + words.len(), MAX_HOUSE_DIGITS))
                .then_some(at + words.len() + 1)
        };
        let words = |pick: fn(&'static AddressWords) -> &'static [&'static [&'static str]]| {
            self.phrases.addresses(pick).find_map(|words| box_number_end(words))
        };
        if let Some(end) = words(|addresses| addresses.boxes) {
            return Some(self.town_end(end).unwrap_or(end));
        }
        // "BP" is also a company, so it needs a postcode.
        words(|addresses| addresses.perhaps_boxes).and_then(|end| self.town_end(end))
    }

    /// The street word precedes the name, with a house number ("12 rue de la Paix"), a postcode, or both.
    fn street_first_end(&self, at: usize) -> Option<usize> {
        let is_numbered = self.is_house_number(at);
        let mut street = at + usize::from(is_numbered);
        if is_numbered && self.is_one_of(street, |addresses| addresses.house_suffixes) {
            street += 1;
        }
        let is_street =
            self.is_one_of(street, |addresses| addresses.before_name) && !self.is_in_goods_name(street);
        let is_perhaps = self.is_one_of(street, |addresses| addresses.perhaps_before_name);
        if !is_street && !is_perhaps || is_numbered && !self.follows_closely(street, " ,") {
            return None;
        }
        let name = self.name_end(street + 1);
        let town = self.town_end(name);
        let named = is_street || self.is_place_name(street + 1, name);
        (town.is_some() || (is_numbered && named && name > street + 1)).then(|| town.unwrap_or(name))
    }

    /// Linking words ("de la"), capitalized words and at most one other word, the first.
    fn name_end(&self, start: usize) -> usize {
        let mut end = start;
        let mut plain = 0;
        while end < self.spans.len()
            && end - start < MAX_NAME
            && self.follows_closely(end, if end == start { " ." } else { " " })
        {
            let is_link = self.is_one_of(end, |addresses| addresses.links);
            if self.is_postcode(end) || (!is_link && !self.is_capital(end) && plain > 0) {
                break;
            }
            plain += usize::from(!is_link);
            end += 1;
        }
        end
    }

    /// "place de la République" names a street, "3 places" counts.
    fn is_place_name(&self, start: usize, end: usize) -> bool {
        let elided = |word: &str| {
            let mut links = self.phrases.addresses(|addresses| addresses.elided_links);
            links.any(|link| word.starts_with(link))
        };
        let is_linked =
            self.is_one_of(start, |addresses| addresses.links) || self.folded(start).is_some_and(elided);
        is_linked && (start..end).any(|at| self.is_capital(at))
    }

    /// "75002 Paris".
    fn town_end(&self, at: usize) -> Option<usize> {
        if !self.is_postcode(at) || !self.follows_closely(at, " ,-–") {
            return None;
        }
        let mut end = at + 1;
        while end - at <= MAX_TOWN_NAME && self.follows_closely(end, " ") {
            let is_town =
                end == at + 1 || self.is_capital(end) || self.is_one_of(end, |addresses| addresses.town_ends);
            if !is_town {
                break;
            }
            end += 1;
        }
        Some(end)
    }

    /// The street word follows the name ("221B Baker Street") of one to four words.
    fn street_last_end(&self, at: usize) -> Option<usize> {
        if !self.is_house_number(at) {
            return None;
        }
        let is_street = |at: usize| self.is_one_of(at, |addresses| addresses.after_name);
        let is_perhaps = |at: usize| self.is_one_of(at, |addresses| addresses.perhaps_after_name);
        let street = (at + 2..=at + 5).find(|i| is_street(*i) || is_perhaps(*i))?;
        if !(at + 1..=street).all(|i| self.follows_closely(i, " ")) {
            return None;
        }
        let end = street + 1;
        let postcode = self.postcode_after_town(end);
        if self.is_in_goods_name(street) {
            let has_comma = self.chars.get(self.spans[street].end) == Some(&',');
            return postcode.filter(|_| has_comma);
        }
        if postcode.is_some() {
            return postcode;
        }
        let is_name = (at + 1..=street).all(|i| self.is_capital(i));
        (is_name && (is_street(street) || !self.follows_closely(end, " "))).then_some(end)
    }

    /// A good's name may contain a street word: "Hard Drive".
    fn is_in_goods_name(&self, at: usize) -> bool {
        let is_part_of = |goods: &[&str]| {
            (0..goods.len())
                .any(|back| at.checked_sub(back).is_some_and(|from| self.matches_words(from, goods)))
        };
        self.phrases.addresses(|addresses| addresses.goods).any(|goods| is_part_of(goods))
    }

    /// Shortly after a street: "Washington, DC 20500", "London NW1 6XE".
    fn postcode_after_town(&self, start: usize) -> Option<usize> {
        let near = (start..start + MAX_TOWN).take_while(|at| self.follows_closely(*at, " ,.#"));
        let ends = near.filter_map(|at| match (self.folded(at)?, self.folded(at + 1)) {
            (word, _) if self.is_postcode(at) && word.len() == 5 => Some(at + 1),
            (outward, Some(inward)) if is_outward(outward) && is_inward(inward) => Some(at + 2),
            _ => None,
        });
        ends.min()
    }

    fn folded(&self, at: usize) -> Option<&str> {
        self.folded.get(at).map(String::as_str)
    }

    fn matches_words(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(i, word)| self.folded(at + i) == Some(word))
    }

    fn is_one_of(&self, at: usize, pick: fn(&'static AddressWords) -> List) -> bool {
        self.folded(at).is_some_and(|word| self.phrases.addresses(pick).any(|known| *known == word))
    }

    fn is_number(&self, at: usize, digits: usize) -> bool {
        self.folded(at).is_some_and(|word| word.len() <= digits && word.chars().all(|c| c.is_ascii_digit()))
    }

    /// "12", "221B", "12bis".
    fn is_house_number(&self, at: usize) -> bool {
        self.folded(at).is_some_and(|word| {
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = word.len() - rest.len();
            let is_letter = rest.chars().count() == 1 && rest.chars().all(char::is_alphabetic);
            let mut suffixes = self.phrases.addresses(|addresses| addresses.house_suffixes);
            (1..=MAX_HOUSE_DIGITS).contains(&digits)
                && (rest.is_empty() || is_letter || suffixes.any(|suffix| *suffix == rest))
        })
    }

    /// Five digits, optionally after "F-".
    fn is_postcode(&self, at: usize) -> bool {
        self.folded(at).is_some_and(|word| {
            let digits = word.strip_prefix("f-").unwrap_or(word);
            digits.len() == 5 && digits.chars().all(|c| c.is_ascii_digit())
        })
    }

    fn is_capital(&self, at: usize) -> bool {
        let Some(span) = self.spans.get(at) else { return false };
        let word = &self.chars[span.clone()];
        // "d’Italie" and "l’Opéra" have their capital later.
        let elided = word.len() > 2 && matches!(fold(word[1]), '\'');
        let first = if elided { word[2] } else { word[0] };
        first.is_uppercase() || first.is_ascii_digit()
    }

    /// Only these signs separate the word from the previous one.
    fn follows_closely(&self, at: usize, signs: &str) -> bool {
        let (Some(before), Some(word)) =
            (at.checked_sub(1).and_then(|i| self.spans.get(i)), self.spans.get(at))
        else {
            return false;
        };
        let between = &self.chars[before.end..word.start];
        between.len() <= 3 && between.iter().all(|c| signs.contains(*c) && !is_word(*c))
    }
}

/// The first half of a British postcode: "NW1", "EC1A".
fn is_outward(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_alphabetic).count();
    let rest = &word[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&rest.len())
        && rest.starts_with(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The second half of a British postcode: "6XE".
fn is_inward(word: &str) -> bool {
    word.len() == 3
        && word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().skip(1).all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::phrases;
    use crate::options::Language;
    use crate::product::{Good, Product};
    use crate::text::capitalized;
    use crate::text::spans::found;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(found(|chars| find(chars, phrases()), text), expected, "{text}");
    }

    #[test]
    fn postal_addresses_are_found_whole() {
        for address in [
            "12 rue de la Paix 75002 Paris",
            "12, rue de la Paix, 75002 Paris",
            "12 bis avenue Victor-Hugo, F-75116 Paris Cedex",
            "12bis av. Foch",
            "12 rue victor",
            "3 place de la République 69003 Lyon",
            "3 place d’Italie",
            "rue Haute 67000 Strasbourg",
            "221B Baker Street, London NW1 6XE",
            "1600 Pennsylvania Ave NW, Washington, DC 20500",
            "12 main street, springfield, il 62701",
            "12 Main Road",
            "P.O. Box 4521",
            "BP 123 31000 Toulouse",
            "boîte postale 12",
        ] {
            check(address, &[address]);
            check(&format!("Veste, taille 40 ; {address}. Merci"), &[address]);
        }
    }

    #[test]
    fn numbers_and_place_names_outside_addresses_are_kept() {
        for text in [
            "canapé 3 places",
            "3 place Ikea",
            "10 Speed Road Bike",
            "10 speed road bike",
            "12 Street Art",
            "Place d’Italie",
            "à retirer à 75011 Paris",
            "BP 123",
            "2 fois dans la rue",
            "Lin 40 x 140 chemin de table",
            "Yamaha RX-V 485 AV Receiver",
            "38 Legging Court",
            "Hermès 90 Silk Pocket Square",
            "3 pockets, lane assist",
            "24 Faubourg",
            "Seagate 500 GB Hard Drive",
            "Seagate 500 GB Hard Drive 10000 rpm",
            "Seagate 500 GB Hard Drive, black",
            "EOS 80D SSD Solid State Drive",
            "SanDisk 64 GB USB Flash Drive",
            "2012 Audi Four Wheel Drive",
        ] {
            check(text, &[]);
        }
        for address in
            ["12 Maple Drive", "7 Maple Court", "1200 State Drive", "12 Silk Square, London NW1 6XE"]
        {
            check(address, &[address]);
        }
    }

    #[test]
    fn no_name_of_a_good_is_taken_for_a_street() {
        for good in Good::all() {
            for &language in Language::ALL {
                let noun = Product::Good(good).noun(language).text();
                let american = Product::Good(good).american(language);
                for noun in [noun].into_iter().chain(american) {
                    let words: Vec<String> = noun.split(' ').map(capitalized).collect();
                    check(&format!("Model 80 {}", words.join(" ")), &[]);
                    check(&format!("Model 80D Used {}", words.join(" ")), &[]);
                }
            }
        }
    }
}
