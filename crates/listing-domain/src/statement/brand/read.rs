//! Reads a brand, a model and the rest from a seller's words.

use std::ops::Range;
use std::sync::LazyLock;

use super::{BrandStatement, Known, Named};
use crate::lang::{Reading, all_reading};
use crate::product::Brand;
use crate::product::brands::{Line, Spelling};
use crate::statement::phrases::Phrases;
use crate::statement::size::Lot;
use crate::statement::tokens::{Token, TokenKind, tokens};
use crate::statement::traits;

/// The shortest names that are two brands next to a slash: "A/X" is one.
const SHORTEST_OF_TWO: usize = 3;
/// The most words and marks in the name of a brand, then of a line.
const LONGEST_NAME: usize = 10;
const LONGEST_LINE: usize = 5;
/// The number of words of a model within which a number confirms the brand.
const NUMBER_WITHIN: usize = 3;
/// The marks that end a model.
const ENDS: &[char] = &[',', ';', '(', '[', '|', '–', '—', '+'];
/// The marks trimmed from a model and from the rest.
const OUTER: &[char] = &[',', ';', ':', '-', '–', '—', '|', '/', '(', ')', '[', ']', '.', '+', '=', '!'];

struct Words {
    none: Phrases<()>,
    unlike: Phrases<()>,
    perhaps_unlike: Phrases<()>,
    labels: Phrases<()>,
    remarks: Phrases<()>,
    endings: Phrases<()>,
    lines: Phrases<()>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let phrases = |pick: fn(&'static Reading) -> &'static [&'static str]| {
        Phrases::new(all_reading(pick).map(|words| (*words, ())))
    };
    Words {
        none: phrases(|reading| reading.no_brand),
        unlike: phrases(|reading| reading.not_by_brand),
        perhaps_unlike: phrases(|reading| reading.perhaps_not_by_brand),
        labels: phrases(|reading| reading.brand_labels),
        remarks: phrases(|reading| reading.brand_remarks),
        endings: phrases(|reading| reading.brand_endings),
        lines: phrases(|reading| reading.brand_lines),
    }
});

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// True for tokens that state an age, an origin, a style or a number of things.
    asides: Vec<bool>,
    /// True for tokens that the result already covers.
    spent: Vec<bool>,
}

/// The most extra letters of a mere spelling variant; a spelling with more has words of its own.
const MOST_MORE_LETTERS: usize = 2;

/// A known brand at a place.
#[derive(Clone, Copy)]
struct Found {
    brand: Brand,
    spelling: Spelling,
    /// The end of the name, and the start of the model; a line belongs to both.
    end: usize,
    model_from: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        let mut asides = vec![false; tokens.len()];
        let mut set_aside = |place: Range<usize>| asides[place].fill(true);
        let mut at = 0;
        while at < tokens.len() {
            let lot = Lot::at(&tokens, at).or_else(|| Lot::multiple_at(&tokens, at));
            let length = lot.map_or(0, |(length, _)| length);
            set_aside(at..at + length);
            at += length.max(1);
        }
        for place in traits::places_in_brand(text, &tokens) {
            set_aside(place);
        }
        let spent = vec![false; tokens.len()];
        Self { text, tokens, asides, spent }
    }

    pub(super) fn statement(mut self) -> BrandStatement {
        let is_asked = self.tokens.iter().any(|token| token.is_mark('?'));
        if is_asked || (names_two(self.text) && Brand::named(self.text).is_none()) {
            return self.without_brand(false);
        }
        let mut at = 0;
        let mut is_unbranded = false;
        let mut is_unlike = false;
        let mut after_labels = 0;
        let found = loop {
            at = self.next_word(at);
            let rest = &self.tokens[at..];
            if rest.is_empty() {
                break None;
            }
            let aside = self.asides[at..].iter().take_while(|aside| **aside).count();
            if aside > 0 {
                // "American Vintage" and "1928 Jewelry" are brands.
                match self.known_at(at).filter(|found| found.end >= at + aside) {
                    Some(found) => break Some(found),
                    None => at += aside,
                }
                continue;
            }
            let none = WORDS.none.longest(rest).map_or(0, |(length, ())| length);
            if let Some(found) = self.known_at(at).filter(|found| none < 2 || found.end - at > none) {
                break Some(found);
            } else if none > 0 {
                let length = none;
                is_unbranded |= length > 1 || self.next_telling(at + length) == self.tokens.len();
                at += length;
            } else if let Some((length, ())) = WORDS.labels.longest(rest) {
                self.spent[at..at + length].fill(true);
                at += length;
                after_labels = at;
            } else if let Some((length, ())) = WORDS.perhaps_unlike.longest(rest) {
                is_unlike = true;
                at += length;
            } else if let Some((length, ())) = WORDS.remarks.longest(rest) {
                at += length;
            } else {
                break None;
            }
        };
        let from = found.as_ref().map_or(0..0, |found| at..found.end);
        if is_unlike || self.is_unlike(&from) {
            return self.without_brand(false);
        }
        match found {
            Some(found) => self.known(at, found),
            None if is_unbranded => self.without_brand(true),
            None => self.other(after_labels),
        }
    }

    fn without_brand(self, is_unbranded: bool) -> BrandStatement {
        let rest = Some(self.text.trim().to_owned()).filter(|rest| !rest.is_empty());
        BrandStatement { named: None, rest, is_unbranded }
    }

    /// The next token other than a separating mark. A name may also begin with "&" or an apostrophe.
    fn next_word(&self, at: usize) -> usize {
        let is_idle =
            |token: &&Token| token.kind == TokenKind::Mark && !token.is_mark('&') && !token.is_mark('\'');
        at + self.tokens[at..].iter().take_while(is_idle).count()
    }

    /// The next word that is not an aside.
    fn next_telling(&self, mut at: usize) -> usize {
        loop {
            at = self.next_word(at);
            let aside = self.asides[at..].iter().take_while(|aside| **aside).count();
            if aside == 0 {
                return at;
            }
            at += aside;
        }
    }

    /// Returns true if words outside the brand say that the thing is not by it.
    fn is_unlike(&self, brand: &Range<usize>) -> bool {
        let outside = (0..self.tokens.len()).filter(|at| !brand.contains(at) && !self.asides[*at]);
        let last = self.tokens.len().saturating_sub(1);
        outside.into_iter().any(|at| {
            let rest = &self.tokens[at..];
            let weak = WORDS.perhaps_unlike.longest(rest).is_some_and(|(length, ())| at + length > last);
            weak || WORDS.unlike.longest(rest).is_some()
        })
    }

    fn slice(&self, place: Range<usize>) -> &'a str {
        let (Some(first), Some(last)) = (self.tokens.get(place.start), self.tokens.get(place.end - 1)) else {
            return "";
        };
        &self.text[first.place.start..last.place.end]
    }

    /// The longest name of a brand or line at a place.
    fn known_at(&self, at: usize) -> Option<Found> {
        let is_mark = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark);
        if is_mark(at) && is_mark(at + 1) {
            return None;
        }
        let longest = self.tokens[at..].len().min(LONGEST_NAME);
        (at + 1..=at + longest).rev().find_map(|end| {
            let (brand, spelling) = Spelling::of(self.slice(at..end))?;
            let behind = &self.text[self.tokens[end - 1].place.end..];
            let mut behind = behind.chars();
            // "Co M1" does not end with an M.
            let is_part = end > at + 1 && behind.clone().next().is_some_and(char::is_alphanumeric);
            if is_part {
                return None;
            }
            let is_joined = behind.next().is_some_and(|c| matches!(c, '\'' | '’' | '-'))
                && behind.next().is_some_and(char::is_alphabetic);
            let is_doubtful = brand.is_ordinary_word() || spelling == Spelling::Perhaps;
            let model_from = self.model_from(brand, spelling, at..end);
            (!is_joined || !is_doubtful).then_some(Found { brand, spelling, end, model_from })
        })
    }

    /// The start of the model: a brand's name may end with a line ("Champion Reverse Weave") or a place
    /// ("Sandro Paris").
    fn model_from(&self, brand: Brand, spelling: Spelling, name: Range<usize>) -> usize {
        if matches!(spelling, Spelling::Line(..)) && !self.begins_with_name(brand, &name) {
            return name.start;
        }
        let shortest = (name.start + 1..name.end).find(|end| is_name(brand, self.slice(name.start..*end)));
        // "Squier by Fender" is one whole name.
        let is_name = |end: &usize| self.tokens[*end].text == "by" || self.is_ending(*end..name.end);
        shortest.filter(|end| !is_name(end)).unwrap_or(name.end)
    }

    fn begins_with_name(&self, brand: Brand, name: &Range<usize>) -> bool {
        (name.start + 1..name.end).any(|end| is_name(brand, self.slice(name.start..end)))
    }

    /// Returns true if words add nothing to a name: "Paris", "& Co".
    fn is_ending(&self, place: Range<usize>) -> bool {
        let words = &self.tokens[place];
        let marks = words.iter().take_while(|token| token.kind == TokenKind::Mark).count();
        WORDS.endings.longest(&words[marks..]).is_some_and(|(length, ())| {
            words[marks + length..].iter().all(|token| token.kind == TokenKind::Mark)
        })
    }

    fn known(mut self, at: usize, found: Found) -> BrandStatement {
        let Found { brand, spelling, end, model_from } = found;
        let mut to = self.model_end(model_from);
        // A mark within a line ends it: "MacBook, Air".
        let named_to = if model_from == at { end.min(to.max(at + 1)) } else { end };
        self.spent[at..named_to].fill(true);
        if model_from == end && to > end && self.is_ending(end..to) {
            self.spent[end..to].fill(true);
            to = end;
        }
        self.spent[model_from.min(to)..to].fill(true);
        let model = match spelling {
            // "macbook pro 2015" gets its maker's spelling.
            Spelling::Line(line, _) if model_from == at && to >= end => {
                let behind = if to > end {
                    &self.text[self.tokens[end - 1].place.end..self.tokens[to - 1].place.end]
                } else {
                    ""
                };
                trimmed(&format!("{line}{behind}"))
            }
            _ if to > model_from => trimmed(self.slice(model_from..to)),
            _ => None,
        };
        let line = match spelling {
            Spelling::Line(_, good) => Some(Line { good }),
            _ => self.line(brand, model_from..to),
        };
        // "Ann Taylor Loft" says more than "LOFT".
        let typed = self.slice(at..model_from.clamp(at + 1, end));
        let ends = |end: usize| is_name(brand, self.slice(at..end)) && self.is_ending(end..model_from);
        let is_ended = (at + 1..model_from.min(end)).any(ends);
        let says_more = letters(typed) > letters(brand.name()) + MOST_MORE_LETTERS && !is_ended;
        let is_line = matches!(spelling, Spelling::Line(..));
        let name =
            if spelling == Spelling::Perhaps || (says_more && !is_line) { typed } else { brand.name() };
        let is_plain = !brand.is_ordinary_word() || (model.is_none() && spelling == Spelling::Name);
        let is_sure = match spelling {
            Spelling::Line(..) | Spelling::Short => true,
            Spelling::Perhaps => false,
            Spelling::Name => is_plain || model_from < end || line.is_some() || self.tells(model_from..to),
        };
        let whole = trimmed(self.slice(at..to.max(end))).unwrap_or_default();
        let known = Known { brand, name: name.to_owned(), model, good: line.and_then(|line| line.good) };
        let named = if is_sure { Named::Known(known) } else { Named::Open { known, whole } };
        BrandStatement { named: Some(named), rest: self.rest(), is_unbranded: false }
    }

    /// The end of the model that begins at a place.
    fn model_end(&self, from: usize) -> usize {
        let ends = |at: &usize| {
            let token = &self.tokens[*at];
            let is_end = ENDS.iter().any(|mark| token.is_mark(*mark));
            let stands_free = |token: &Token| {
                let (before, behind) = (&self.text[..token.place.start], &self.text[token.place.end..]);
                before.ends_with(' ') && behind.starts_with(' ')
            };
            let is_dash = *at > from && token.is_mark('-') && stands_free(token);
            self.asides[*at] || is_end || is_dash || WORDS.remarks.longest(&self.tokens[*at..]).is_some()
        };
        (from..self.tokens.len()).find(ends).unwrap_or(self.tokens.len())
    }

    /// The brand's line within a model, preferably one with a good.
    fn line(&self, brand: Brand, model: Range<usize>) -> Option<Line> {
        let first = model.clone().find(|at| self.tokens[*at].kind != TokenKind::Mark)?;
        let lines = (first..model.end).flat_map(|from| {
            let to = model.end.min(from + LONGEST_LINE);
            (from + 1..=to).rev().map(move |to| from..to)
        });
        let mut lines = lines.filter_map(|place| brand.line(self.slice(place))).peekable();
        let first = lines.peek().copied();
        lines.find(|line| line.good.is_some()).or(first)
    }

    /// Returns true if a model confirms its brand, by a number or as a usual line.
    fn tells(&self, model: Range<usize>) -> bool {
        let words = &self.tokens[model];
        let has_number = words.iter().take(NUMBER_WITHIN).any(|token| token.kind == TokenKind::Number);
        has_number || WORDS.lines.longest(words).is_some()
    }

    /// Reads a name missing from the table: everything up to the next aside.
    fn other(mut self, from: usize) -> BrandStatement {
        let from = self.next_telling(from);
        let to = (from..self.tokens.len()).find(|at| self.asides[*at]).unwrap_or(self.tokens.len());
        let name = if to > from { trimmed(self.slice(from..to)) } else { None };
        let Some(name) = name else { return self.without_brand(false) };
        self.spent[from..to].fill(true);
        BrandStatement { named: Some(Named::Other(name)), rest: self.rest(), is_unbranded: false }
    }

    /// The words that are neither brand nor model.
    fn rest(&self) -> Option<String> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let length = self.spent[at..].iter().take_while(|spent| !**spent).count();
            if length > 0 {
                pieces.extend(trimmed(self.slice(at..at + length)));
            }
            at += length.max(1);
        }
        (!pieces.is_empty()).then(|| pieces.join(", "))
    }
}

fn is_name(brand: Brand, text: &str) -> bool {
    Brand::key(text) == Brand::key(brand.name())
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Trims the marks at both ends of a text; `None` if no letter or digit is left.
fn trimmed(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| OUTER.contains(&c) || c.is_whitespace());
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

/// Returns true if a text leaves two brands open: "Zara / H&M".
fn names_two(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_long = name.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_OF_TWO;
        is_long && !name.contains(|c: char| c.is_ascii_digit())
    };
    let by_stroke = text.split_once('/').is_some_and(|(one, other)| {
        let is_apart = one.ends_with(' ') && other.starts_with(' ');
        let has_numbers = text.contains(|c: char| c.is_ascii_digit());
        (is_apart && !has_numbers) || (is_name(one) && is_name(other))
    });
    let lower = text.to_lowercase();
    by_stroke || all_reading(|reading| reading.alternatives).any(|or| lower.contains(or))
}
