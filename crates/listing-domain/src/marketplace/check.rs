//! Checks a listing for everything that its marketplace would reject.
//!
//! The checks share only the facts with the code that cleans texts, so that an error in one is noticed by the
//! other. They look for the plain forms of forbidden content, which any buyer would recognize.

use super::Marketplace;
use super::finding::{Contact, Finding, Part, Problem, Untidiness};
use super::required::ItemSpecifics;
use super::rule::{FactSource, ListingField, Rule};
use super::tree::Place;
use crate::condition::Condition;
use crate::lang::{all_breaches, contact_kinds};
use crate::listing::Listing;
use crate::locale::Market;
use crate::money::Money;
use crate::options::Language;
use crate::product::brands::Brand;
use crate::product::{Product, ProductType};
use crate::text::{ACRONYMS, Lint, Rules};

/// The fields of a listing to check. A blank field counts as missing.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListingFields<'a> {
    /// The title.
    pub title: Option<&'a str>,
    /// The description with its hashtags.
    pub description: Option<&'a str>,
    /// The price.
    pub price: Option<Money>,
    /// The category: its path with `>` between the levels.
    pub category: Option<&'a str>,
    /// The label of the condition.
    pub condition: Option<&'a str>,
    /// The item specifics; `None` if they are not known. Missing ones are then only warnings.
    pub specifics: Option<&'a ItemSpecifics>,
}

impl<'a> From<&'a Listing> for ListingFields<'a> {
    fn from(listing: &'a Listing) -> Self {
        Self {
            title: Some(&listing.title),
            description: Some(&listing.description),
            price: Some(listing.price),
            category: Some(&listing.category),
            condition: Some(&listing.condition),
            specifics: None,
        }
    }
}

impl Marketplace {
    /// Returns everything in a listing that the marketplace would reject or that should be improved, in the
    /// order of the fields.
    ///
    /// A listing from [`Listing::compose`] has at most warnings: about a category that its item does not
    /// decide, and about missing item specifics.
    pub fn check(&self, fields: &ListingFields<'_>) -> Vec<Finding> {
        let finding = |problem: Problem| {
            let source = self.source(problem.rule());
            let is_certain = source.is_some() || !problem.is_limit() || self.is_overridden(problem.rule());
            Finding { problem, source, is_certain }
        };
        self.problems(fields).into_iter().map(finding).collect()
    }

    /// Returns notes for developers and tests about everything in a listing that [`Listing::compose`]
    /// promises to avoid.
    pub fn violations(&self, listing: &Listing) -> Vec<String> {
        let is_for = listing.platform;
        let other = (is_for != self.platform())
            .then(|| format!("the listing is for {is_for}, not {}", self.platform()));
        let problems = self.problems(&listing.into()).into_iter().filter(|it| !it.is_left_to_seller());
        let note = |problem: Problem| format!("{}: {}", problem.rule(), problem.sentence(Language::En));
        other.into_iter().chain(problems.map(note)).collect()
    }

    /// Returns the public page from which a rule was taken. A limit from the settings has none.
    fn source(&self, rule: Rule) -> Option<FactSource> {
        let sourced = self.facts.sources.iter().find(|sourced| sourced.rules.contains(&rule));
        sourced.filter(|_| !self.is_overridden(rule)).map(|sourced| sourced.source)
    }

    /// Returns true for a rule whose limit comes from the settings.
    fn is_overridden(&self, rule: Rule) -> bool {
        let given = &self.overrides;
        match rule {
            Rule::TitleTooLong => given.title_max.is_some(),
            Rule::DescriptionTooLong => given.description_max.is_some(),
            Rule::TooManyHashtags => given.hashtags_max.is_some(),
            Rule::PriceTooLow => given.price_min.is_some(),
            Rule::PriceTooHigh => given.price_max.is_some(),
            Rule::PriceCurrency => given.currency.is_some(),
            Rule::ConditionUnknown => !given.conditions.is_empty(),
            _ => false,
        }
    }

    fn problems(&self, fields: &ListingFields<'_>) -> Vec<Problem> {
        let mut found = Vec::new();
        let title = stated(fields.title);
        if title.is_none() && self.has_title() {
            found.push(missing(ListingField::Title));
        }
        if let Some(title) = title {
            self.title(title, &mut found);
        }
        match stated(fields.description) {
            None => {
                let is_certain = self.facts.required.description;
                found.push(Problem::Missing { field: ListingField::Description, is_certain });
            }
            Some(description) => self.description(description, &mut found),
        }
        match fields.price {
            None => found.push(missing(ListingField::Price)),
            Some(price) => self.price(price, &mut found),
        }
        let category = stated(fields.category);
        let place = category.map(|category| self.place(category));
        match (category, &place) {
            (Some(category), Some(Place::Unknown)) => {
                found.push(Problem::UnknownCategory(category.to_owned()));
            }
            (Some(category), Some(Place::Inner(_))) => {
                found.push(Problem::BroadCategory(category.to_owned()));
            }
            (Some(_), _) => {}
            (None, _) => found.push(missing(ListingField::Category)),
        }
        let kinds = place.as_ref().map_or(ProductType::ALL, Place::kinds);
        self.condition(stated(fields.condition), kinds, &mut found);
        self.specifics(fields.specifics, kinds, &mut found);
        found
    }

    fn title(&self, title: &str, found: &mut Vec<Problem>) {
        length(Part::Title, title, (self.title_min(), self.title_max()), found);
        if title.contains('\n') {
            found.push(Problem::TitleOfSeveralLines);
        }
        text(Part::Title, title, &self.title_rules(), found);
        if hashtags(title) > 0 {
            found.push(Problem::HashtagsInTitle);
        }
    }

    fn description(&self, description: &str, found: &mut Vec<Problem>) {
        length(Part::Description, description, (self.description_min(), self.description_max()), found);
        text(Part::Description, description, &self.description_rules(), found);
        let (tags, allowed) = (hashtags(description), self.hashtags_max());
        if tags > allowed {
            found.push(Problem::TooManyHashtags { tags, allowed });
        }
        if description.rsplit_once('\n').is_some_and(|(before, _)| hashtags(before) > 0) {
            found.push(Problem::HashtagsBeforeLastLine);
        }
    }

    fn price(&self, price: Money, found: &mut Vec<Problem>) {
        let limit = |minor| Money::from_minor(minor, price.currency());
        if let Some(min) = self.minimum_in(price.currency()).filter(|min| price.minor() < *min) {
            found.push(Problem::PriceTooLow { min: limit(min) });
        }
        if let Some(max) = self.maximum_in(price.currency()).filter(|max| price.minor() > *max) {
            found.push(Problem::PriceTooHigh { max: limit(max) });
        }
        if price.minor() % self.facts.price.unit != 0 {
            found.push(Problem::PriceWithCents(price));
        }
        if Market::ALL.iter().all(|market| self.currency(*market) != price.currency()) {
            found.push(Problem::ForeignCurrency(price.currency()));
        }
    }

    fn condition(&self, condition: Option<&str>, kinds: &[ProductType], found: &mut Vec<Problem>) {
        match condition {
            None if kinds.iter().all(|kind| (self.facts.required.condition)(*kind)) => {
                found.push(missing(ListingField::Condition));
            }
            Some(text) if !self.has_label(text) => {
                found.push(Problem::UnknownCondition(text.to_owned()));
            }
            None | Some(_) => {}
        }
    }

    fn specifics(&self, given: Option<&ItemSpecifics>, kinds: &[ProductType], found: &mut Vec<Problem>) {
        for (specific, is_required) in self.facts.required.specifics {
            let is_missing = !given.is_some_and(|given| given.has(*specific));
            if is_missing && kinds.iter().all(|kind| is_required(*kind)) {
                found.push(Problem::Missing { field: specific.field(), is_certain: given.is_some() });
            }
        }
    }

    /// Returns true if a text is the marketplace's label for any condition grade of any product.
    fn has_label(&self, text: &str) -> bool {
        let products = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
        let mut all = products.flat_map(|product| {
            let grades = Condition::ALL.iter();
            grades
                .flat_map(move |grade| Language::ALL.iter().map(move |language| (product, *grade, *language)))
        });
        all.any(|(product, grade, language)| {
            is_same_label(self.condition_label(product, grade, language), text)
        })
    }
}

const fn missing(field: ListingField) -> Problem {
    Problem::Missing { field, is_certain: true }
}

/// Compares labels without case, surrounding spaces and the form of apostrophes.
fn is_same_label(label: &str, text: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace('’', "'");
    label == text || plain(label) == plain(text)
}

/// Returns a field's text unless it is blank.
fn stated(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// Adds the problems that only the text and the rules for it decide.
fn text(part: Part, text: &str, rules: &Rules, found: &mut Vec<Problem>) {
    found.extend(untidiness(text).into_iter().map(|what| Problem::Untidy(part, what)));
    found.extend(contacts(text).into_iter().map(|kind| Problem::Contact { part, kind }));
    let lower = text.to_lowercase();
    for lint in rules.lints {
        if let Some(text) = breach(*lint, text, &lower, &rules.other_marketplaces) {
            found.push(Problem::Forbidden { part, lint: *lint, text });
        }
    }
}

fn hashtags(text: &str) -> usize {
    text.split_whitespace().filter(|word| is_hashtag(word)).count()
}

fn length(part: Part, text: &str, (min, max): (usize, usize), found: &mut Vec<Problem>) {
    let (characters, units) = (text.chars().count(), text.chars().map(char::len_utf16).sum::<usize>());
    if characters < min || units > max {
        found.push(Problem::Length { part, characters, units, min, max });
    }
    if !text.chars().any(char::is_alphanumeric) {
        found.push(Problem::NoLettersOrDigits(part));
    }
}

/// Returns the untidy features of a text, such as markup or needless spaces.
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
            let marks = ['\u{200B}', '\u{200C}', '\u{200E}', '\u{200F}', '\u{FEFF}', '\u{2060}', '\u{AD}'];
            text.contains(marks) || text.chars().any(|c| ('\u{2066}'..='\u{2069}').contains(&c))
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
/// `lower` is the text in lower case.
fn breach(lint: Lint, text: &str, lower: &str, other_marketplaces: &[&str]) -> Option<String> {
    match lint {
        Lint::NoPrice => price(lower),
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
        Lint::NoFiller => first_contained(lower, all_breaches(|plain| plain.filler)),
        Lint::NoSymbolRuns => ["***", "@@@", "!!!", "???", "===", "~~~"]
            .iter()
            .find(|run| text.contains(**run))
            .map(|run| (*run).to_owned()),
        Lint::NoOtherMarketplace => first_contained(lower, other_marketplaces.iter().copied()),
        Lint::NoOffPlatformPayment => {
            first_contained(lower, all_breaches(|plain| plain.off_platform_payment))
        }
        Lint::NoShippingClaim => first_contained(lower, all_breaches(|plain| plain.shipping)),
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

/// Returns the kinds of contact details in a text. No marketplace accepts them. The plain forms are found by
/// this file, and all others by the code that removes them from listings.
fn contacts(text: &str) -> Vec<Contact> {
    let lower = text.to_lowercase();
    let has_web_address = web_address(&lower).is_some_and(|word| !is_mail(&word) || word.contains("://"));
    let [mail, web, phone] = contact_kinds(text);
    // An ISBN of ten digits resembles a phone number.
    let phone = phone && !lower.contains("isbn");
    let kinds = [
        (Contact::WebAddress, has_web_address || web),
        (Contact::Mail, mail || lower.split_whitespace().any(is_mail)),
        (Contact::PhoneNumber, phone || phone_number(text).is_some()),
        (Contact::Street, street(&lower).is_some()),
    ];
    kinds.into_iter().filter(|(_, is_found)| *is_found).map(|(kind, _)| kind).collect()
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
                    let (upper, lower) = (text.to_uppercase(), text.to_uppercase().to_lowercase());
                    assert!(breach(lint, &upper, &lower, &[]).is_some(), "{language}: {text}");
                }
            }
            for street in plain.streets {
                assert_eq!(
                    contacts(&format!("12 {street} Victor")),
                    [Contact::Street],
                    "{language}: {street}"
                );
            }
        }
        assert_eq!(breach(Lint::NoFiller, "veste", "veste", &[]), None);
    }
}
