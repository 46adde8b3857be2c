//! Checks a listing for everything that its marketplace would reject.
//!
//! The checks share only the facts with the code that cleans texts, so that an error in one is noticed by the
//! other. They look for the plain forms of forbidden content, which any buyer would recognize.

use super::Marketplace;
use super::finding::{Contact, Finding, Part, Untidiness};
use crate::condition::Condition;
use crate::lang::all_breaches;
use crate::listing::Listing;
use crate::locale::Market;
use crate::options::Language;
use crate::product::brands::Brand;
use crate::text::{ACRONYMS, Lint};

impl Marketplace {
    /// Returns everything in a listing that the marketplace would reject, as sentences for the listing's
    /// editor.
    /// The result is empty for every listing from [`Listing::compose`].
    pub fn findings(&self, listing: &Listing, language: Language) -> Vec<String> {
        self.check(listing).iter().map(|finding| finding.sentence(language)).collect()
    }

    /// Returns the same findings as short English notes for tests and developers.
    pub fn violations(&self, listing: &Listing) -> Vec<String> {
        self.check(listing).iter().map(Finding::violation).collect()
    }

    fn check(&self, listing: &Listing) -> Vec<Finding> {
        let mut found = Vec::new();
        if listing.platform != self.platform() {
            found.push(Finding::OtherPlatform { is_for: listing.platform, not: self.platform() });
        }
        length(Part::Title, &listing.title, (self.title_min(), self.title_max()), &mut found);
        let description = (self.description_min(), self.description_max());
        length(Part::Description, &listing.description, description, &mut found);
        if listing.title.contains('\n') {
            found.push(Finding::TitleOfSeveralLines);
        }
        for (part, text, rules) in [
            (Part::Title, &listing.title, self.title_rules()),
            (Part::Description, &listing.description, self.description_rules()),
        ] {
            found.extend(untidiness(text).into_iter().map(|what| Finding::Untidy(part, what)));
            found.extend(contact(text).map(|(kind, text)| Finding::Contact { part, kind, text }));
            for lint in rules.lints {
                if let Some(text) = breach(*lint, text, &rules.other_marketplaces) {
                    found.push(Finding::Forbidden { part, lint: *lint, text });
                }
            }
        }
        self.hashtags(listing, &mut found);
        self.fields(listing, &mut found);
        found
    }

    fn hashtags(&self, listing: &Listing, found: &mut Vec<Finding>) {
        let count = |text: &str| text.split_whitespace().filter(|word| is_hashtag(word)).count();
        let (tags, allowed) = (count(&listing.description), self.hashtags_max());
        if tags > allowed {
            found.push(Finding::TooManyHashtags { tags, allowed });
        }
        if count(&listing.title) > 0 {
            found.push(Finding::HashtagsInTitle);
        }
        let before_last_line = listing.description.rsplit_once('\n').map_or("", |(before, _)| before);
        if count(before_last_line) > 0 {
            found.push(Finding::HashtagsBeforeLastLine);
        }
    }

    fn fields(&self, listing: &Listing, found: &mut Vec<Finding>) {
        if listing.category.trim().is_empty() {
            found.push(Finding::NoCategory);
        }
        if !self.has_label(&listing.condition) {
            found.push(Finding::UnknownCondition(listing.condition.clone()));
        }
        let price = listing.price;
        if price.minor() < self.price_min() || self.price_max().is_some_and(|max| price.minor() > max) {
            found.push(Finding::PriceOutOfBounds(price));
        }
        if price.minor() % self.facts.price.unit != 0 {
            found.push(Finding::PriceWithCents(price));
        }
        if Market::ALL.iter().all(|market| self.currency(*market) != price.currency()) {
            found.push(Finding::ForeignCurrency(price.currency()));
        }
    }

    /// Returns true if a text is the marketplace's label for any condition grade of any product.
    fn has_label(&self, text: &str) -> bool {
        let products =
            crate::product::ProductType::ALL.iter().map(|kind| crate::product::Product::Type(*kind));
        let mut all = products.flat_map(|product| {
            let grades = Condition::ALL.iter();
            grades
                .flat_map(move |grade| Language::ALL.iter().map(move |language| (product, *grade, *language)))
        });
        all.any(|(product, grade, language)| self.condition_label(product, grade, language) == text)
    }
}

fn length(part: Part, text: &str, (min, max): (usize, usize), found: &mut Vec<Finding>) {
    let (characters, units) = (text.chars().count(), text.chars().map(char::len_utf16).sum::<usize>());
    if characters < min || units > max {
        found.push(Finding::Length { part, characters, units, min, max });
    }
    if !text.chars().any(char::is_alphanumeric) {
        found.push(Finding::NoLettersOrDigits(part));
    }
}

/// Returns the untidy features of a text, such as markup or needless spaces. No marketplace accepts them.
fn untidiness(text: &str) -> Vec<Untidiness> {
    let has_shouted_words = |line: &str| {
        let words = line.split_whitespace().map(is_shouted).collect::<Vec<_>>();
        words.windows(3).any(|three| three.iter().all(|is_shouted| *is_shouted))
    };
    let has = |what: &Untidiness| match what {
        Untidiness::ControlCharacters => {
            text.chars().any(|c| (c.is_control() && c != '\n') || ('\u{202A}'..='\u{202E}').contains(&c))
        }
        Untidiness::InvisibleCharacters => {
            text.contains(['\u{200B}', '\u{200C}', '\u{FEFF}', '\u{2060}', '\u{AD}'])
        }
        Untidiness::Markup => text.contains(['<', '>', '`']) || text.contains("**") || text.contains("]("),
        Untidiness::NeedlessSpaces => {
            text.contains("  ") || text.contains(" \n") || text.contains("\n ") || text.trim() != text
        }
        Untidiness::EmptyLines => text.contains("\n\n\n"),
        Untidiness::EmptyBrackets => ["()", "( )", "[]", " ,", ",,"].iter().any(|gap| text.contains(gap)),
        Untidiness::LonePunctuation => {
            text.lines().any(|line| line.trim_matches([' ', ':', ',', ';']).is_empty() && !line.is_empty())
        }
        Untidiness::Shouting => text.contains("!!!") || text.lines().any(has_shouted_words),
    };
    Untidiness::ALL.iter().copied().filter(has).collect()
}

/// Returns the words or signs in a text that break a rule; `None` if the text follows it.
fn breach(lint: Lint, text: &str, other_marketplaces: &[&str]) -> Option<String> {
    let lower = text.to_lowercase();
    match lint {
        Lint::NoPrice => price(&lower),
        Lint::NoEmoji => text.chars().find(|c| is_pictogram(*c)).map(String::from),
        Lint::NoAllCaps => text.split_whitespace().find(|word| is_shouted(word)).map(str::to_owned),
        Lint::Max3CapsWords => {
            let words = text.split_whitespace().filter(|word| capitals(word) >= 2).count();
            (words > 3).then(|| words.to_string())
        }
        Lint::NoKeywordList => {
            let listed =
                |line: &&str| all_breaches(|plain| plain.keyword_lists).any(|head| line.starts_with(head));
            lower.lines().find(listed).map(str::to_owned)
        }
        Lint::NoFiller => first_contained(&lower, all_breaches(|plain| plain.filler)),
        Lint::NoSymbolRuns => ["***", "@@@", "!!!", "???", "===", "~~~"]
            .iter()
            .find(|run| text.contains(**run))
            .map(|run| (*run).to_owned()),
        Lint::NoOtherMarketplace => first_contained(&lower, other_marketplaces.iter().copied()),
        Lint::NoOffPlatformPayment => {
            first_contained(&lower, all_breaches(|plain| plain.off_platform_payment))
        }
        Lint::NoShippingClaim => first_contained(&lower, all_breaches(|plain| plain.shipping)),
        Lint::EtsyCharset => {
            let foreign = text.chars().find(|c| matches!(c, '$' | '^' | '€' | '£' | '`') || is_pictogram(*c));
            let twice = ['%', ':', '&', '+'].into_iter().find(|sign| text.matches(*sign).count() > 1);
            foreign.or(twice).map(String::from)
        }
    }
}

fn is_hashtag(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

fn first_contained<'a>(lower: &str, mut phrases: impl Iterator<Item = &'a str>) -> Option<String> {
    phrases.find(|phrase| contains_phrase(lower, phrase)).map(str::to_owned)
}

/// Returns true if a text contains a phrase as whole words.
fn contains_phrase(lower: &str, phrase: &str) -> bool {
    lower.match_indices(phrase).any(|(start, found)| {
        let before = lower[..start].chars().next_back();
        let after = lower[start + found.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Finds contact details in a text. No marketplace accepts them.
fn contact(text: &str) -> Option<(Contact, String)> {
    let lower = text.to_lowercase();
    let mail = || lower.split_whitespace().find(|word| is_mail(word)).map(str::to_owned);
    let found = |kind, text: Option<String>| Some((kind, text?));
    // The part after the `@` of an email address also looks like a web address.
    let named = |word: String| {
        let kind = if is_mail(&word) && !word.contains("://") { Contact::Mail } else { Contact::WebAddress };
        (kind, word)
    };
    web_address(&lower)
        .map(named)
        .or_else(|| found(Contact::Mail, mail()))
        .or_else(|| found(Contact::PhoneNumber, phone_number(text)))
        .or_else(|| found(Contact::Street, street(&lower)))
}

/// Finds a street address: a house number, a word for a street and one more word.
fn street(lower: &str) -> Option<String> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let is_street = |word: &str| all_breaches(|plain| plain.streets).any(|street| street == word);
    let found = words.windows(3).find(|three| number(three[0].trim_end_matches(',')) && is_street(three[1]));
    found.map(|three| three.join(" "))
}

fn web_address(lower: &str) -> Option<String> {
    let site = |word: &str| {
        let host =
            word.split('/').next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_punctuation());
        let ending = [".com", ".fr", ".net", ".org"].iter().find_map(|ending| host.strip_suffix(ending));
        ending.is_some_and(|name| name.ends_with(|c: char| c.is_ascii_alphanumeric()))
    };
    lower.split_whitespace().find(|word| word.contains("://") || site(word)).map(str::to_owned)
}

fn is_mail(word: &str) -> bool {
    word.split_once('@').is_some_and(|(name, host)| {
        let host = host.trim_end_matches(|c: char| c.is_ascii_punctuation());
        let (domain, ending) = host.rsplit_once('.').unwrap_or_default();
        let named = name.ends_with(|c: char| c.is_ascii_alphanumeric());
        let hosted = !domain.is_empty() && domain.chars().all(|c| c.is_ascii_alphanumeric());
        named && hosted && ending.len() >= 2 && ending.chars().all(|c| c.is_ascii_alphabetic())
    })
}

/// Finds a French phone number, in one piece or in pairs of digits, or a number that begins with `+`.
fn phone_number(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\n', ',', ';']).collect();
    let digits = |word: &str, count: usize| word.len() == count && word.chars().all(|c| c.is_ascii_digit());
    let french = |word: &str| word.starts_with('0') && !word.starts_with("00");
    let one_piece = words.iter().find(|word| {
        let bare = word.replace(['.', '-'], "");
        let pairs = word.len() == 10 || word.split(['.', '-']).all(|pair| digits(pair, 2));
        digits(&bare, 10) && pairs && french(&bare)
    });
    let pairs = words.windows(5).find(|five| five.iter().all(|pair| digits(pair, 2)) && french(five[0]));
    let international = words
        .iter()
        .find(|word| word.strip_prefix('+').is_some_and(|rest| (9..=13).any(|count| digits(rest, count))));
    let preceded_by_isbn = text.to_lowercase().contains("isbn");
    let found = one_piece.filter(|_| !preceded_by_isbn).or(international).map(|word| (*word).to_owned());
    found.or_else(|| pairs.map(|pairs| pairs.join(" ")))
}

fn price(lower: &str) -> Option<String> {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let number = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
            && word.starts_with(|c: char| c.is_ascii_digit())
    };
    let glued = |word: &&&str| {
        ["€", "$", "£"].iter().any(|sign| {
            word.strip_suffix(sign).is_some_and(number) || word.strip_prefix(sign).is_some_and(number)
        })
    };
    let is_currency = |word: &str| {
        ["€", "$", "£"].contains(&word)
            || all_breaches(|plain| plain.currency_words).any(|known| known == word)
    };
    let spaced = |pair: &&[&str]| number(pair[0]) && is_currency(pair[1]);
    let found = words.iter().find(glued).map(|word| (*word).to_owned());
    found.or_else(|| words.windows(2).find(spaced).map(|pair| pair.join(" ")))
}

fn is_pictogram(c: char) -> bool {
    ('\u{1F300}'..='\u{1FAFF}').contains(&c) || ('\u{2600}'..='\u{27BF}').contains(&c)
}

/// Returns true for a word of four or more capitals, except acronyms and brands that are written in capitals.
fn is_shouted(word: &str) -> bool {
    let is_brand = || Brand::named(bare(word)).is_some_and(|brand| brand.name() == bare(word));
    capitals(word) >= 4 && !ACRONYMS.contains(&bare(word)) && !is_brand()
}

/// Returns the number of letters in a word that is all capitals, else 0.
fn capitals(word: &str) -> usize {
    let word = bare(word);
    if word.chars().all(|c| c.is_ascii_uppercase()) { word.len() } else { 0 }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    #[test]
    fn every_forbidden_phrase_of_every_language_is_found() {
        for language in Language::ALL {
            let plain = &lang::of(*language).plain_breaches;
            let lists = [
                (Lint::NoFiller, plain.filler, "{} veste"),
                (Lint::NoKeywordList, plain.keyword_lists, "{} veste"),
                (Lint::NoOffPlatformPayment, plain.off_platform_payment, "veste, {}"),
                (Lint::NoShippingClaim, plain.shipping, "veste, {}"),
                (Lint::NoPrice, plain.currency_words, "veste, 20 {}"),
            ];
            for (lint, phrases, text) in lists {
                assert!(!phrases.is_empty(), "{language} has no phrases for {lint:?}");
                for phrase in phrases {
                    let text = text.replace("{}", phrase);
                    assert!(breach(lint, &text.to_uppercase(), &[]).is_some(), "{language}: {text}");
                }
            }
            for street in plain.streets {
                assert!(contact(&format!("12 {street} Victor")).is_some(), "{language}: {street}");
            }
        }
        assert_eq!(breach(Lint::NoFiller, "veste", &[]), None);
    }
}
