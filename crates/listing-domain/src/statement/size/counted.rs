//! Reads counts ("500 pieces"), memory capacities, bicycle frames and wheels.

use super::read::Reader;
use super::words::{BicyclePart, Label, Unit, WORDS};
use super::{Decimal, LengthUnit, Size, Span};

/// Before a unit of one letter, such as W for watts. A smaller number means something else: "8.5W" is a shoe
/// width, "5G" a network.
const MIN_COUNT_OF_A_LETTER: u32 = 12;
/// In inches or centimeters.
const FRAMES: std::ops::RangeInclusive<u32> = 11..=68;
/// In inches.
const WHEELS: std::ops::RangeInclusive<u32> = 10..=36;
/// Bare numbers that may be a year.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2035;

impl Reader<'_> {
    /// "1,000 pieces", "2200 W", "2-4 players", with the index after the last token.
    pub(super) fn counted(&self) -> Option<(Size, usize)> {
        let (span, mut end) = self.amount()?;
        if self.is_mark(end, &['-']) {
            end += 1;
        }
        let (length, unit) = self.word(end, &WORDS.counts)?;
        let is_letter = length == 1 && self.tokens[end].text.len() == 1;
        let is_enough =
            span.from() >= Decimal::whole(MIN_COUNT_OF_A_LETTER) && span.from().as_whole().is_some();
        (!is_letter || is_enough).then_some((Size::Counted(span, unit), end + length))
    }

    /// Perhaps with a space before its last three digits ("1 000"), or a range.
    fn amount(&self) -> Option<(Span<Decimal>, usize)> {
        let [first, second, ..] = self.tokens.get(self.at..)? else { return self.span(self.at) };
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let is_group = is_number(&first.text) && first.text.len() <= 3 && is_number(&second.text);
        if is_group && second.text.len() == 3 {
            let number = Decimal::parse(&format!("{}{}", first.text, second.text))?;
            return Some((Span::one(number), self.at + 2));
        }
        self.span(self.at)
    }

    /// "256 Go SSD", "16 GB of RAM".
    pub(super) fn memory(&self) -> Option<(Size, usize)> {
        let leading = self.word(self.at, &WORDS.memories);
        let at = self.at + leading.map_or(0, |(length, _)| length);
        let (amount, (length, unit)) = (self.number(at)?, self.word(at + 1, &WORDS.units)?);
        let Unit::Capacity(unit) = unit else { return None };
        let end = at + 1 + length;
        if let Some((_, kind)) = leading {
            return Some((Size::Memory(amount, unit, kind), end));
        }
        let joint = self.word(end, &WORDS.idle).map_or(0, |(length, ())| length);
        let (length, kind) = self.word(end + joint, &WORDS.memories)?;
        Some((Size::Memory(amount, unit, kind), end + joint + length))
    }

    /// "cadre 54", "19 in frame", "29er".
    pub(super) fn bicycle(&self) -> Option<(Size, usize)> {
        if let Some((length, part)) = self.word(self.at, &WORDS.bicycle) {
            let joint = |at: usize| {
                let label = self
                    .word(at, &WORDS.labels)
                    .filter(|(_, label)| matches!(label, Label::Any | Label::Clothes));
                let label = label.map(|(length, _)| length);
                label.or_else(|| self.word(at, &WORDS.idle).map(|(length, ())| length)).unwrap_or_default()
            };
            let mut at = self.at + length;
            while joint(at) > 0 || self.is_mark(at, &[':', '=']) {
                at += joint(at).max(1);
            }
            let (length, unit, end) = self.length(at)?;
            let is_side = self.word(end, &WORDS.times).is_some() || self.is_mark(end, &['×', '*']);
            return Some((sized(part, length, unit).filter(|_| !is_side)?, end));
        }
        let (length, unit, end) = self.length(self.at)?;
        let (words, part) = self.word(end, &WORDS.bicycle)?;
        // "29er" is one word.
        let is_suffix = self.tokens[end].text == "er";
        let touches = self.tokens[end].range.start == self.tokens[end - 1].range.end;
        let is_named = !is_suffix || (touches && unit.is_none());
        // "Frame 54, wheels 28".
        let number_follows = self.number(end + words).is_some() && !is_suffix && unit.is_none();
        Some((sized(part, length, unit).filter(|_| is_named && !number_follows)?, end + words))
    }

    fn length(&self, at: usize) -> Option<(Decimal, Option<LengthUnit>, usize)> {
        let length = self.number(at)?;
        match self.word(at + 1, &WORDS.units) {
            Some((words, Unit::Length(unit))) => Some((length, Some(unit), at + 1 + words)),
            _ => Some((length, None, at + 1)),
        }
    }

    /// Four digits alone.
    pub(super) fn year(&self) -> Option<(Size, usize)> {
        let token = self.tokens.get(self.at)?;
        let year = self.number(self.at)?.as_whole().filter(|year| YEARS.contains(year))?;
        let is_bare = token.text.len() == 4 && self.label.is_none();
        is_bare.then_some((Size::Year(year), self.at + 1))
    }
}

/// `None` if out of range.
fn sized(part: BicyclePart, length: Decimal, unit: Option<LengthUnit>) -> Option<Size> {
    let is_in = |range: &std::ops::RangeInclusive<u32>| {
        (Decimal::whole(*range.start())..=Decimal::whole(*range.end())).contains(&length)
    };
    match (part, unit) {
        (BicyclePart::Frame, None | Some(LengthUnit::Cm | LengthUnit::Inch)) => {
            is_in(&FRAMES).then_some(Size::Frame(length, unit))
        }
        (BicyclePart::Wheel, None | Some(LengthUnit::Inch)) => is_in(&WHEELS).then_some(Size::Wheel(length)),
        _ => None,
    }
}
