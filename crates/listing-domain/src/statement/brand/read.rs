//! Splits words into a brand, a model and the rest.

use std::ops::Range;
use std::sync::LazyLock;

use super::{BrandStatement, KnownBrand, Named};
use crate::lang::{Reading, all_reading};
use crate::product::Brand;
use crate::product::brands::{Line, Spelling};
use crate::statement::phrases::Phrases;
use crate::statement::size::Lot;
use crate::statement::tokens::{Token, TokenKind, tokens};
use crate::statement::traits;

/// Letters on each side of a slash between two brands. "A/X" is one.
const MIN_LETTERS_OF_TWO: usize = 3;
/// In words and marks.
const LONGEST_NAME: usize = 10;
/// In words and marks, such as "Reverse Weave".
const LONGEST_LINE: usize = 5;
/// A number among so many words after an ambiguous name shows that the brand is meant.
const CONFIRMING_WORDS: usize = 3;
const MODEL_ENDS: &[char] = &[',', ';', '(', '[', '|', '–', '—', '+'];
/// Removed from both ends.
const OUTER_MARKS: &[char] =
    &[',', ';', ':', '-', '–', '—', '|', '/', '(', ')', '[', ']', '.', '+', '=', '!'];

struct Words {
    no_brand: Phrases<()>,
    not_by_brand: Phrases<()>,
    perhaps_not_by_brand: Phrases<()>,
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
        no_brand: phrases(|reading| reading.no_brand),
        not_by_brand: phrases(|reading| reading.not_by_brand),
        perhaps_not_by_brand: phrases(|reading| reading.perhaps_not_by_brand),
        labels: phrases(|reading| reading.brand_labels),
        remarks: phrases(|reading| reading.brand_remarks),
        endings: phrases(|reading| reading.brand_endings),
        lines: phrases(|reading| reading.brand_lines),
    }
});

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Per token: it states an age, an origin, a style or a number of items (an aside).
    asides: Vec<bool>,
    /// Per token: already part of the brand, the model or a skipped label.
    consumed: Vec<bool>,
}

/// The letters that a typed name may have more than the brand's own. A longer name is another one and stays
/// as typed.
const MAX_EXTRA_LETTERS: usize = 2;

#[derive(Clone, Copy)]
struct BrandMatch {
    brand: Brand,
    spelling: Spelling,
    /// Of the name, as an index of tokens.
    end: usize,
    /// As an index of tokens. A product line is part of both the name and the model.
    model_from: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        let mut asides = vec![false; tokens.len()];
        let mut set_aside = |range: Range<usize>| asides[range].fill(true);
        let mut at = 0;
        while at < tokens.len() {
            let lot = Lot::read_at(&tokens, at).or_else(|| Lot::read_multiple_at(&tokens, at));
            let length = lot.map_or(0, |(length, _)| length);
            set_aside(at..at + length);
            at += length.max(1);
        }
        for range in traits::ranges_in_brand(text, &tokens) {
            set_aside(range);
        }
        let consumed = vec![false; tokens.len()];
        Self { text, tokens, asides, consumed }
    }

    pub(super) fn statement(mut self) -> BrandStatement {
        let has_question_mark = self.tokens.iter().any(|token| token.is_mark('?'));
        if has_question_mark || (names_two_brands(self.text) && Brand::named(self.text).is_none()) {
            return self.without_brand(false);
        }
        let mut at = 0;
        let mut is_unbranded = false;
        let mut mentions_other_maker = false;
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
                match self.brand_at(at).filter(|found| found.end >= at + aside) {
                    Some(found) => break Some(found),
                    None => at += aside,
                }
                continue;
            }
            let no_brand = WORDS.no_brand.longest(rest).map_or(0, |(length, ())| length);
            if let Some(found) = self.brand_at(at).filter(|found| no_brand < 2 || found.end - at > no_brand) {
                break Some(found);
            } else if no_brand > 0 {
                at += no_brand;
                is_unbranded |= no_brand > 1 || self.skip_asides(at) == self.tokens.len();
            } else if let Some((length, ())) = WORDS.labels.longest(rest) {
                self.consumed[at..at + length].fill(true);
                at += length;
                after_labels = at;
            } else if let Some((length, ())) = WORDS.perhaps_not_by_brand.longest(rest) {
                mentions_other_maker = true;
                at += length;
            } else if let Some((length, ())) = WORDS.remarks.longest(rest) {
                at += length;
            } else {
                break None;
            }
        };
        let brand = found.as_ref().map_or(0..0, |found| at..found.end);
        if mentions_other_maker || self.is_not_by_brand(&brand) {
            return self.without_brand(false);
        }
        match found {
            Some(found) => self.known_brand(at, found),
            None if is_unbranded => self.without_brand(true),
            None => self.unknown_brand(after_labels),
        }
    }

    fn without_brand(self, is_unbranded: bool) -> BrandStatement {
        let rest = Some(self.text.trim().to_owned()).filter(|rest| !rest.is_empty());
        BrandStatement { named: None, rest, is_unbranded }
    }

    /// The next token that is not a separator. A name may also begin with "&" or an apostrophe.
    fn next_word(&self, at: usize) -> usize {
        let is_idle =
            |token: &&Token| token.kind == TokenKind::Mark && !token.is_mark('&') && !token.is_mark('\'');
        at + self.tokens[at..].iter().take_while(is_idle).count()
    }

    fn skip_asides(&self, mut at: usize) -> usize {
        loop {
            at = self.next_word(at);
            let aside = self.asides[at..].iter().take_while(|aside| **aside).count();
            if aside == 0 {
                return at;
            }
            at += aside;
        }
    }

    /// Words outside the brand name another maker: "style Zara".
    fn is_not_by_brand(&self, brand: &Range<usize>) -> bool {
        let outside = (0..self.tokens.len()).filter(|at| !brand.contains(at) && !self.asides[*at]);
        let last = self.tokens.len().saturating_sub(1);
        outside.into_iter().any(|at| {
            let rest = &self.tokens[at..];
            let is_weak =
                WORDS.perhaps_not_by_brand.longest(rest).is_some_and(|(length, ())| at + length > last);
            is_weak || WORDS.not_by_brand.longest(rest).is_some()
        })
    }

    fn slice(&self, range: Range<usize>) -> &'a str {
        let (Some(first), Some(last)) = (self.tokens.get(range.start), self.tokens.get(range.end - 1)) else {
            return "";
        };
        &self.text[first.range.start..last.range.end]
    }

    /// The longest name of a brand or product line.
    fn brand_at(&self, at: usize) -> Option<BrandMatch> {
        let is_mark = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark);
        if is_mark(at) && is_mark(at + 1) {
            return None;
        }
        let longest = self.tokens[at..].len().min(LONGEST_NAME);
        (at + 1..=at + longest).rev().find_map(|end| {
            let (brand, spelling) = Spelling::find(self.slice(at..end))?;
            let after = &self.text[self.tokens[end - 1].range.end..];
            let mut after = after.chars();
            // "Co M1" has no final M.
            let ends_within_word = end > at + 1 && after.clone().next().is_some_and(char::is_alphanumeric);
            if ends_within_word {
                return None;
            }
            let is_joined = after.next().is_some_and(|c| matches!(c, '\'' | '’' | '-'))
                && after.next().is_some_and(char::is_alphabetic);
            let is_doubtful = brand.is_ordinary_word() || spelling == Spelling::Perhaps;
            let model_from = self.model_from(brand, spelling, at..end);
            (!is_joined || !is_doubtful).then_some(BrandMatch { brand, spelling, end, model_from })
        })
    }

    /// A brand's name may end with a product line ("Champion Reverse Weave"), which is a model, or a town
    /// ("Sandro Paris").
    fn model_from(&self, brand: Brand, spelling: Spelling, name: Range<usize>) -> usize {
        if matches!(spelling, Spelling::Line(..)) && !self.begins_with_name(brand, &name) {
            return name.start;
        }
        let shortest = (name.start + 1..name.end).find(|end| is_name(brand, self.slice(name.start..*end)));
        // "Squier by Fender" is one whole name.
        let is_whole_name = |end: &usize| self.tokens[*end].text == "by" || self.is_ending(*end..name.end);
        shortest.filter(|end| !is_whole_name(end)).unwrap_or(name.end)
    }

    fn begins_with_name(&self, brand: Brand, name: &Range<usize>) -> bool {
        (name.start + 1..name.end).any(|end| is_name(brand, self.slice(name.start..end)))
    }

    /// Words that add nothing to a name: "Paris", "& Co".
    fn is_ending(&self, range: Range<usize>) -> bool {
        let words = &self.tokens[range];
        let marks = words.iter().take_while(|token| token.kind == TokenKind::Mark).count();
        WORDS.endings.longest(&words[marks..]).is_some_and(|(length, ())| {
            words[marks + length..].iter().all(|token| token.kind == TokenKind::Mark)
        })
    }

    fn known_brand(mut self, at: usize, found: BrandMatch) -> BrandStatement {
        let BrandMatch { brand, spelling, end, model_from } = found;
        let mut to = self.model_end(model_from);
        // A mark ends a product line: "MacBook, Air".
        let name_end = if model_from == at { end.min(to.max(at + 1)) } else { end };
        self.consumed[at..name_end].fill(true);
        if model_from == end && to > end && self.is_ending(end..to) {
            self.consumed[end..to].fill(true);
            to = end;
        }
        self.consumed[model_from.min(to)..to].fill(true);
        let model = match spelling {
            // "macbook pro 2015" gets the own spelling, "MacBook".
            Spelling::Line(line, _) if model_from == at && to >= end => {
                let after = if to > end {
                    &self.text[self.tokens[end - 1].range.end..self.tokens[to - 1].range.end]
                } else {
                    ""
                };
                trimmed(&format!("{line}{after}"))
            }
            _ if to > model_from => trimmed(self.slice(model_from..to)),
            _ => None,
        };
        let line = match spelling {
            Spelling::Line(_, good) => Some(Line { good }),
            _ => self.line(brand, model_from..to),
        };
        // "Ann Taylor Loft" says more than the short name "LOFT", so it stays as typed.
        let typed = self.slice(at..model_from.clamp(at + 1, end));
        let ends = |end: usize| is_name(brand, self.slice(at..end)) && self.is_ending(end..model_from);
        let has_ending = (at + 1..model_from.min(end)).any(ends);
        let is_longer_name = letters(typed) > letters(brand.name()) + MAX_EXTRA_LETTERS && !has_ending;
        let is_line = matches!(spelling, Spelling::Line(..));
        let name =
            if spelling == Spelling::Perhaps || (is_longer_name && !is_line) { typed } else { brand.name() };
        let is_plain = !brand.is_ordinary_word() || (model.is_none() && spelling == Spelling::Name);
        let is_sure = match spelling {
            Spelling::Line(..) | Spelling::Short => true,
            Spelling::Perhaps => false,
            Spelling::Name => {
                is_plain || model_from < end || line.is_some() || self.confirms_brand(model_from..to)
            }
        };
        let text = trimmed(self.slice(at..to.max(end))).unwrap_or_default();
        let known = KnownBrand { brand, name: name.to_owned(), model, good: line.and_then(|line| line.good) };
        let named = if is_sure { Named::Known(known) } else { Named::Ambiguous { known, text } };
        BrandStatement { named: Some(named), rest: self.rest(), is_unbranded: false }
    }

    /// After the last token.
    fn model_end(&self, from: usize) -> usize {
        let ends = |at: &usize| {
            let token = &self.tokens[*at];
            let is_end = MODEL_ENDS.iter().any(|mark| token.is_mark(*mark));
            let is_spaced = |token: &Token| {
                let (before, after) = (&self.text[..token.range.start], &self.text[token.range.end..]);
                before.ends_with(' ') && after.starts_with(' ')
            };
            let is_dash = *at > from && token.is_mark('-') && is_spaced(token);
            self.asides[*at] || is_end || is_dash || WORDS.remarks.longest(&self.tokens[*at..]).is_some()
        };
        (from..self.tokens.len()).find(ends).unwrap_or(self.tokens.len())
    }

    /// Preferably a line whose products are all one good.
    fn line(&self, brand: Brand, model: Range<usize>) -> Option<Line> {
        let first = model.clone().find(|at| self.tokens[*at].kind != TokenKind::Mark)?;
        let lines = (first..model.end).flat_map(|from| {
            let to = model.end.min(from + LONGEST_LINE);
            (from + 1..=to).rev().map(move |to| from..to)
        });
        let mut lines = lines.filter_map(|range| brand.line(self.slice(range))).peekable();
        let first = lines.peek().copied();
        lines.find(|line| line.good.is_some()).or(first)
    }

    /// A number or a usual product line confirms an ambiguous brand.
    fn confirms_brand(&self, model: Range<usize>) -> bool {
        let words = &self.tokens[model];
        let has_number = words.iter().take(CONFIRMING_WORDS).any(|token| token.kind == TokenKind::Number);
        has_number || WORDS.lines.longest(words).is_some()
    }

    /// All words up to the next aside, such as an age or an origin.
    fn unknown_brand(mut self, from: usize) -> BrandStatement {
        let from = self.skip_asides(from);
        let to = (from..self.tokens.len()).find(|at| self.asides[*at]).unwrap_or(self.tokens.len());
        let name = if to > from { trimmed(self.slice(from..to)) } else { None };
        let Some(name) = name else { return self.without_brand(false) };
        self.consumed[from..to].fill(true);
        BrandStatement { named: Some(Named::Other(name)), rest: self.rest(), is_unbranded: false }
    }

    fn rest(&self) -> Option<String> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let length = self.consumed[at..].iter().take_while(|consumed| !**consumed).count();
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

/// Without marks at both ends; `None` if no letter or digit is left.
fn trimmed(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| OUTER_MARKS.contains(&c) || c.is_whitespace());
    text.contains(char::is_alphanumeric).then(|| text.to_owned())
}

/// "Zara / H&M" does not decide between them.
fn names_two_brands(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_long = name.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_LETTERS_OF_TWO;
        is_long && !name.contains(|c: char| c.is_ascii_digit())
    };
    let has_slash = text.split_once('/').is_some_and(|(one, other)| {
        let is_apart = one.ends_with(' ') && other.starts_with(' ');
        let has_numbers = text.contains(|c: char| c.is_ascii_digit());
        (is_apart && !has_numbers) || (is_name(one) && is_name(other))
    });
    let lower = text.to_lowercase();
    has_slash || all_reading(|reading| reading.alternatives).any(|or| lower.contains(or))
}
