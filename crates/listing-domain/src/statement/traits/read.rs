//! Reads ages, origins and styles from a seller's words.

use super::words::{Role, WORDS};
use super::{Era, Kind, Origin, Own, Part, Style, Time};
use crate::options::Language;
use crate::product::Product;
use crate::statement::size::is_unit;
use crate::statement::tokens::{Token, TokenKind, tokens};

/// The bare numbers that are read as a year of make.
const BARE_YEARS: std::ops::RangeInclusive<u16> = 1850..=2000;
/// The years after "circa".
const ABOUT_YEARS: std::ops::RangeInclusive<u16> = 1500..=2005;
/// The decades in two digits, and those in four.
const SHORT_DECADES: std::ops::RangeInclusive<u16> = 20..=90;
const DECADES: std::ops::RangeInclusive<u16> = 1700..=2010;
/// The most words of a style's name missing from the tables.
const LONGEST_NAME: usize = 3;

/// The field of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    FreeText,
    Size,
    Brand,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    place: Place,
    parts: Vec<Part>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, place: Place) -> Self {
        Self::of(text, tokens(text), place)
    }

    pub(super) const fn of(text: &'a str, tokens: Vec<Token>, place: Place) -> Self {
        Self { text, tokens, place, parts: Vec::new() }
    }

    /// The traits in the order of the text.
    pub(super) fn parts(mut self) -> Vec<Part> {
        let mut at = 0;
        while at < self.tokens.len() {
            at = match self.part(at) {
                Some(part) => {
                    let end = part.place.end;
                    self.parts.push(part);
                    end
                }
                None => at + self.skipped(at),
            };
        }
        self.parts
    }

    /// The number of tokens to skip: a phrase that only looks like a trait, or one token.
    fn skipped(&self, at: usize) -> usize {
        self.role(at).filter(|(_, role, _)| *role == Role::None).map_or(1, |(length, ..)| length)
    }

    fn role(&self, at: usize) -> Option<(usize, Role, Option<Language>)> {
        WORDS.role(self.tokens.get(at..)?)
    }

    fn own(&self, from: usize, to: usize, language: Option<Language>) -> Own {
        let words = self.text[self.tokens[from].place.start..self.tokens[to - 1].place.end].to_owned();
        Own { words, language }
    }

    fn part(&mut self, at: usize) -> Option<Part> {
        if self.place != Place::Size
            && let Some(part) = self.style(at)
        {
            return Some(part);
        }
        self.era(at).or_else(|| self.origin(at))
    }

    fn era(&self, at: usize) -> Option<Part> {
        let vintage = |at| self.role(at).filter(|(_, role, _)| *role == Role::Vintage);
        let leading = vintage(at).filter(|_| !self.is_negated(at)).map_or(0, |(length, ..)| length);
        let time = self.time(at + leading);
        let after = time.map_or(at + leading, |(_, end, _)| end);
        let trailing =
            if leading == 0 && time.is_some() { vintage(after).map_or(0, |(length, ..)| length) } else { 0 };
        let end = after + trailing;
        let era = Era {
            own: self.own_if_any(at, end, time.and_then(|(.., language)| language))?,
            is_vintage: leading + trailing > 0,
            time: time.map(|(time, ..)| time),
        };
        Some(Part { place: at..end, kind: Kind::Era(era) })
    }

    fn own_if_any(&self, from: usize, to: usize, language: Option<Language>) -> Option<Own> {
        (from < to).then(|| self.own(from, to, language))
    }

    fn is_negated(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        before.is_some_and(|word| WORDS.is_aside(Role::Not, word))
    }

    /// A time, its end, and the language of its words.
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
        let labelled = |wanted: Role| {
            role.filter(|(_, role, _)| *role == wanted).map(|(length, _, language)| (at + length, language))
        };
        if let Some((start, language)) = labelled(Role::Circa) {
            let start = start + usize::from(self.is_mark(start, '.'));
            let (year, end) = self.number(start)?;
            return ABOUT_YEARS.contains(&year).then_some((
                Time::Year { year, is_circa: true },
                end,
                language,
            ));
        }
        if let Some((start, language)) = labelled(Role::Decades) {
            let needs_plural = language == Some(Language::En);
            let (first, last, end) = self.decades(start, needs_plural)?;
            return Some((Time::Decades(first, last), end, language));
        }
        // "90s" and "1950" belong to every language.
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

    /// One or two decades, by their first years, and their end: "60s", "années 60-70".
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
                && token.place.start <= self.tokens[end - 1].place.end + '’'.len_utf8() * apostrophe
        });
        if is_plural {
            end += apostrophe + 1;
        }
        (first.is_multiple_of(10) && (is_plural || !needs_plural)).then_some((first, end))
    }

    /// Four digits that can only be a year.
    fn bare_year(&self, at: usize) -> Option<u16> {
        let (year, _) = self.number(at)?;
        let place = &self.tokens[at].place;
        let touches = |other: Option<&Token>| {
            other.is_some_and(|other| other.place.end == place.start || other.place.start == place.end)
        };
        let is_unit = is_unit(&self.tokens[at + 1..])
            || ['%', '€', '$', '£', '×'].iter().any(|mark| self.is_mark(at + 1, *mark));
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let is_other = before.is_some_and(|before| {
            matches!(before.text.as_str(), "x" | "×" | "°" | "#") || WORDS.is_aside(Role::Numbered, before)
        });
        let is_joined = touches(before.filter(|token| token.is_word()))
            || touches(self.tokens.get(at + 1).filter(|token| token.is_word()));
        let is_year =
            self.place != Place::Size && self.tokens[at].text.len() == 4 && BARE_YEARS.contains(&year);
        (is_year && !is_unit && !is_other && !is_joined).then_some(year)
    }

    fn origin(&self, at: usize) -> Option<Part> {
        let (length, role, language) = self.role(at)?;
        let behind = at + length;
        let (country, end, language) = match role {
            Role::MadeIn => match self.role(behind) {
                Some((length, Role::Country(key) | Role::Nation(key), _)) => {
                    // French sellers also write "Made in France".
                    let is_shared = self.tokens[at].text == "made";
                    (Some(key), behind + length, language.filter(|_| !is_shared))
                }
                _ => (None, self.place_name(behind, language)?, language),
            },
            Role::Country(key) | Role::Nation(key) if self.is_made_behind(behind) => {
                (Some(key), behind + 1, language)
            }
            Role::Country(key) if self.place == Place::FreeText && self.stands_alone(at, behind) => {
                (Some(key), behind, language)
            }
            _ => return None,
        };
        let origin = Origin { own: self.own(at, end, language), country };
        Some(Part { place: at..end, kind: Kind::Origin(origin) })
    }

    fn is_made_behind(&self, at: usize) -> bool {
        self.role(at).is_some_and(|(_, role, _)| role == Role::MadeBehind)
    }

    /// The end of a place missing from the tables, after the English "made in".
    fn place_name(&self, at: usize, language: Option<Language>) -> Option<usize> {
        let count = (0..2).take_while(|by| self.is_capitalised(at + by)).count();
        (language == Some(Language::En) && count > 0).then_some(at + count)
    }

    /// Returns true if a country is between marks or next to an age: "1930s Japan".
    fn stands_alone(&self, at: usize, end: usize) -> bool {
        let ends = |token: Option<&Token>| token.is_none_or(|token| token.kind == TokenKind::Mark);
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let follows_an_age =
            self.parts.last().is_some_and(|part| part.place.end == at && matches!(part.kind, Kind::Era(_)));
        (ends(before) && ends(self.tokens.get(end))) || follows_an_age || self.era(end).is_some()
    }

    fn is_capitalised(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            let starts_so = self.text[token.place.clone()].starts_with(char::is_uppercase);
            token.is_word() && starts_so
        })
    }

    fn style(&mut self, at: usize) -> Option<Part> {
        let (length, role, _) = self.role(at)?;
        let behind = at + length;
        let of = match role {
            Role::Style => false,
            Role::StyleOf => true,
            _ => return None,
        };
        if !of && let Some(part) = self.style_before(at, behind) {
            return Some(part);
        }
        let (end, key) = self.name_behind(behind)?;
        let name = self.own(behind, end, None).words;
        let language = if of { self.role(at)?.2 } else { Some(Language::Fr) };
        let style = Style { own: self.own(at, end, language), name, key };
        Some(Part { place: at..end, kind: Kind::Style(style) })
    }

    /// Reads a style with its name in front: "Louis XV style", "Tiffany-style", "70s style".
    fn style_before(&mut self, at: usize, end: usize) -> Option<Part> {
        let free_from = self.parts.last().map_or(0, |part| part.place.end);
        let known = (1..=LONGEST_NAME).rev().filter_map(|count| at.checked_sub(count)).find_map(|start| {
            let (length, key) = WORDS.styles.longest(&self.tokens[start..at])?;
            (length == at - start).then_some((start, Some(key)))
        });
        let age = self.parts.last().filter(|part| part.place.end == at && matches!(part.kind, Kind::Era(_)));
        let age = age.map(|part| (part.place.start, None));
        let own = || {
            let is_name = |place: &usize| self.is_capitalised(*place) && !self.is_ordinary(*place);
            let count = (free_from..at).rev().take_while(is_name).take(LONGEST_NAME).count();
            // A French noun precedes its style: "Commode style Louis XV".
            (count > 0 && self.name_behind(end).is_none()).then_some((at - count, None))
        };
        let (start, key) = known.or(age).or_else(own)?;
        self.parts.retain(|part| part.place.start < start);
        let name = self.own(start, at, None).words;
        let style = Style { own: self.own(start, end, Some(Language::En)), name, key };
        Some(Part { place: start..end, kind: Kind::Style(style) })
    }

    /// The end of the name of a style, and the name's key.
    fn name_behind(&self, at: usize) -> Option<(usize, Option<&'static str>)> {
        if let Some((length, key)) = WORDS.styles.longest(self.tokens.get(at..)?) {
            return Some((at + length, Some(key)));
        }
        if let Some((_, end, _)) = self.time(at) {
            return Some((end, None));
        }
        let is_name = |place: usize| {
            self.is_capitalised(place)
                || (place > at && self.tokens.get(place).is_some_and(|token| token.kind == TokenKind::Number))
        };
        let is_first = self.is_capitalised(at) && !self.is_ordinary(at);
        let count = (0..LONGEST_NAME).take_while(|by| is_name(at + by)).count();
        // In a brand field, any word may be the name.
        let is_brand = self.place == Place::Brand && self.tokens.get(at).is_some_and(Token::is_word);
        match (is_first, is_brand) {
            (true, _) => Some((at + count, None)),
            (false, true) => Some((at + 1, None)),
            (false, false) => None,
        }
    }

    /// Returns true if a capitalized word names or praises a thing, and is no style.
    fn is_ordinary(&self, at: usize) -> bool {
        let word = &self.text[self.tokens[at].place.clone()];
        let is_thing = || Language::ALL.iter().any(|language| Product::of_title(word, *language).is_named());
        WORDS.is_aside(Role::Plain, &self.tokens[at]) || is_thing()
    }
}
