//! Reads ages, origins and styles.

use super::words::{Role, WORDS};
use super::{Era, Kind, Mention, Origin, Style, Time, Wording};
use crate::options::Language;
use crate::product::Product;
use crate::statement::size::is_unit;
use crate::statement::tokens::{Token, TokenKind, tokens};

/// Read as a year of make.
const BARE_YEARS: std::ops::RangeInclusive<u16> = 1850..=2000;
/// Accepted after "circa".
const CIRCA_YEARS: std::ops::RangeInclusive<u16> = 1500..=2005;
/// "60s".
const SHORT_DECADES: std::ops::RangeInclusive<u16> = 20..=90;
const DECADES: std::ops::RangeInclusive<u16> = 1700..=2010;
/// For a style that the tables lack, in words.
const LONGEST_NAME: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    FreeText,
    Size,
    Brand,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    field: Field,
    mentions: Vec<Mention>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, field: Field) -> Self {
        Self::with_tokens(text, tokens(text), field)
    }

    pub(super) const fn with_tokens(text: &'a str, tokens: Vec<Token>, field: Field) -> Self {
        Self { text, tokens, field, mentions: Vec::new() }
    }

    /// In order.
    pub(super) fn mentions(mut self) -> Vec<Mention> {
        let mut at = 0;
        while at < self.tokens.len() {
            at = match self.mention(at) {
                Some(mention) => {
                    let end = mention.range.end;
                    self.mentions.push(mention);
                    end
                }
                None => at + self.skipped(at),
            };
        }
        self.mentions
    }

    /// One, or the length of a phrase that only looks like a trait.
    fn skipped(&self, at: usize) -> usize {
        self.role(at).filter(|(_, role, _)| *role == Role::None).map_or(1, |(length, ..)| length)
    }

    fn role(&self, at: usize) -> Option<(usize, Role, Option<Language>)> {
        WORDS.role(self.tokens.get(at..)?)
    }

    fn wording(&self, from: usize, to: usize, language: Option<Language>) -> Wording {
        let words = self.text[self.tokens[from].range.start..self.tokens[to - 1].range.end].to_owned();
        Wording { words, language }
    }

    fn mention(&mut self, at: usize) -> Option<Mention> {
        if self.field != Field::Size
            && let Some(mention) = self.style(at)
        {
            return Some(mention);
        }
        self.era(at).or_else(|| self.origin(at))
    }

    fn era(&self, at: usize) -> Option<Mention> {
        let vintage = |at| self.role(at).filter(|(_, role, _)| *role == Role::Vintage);
        let leading = vintage(at).filter(|_| !self.is_negated(at)).map_or(0, |(length, ..)| length);
        let time = self.time(at + leading);
        let after = time.map_or(at + leading, |(_, end, _)| end);
        let trailing =
            if leading == 0 && time.is_some() { vintage(after).map_or(0, |(length, ..)| length) } else { 0 };
        let end = after + trailing;
        let era = Era {
            wording: self.wording_if_any(at, end, time.and_then(|(.., language)| language))?,
            is_vintage: leading + trailing > 0,
            time: time.map(|(time, ..)| time),
        };
        Some(Mention { range: at..end, kind: Kind::Era(era) })
    }

    fn wording_if_any(&self, from: usize, to: usize, language: Option<Language>) -> Option<Wording> {
        (from < to).then(|| self.wording(from, to, language))
    }

    fn is_negated(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        before.is_some_and(|word| WORDS.is_aside(Role::Not, word))
    }

    /// With the index after its last token, and its language.
    fn time(&self, at: usize) -> Option<(Time, usize, Option<Language>)> {
        let role = self.role(at);
        match role {
            Some((length, Role::Century(number), language)) => {
                return Some((Time::Century(number), at + length, language));
            }
            Some((length, Role::Period(key, year), language)) => {
                return Some((Time::Period(key, year), at + length, language));
            }
            _ => {}
        }
        let labeled = |expected: Role| {
            role.filter(|(_, role, _)| *role == expected).map(|(length, _, language)| (at + length, language))
        };
        if let Some((start, language)) = labeled(Role::Circa) {
            let start = start + usize::from(self.is_mark(start, '.'));
            let (year, end) = self.number(start)?;
            return CIRCA_YEARS.contains(&year).then_some((
                Time::Year { year, is_circa: true },
                end,
                language,
            ));
        }
        if let Some((start, language)) = labeled(Role::Decades) {
            let needs_plural = language == Some(Language::En);
            let (first, last, end) = self.decades(start, needs_plural)?;
            return Some((Time::Decades(first, last), end, language));
        }
        // "90s" and "1950" are the same in every language.
        if let Some((first, last, end)) = self.decades(at, true) {
            return Some((Time::Decades(first, last), end, None));
        }
        let year = self.bare_year(at)?;
        Some((Time::Year { year, is_circa: false }, at + 1, None))
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_mark(mark))
    }

    fn number(&self, at: usize) -> Option<(u16, usize)> {
        let token = self.tokens.get(at)?;
        (token.kind == TokenKind::Number).then(|| token.text.parse().ok())?.map(|number| (number, at + 1))
    }

    /// "60s", "60-70s": the first year of each, and the index after the last token.
    fn decades(&self, at: usize, needs_plural: bool) -> Option<(u16, u16, usize)> {
        let (first, end) = self.decade(at, needs_plural)?;
        let is_range = self.is_mark(end, '-') || self.is_mark(end, '/');
        let next = if is_range { self.decade(end + 1, needs_plural) } else { None };
        let (last, end) = next.filter(|(last, _)| *last > first).unwrap_or((first, end));
        Some((first, last, end))
    }

    fn decade(&self, at: usize, needs_plural: bool) -> Option<(u16, usize)> {
        let (number, mut end) = self.number(at)?;
        let digits = self.tokens[at].text.len();
        let first = match (digits, number) {
            (2, 0) => 2000,
            (2, short) if SHORT_DECADES.contains(&short) => 1900 + short,
            (4, long) if DECADES.contains(&long) => long,
            _ => return None,
        };
        let apostrophe = usize::from(self.is_mark(end, '\''));
        let is_plural = self.tokens.get(end + apostrophe).is_some_and(|token| {
            token.text == "s"
                && token.range.start <= self.tokens[end - 1].range.end + '’'.len_utf8() * apostrophe
        });
        if is_plural {
            end += apostrophe + 1;
        }
        (first.is_multiple_of(10) && (is_plural || !needs_plural)).then_some((first, end))
    }

    /// Four digits that can mean nothing else.
    fn bare_year(&self, at: usize) -> Option<u16> {
        let (year, _) = self.number(at)?;
        let range = &self.tokens[at].range;
        let touches = |other: Option<&Token>| {
            other.is_some_and(|other| other.range.end == range.start || other.range.start == range.end)
        };
        let is_unit = is_unit(&self.tokens[at + 1..])
            || ['%', '€', '$', '£', '×'].iter().any(|mark| self.is_mark(at + 1, *mark));
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let is_numbered = before.is_some_and(|before| {
            matches!(before.text.as_str(), "x" | "×" | "°" | "#") || WORDS.is_aside(Role::Numbered, before)
        });
        let is_joined = touches(before.filter(|token| token.is_word()))
            || touches(self.tokens.get(at + 1).filter(|token| token.is_word()));
        let is_year =
            self.field != Field::Size && self.tokens[at].text.len() == 4 && BARE_YEARS.contains(&year);
        (is_year && !is_unit && !is_numbered && !is_joined).then_some(year)
    }

    fn origin(&self, at: usize) -> Option<Mention> {
        let (length, role, language) = self.role(at)?;
        let after = at + length;
        let (country, end, language) = match role {
            Role::MadeIn => match self.role(after) {
                Some((length, Role::Country(key) | Role::Nation(key), _)) => {
                    // French sellers also write "Made in France".
                    let is_shared = self.tokens[at].text == "made";
                    (Some(key), after + length, language.filter(|_| !is_shared))
                }
                _ => (None, self.place_name(after, language)?, language),
            },
            Role::Country(key) | Role::Nation(key) if self.is_made_behind(after) => {
                (Some(key), after + 1, language)
            }
            Role::Country(key) if self.field == Field::FreeText && self.is_standalone(at, after) => {
                (Some(key), after, language)
            }
            _ => return None,
        };
        let origin = Origin { wording: self.wording(at, end, language), country };
        Some(Mention { range: at..end, kind: Kind::Origin(origin) })
    }

    fn is_made_behind(&self, at: usize) -> bool {
        self.role(at).is_some_and(|(_, role, _)| role == Role::MadeBehind)
    }

    /// A place that the tables lack counts only after the English "made in".
    fn place_name(&self, at: usize, language: Option<Language>) -> Option<usize> {
        let count = (0..2).take_while(|offset| self.is_capitalized(at + offset)).count();
        (language == Some(Language::En) && count > 0).then_some(at + count)
    }

    /// A country alone between punctuation marks, or next to an era: "1930s Japan".
    fn is_standalone(&self, at: usize, end: usize) -> bool {
        let ends = |token: Option<&Token>| token.is_none_or(|token| token.kind == TokenKind::Mark);
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let follows_an_age = self
            .mentions
            .last()
            .is_some_and(|mention| mention.range.end == at && matches!(mention.kind, Kind::Era(_)));
        (ends(before) && ends(self.tokens.get(end))) || follows_an_age || self.era(end).is_some()
    }

    fn is_capitalized(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            let is_uppercase = self.text[token.range.clone()].starts_with(char::is_uppercase);
            token.is_word() && is_uppercase
        })
    }

    fn style(&mut self, at: usize) -> Option<Mention> {
        let (length, role, _) = self.role(at)?;
        let after = at + length;
        let is_style_of = match role {
            Role::Style => false,
            Role::StyleOf => true,
            _ => return None,
        };
        if !is_style_of && let Some(mention) = self.style_after_name(at, after) {
            return Some(mention);
        }
        let (end, key) = self.name_after(after)?;
        let name = self.wording(after, end, None).words;
        let language = if is_style_of { self.role(at)?.2 } else { Some(Language::Fr) };
        let style = Style { wording: self.wording(at, end, language), name, key };
        Some(Mention { range: at..end, kind: Kind::Style(style) })
    }

    /// "Louis XV style", "Tiffany-style", "70s style".
    fn style_after_name(&mut self, at: usize, end: usize) -> Option<Mention> {
        let free_from = self.mentions.last().map_or(0, |mention| mention.range.end);
        let known = (1..=LONGEST_NAME).rev().filter_map(|count| at.checked_sub(count)).find_map(|start| {
            let (length, key) = WORDS.styles.longest(&self.tokens[start..at])?;
            (length == at - start).then_some((start, Some(key)))
        });
        let age = self
            .mentions
            .last()
            .filter(|mention| mention.range.end == at && matches!(mention.kind, Kind::Era(_)));
        let age = age.map(|mention| (mention.range.start, None));
        let capitalized = || {
            let is_name = |at: &usize| self.is_capitalized(*at) && !self.is_ordinary(*at);
            let count = (free_from..at).rev().take_while(is_name).take(LONGEST_NAME).count();
            // A French noun precedes its style: "Commode style Louis XV".
            (count > 0 && self.name_after(end).is_none()).then_some((at - count, None))
        };
        let (start, key) = known.or(age).or_else(capitalized)?;
        self.mentions.retain(|mention| mention.range.start < start);
        let name = self.wording(start, at, None).words;
        let style = Style { wording: self.wording(start, end, Some(Language::En)), name, key };
        Some(Mention { range: start..end, kind: Kind::Style(style) })
    }

    /// With the key, if the tables have it.
    fn name_after(&self, at: usize) -> Option<(usize, Option<&'static str>)> {
        if let Some((length, key)) = WORDS.styles.longest(self.tokens.get(at..)?) {
            return Some((at + length, Some(key)));
        }
        if let Some((_, end, _)) = self.time(at) {
            return Some((end, None));
        }
        let is_name = |index: usize| {
            self.is_capitalized(index)
                || (index > at && self.tokens.get(index).is_some_and(|token| token.kind == TokenKind::Number))
        };
        let is_first = self.is_capitalized(at) && !self.is_ordinary(at);
        let count = (0..LONGEST_NAME).take_while(|offset| is_name(at + offset)).count();
        // A brand field may name anything.
        let is_brand = self.field == Field::Brand && self.tokens.get(at).is_some_and(Token::is_word);
        match (is_first, is_brand) {
            (true, _) => Some((at + count, None)),
            (false, true) => Some((at + 1, None)),
            (false, false) => None,
        }
    }

    /// A capitalized word for a product or praise names no style.
    fn is_ordinary(&self, at: usize) -> bool {
        let word = &self.text[self.tokens[at].range.clone()];
        let names_product =
            || Language::ALL.iter().any(|language| Product::of_title(word, *language).is_named());
        WORDS.is_aside(Role::Plain, &self.tokens[at]) || names_product()
    }
}
