//! Reads sizes.

use super::words::{Label, Unit, WORDS};
use super::{CapacityUnit, Cup, Decimal, LengthUnit, Letter, Lot, Size, SizeStatement, Span, System};
use crate::statement::audience::{AudienceStatement, audience_at_start};
use crate::statement::phrases::Phrases;
use crate::statement::tokens::{Token, TokenKind, tokens};

/// Skipped.
const IDLE_MARKS: &[char] = &[':', '.', ',', '/', '(', ')', '-', '–', '=', '°', '!', ';', '+', '[', ']', '|'];

/// In years, of children's clothes.
pub(super) const OLDEST_YEARS: u32 = 18;
/// In months, of baby clothes.
pub(super) const OLDEST_MONTHS: u32 = 36;
/// Before a T in American sizes of small children ("4T").
const OLDEST_TODDLER: u32 = 7;
const LARGEST_EUROPEAN_SHOE: u32 = 55;

impl SizeStatement {
    /// Reads a size field, in any language.
    pub fn read(text: &str) -> Self {
        let mut reader = Reader {
            text,
            tokens: grouped(tokens(text)),
            at: 0,
            label: None,
            value_start: 0,
            names_audience: false,
            unknown: Vec::new(),
            statement: Self::default(),
        };
        while reader.at < reader.tokens.len() {
            if reader.fraction() {
                continue;
            }
            if !(reader.audience() || reader.size() || reader.label() || reader.idle()) {
                reader.unknown.push(reader.at);
                reader.at += 1;
            }
        }
        let Reader { tokens, unknown, value_start, label, mut statement, .. } = reader;
        statement.audiences = AudienceStatement::read(text);
        let is_size_label = matches!(label, None | Some(Label::Any | Label::Clothes | Label::Shoes));
        let first = tokens.iter().position(|token| token.range.start >= value_start);
        statement.begins_with_size =
            !statement.sizes.is_empty() && first.is_some_and(|first| !unknown.contains(&first));
        text[value_start..].trim().clone_into(&mut statement.words);
        statement.rest = runs(text, &tokens, &unknown);
        if !statement.rest.is_empty() || statement.states_height() {
            // [`Self::label`] later puts the label back.
            let from = if statement.begins_with_size || is_size_label { value_start } else { 0 };
            statement.verbatim = Some(text[from..].trim().to_owned());
        }
        statement.resolve();
        statement
    }

    /// An age with a child's height: "3 ans / 94 cm". It is not a side of the item, so the seller's words are
    /// kept.
    fn states_height(&self) -> bool {
        self.sizes.iter().any(Size::is_age) && self.sizes.iter().any(Size::is_one_side)
    }

    /// Sizes clarify each other: a European number is a shoe size if a British one matches it.
    fn resolve(&mut self) {
        if self.states_height() {
            self.sizes.retain(|size| !size.is_one_side());
        }
        let european = self.sizes.iter().find_map(|size| match size {
            Size::European(number) => Some(*number),
            _ => None,
        });
        let Some(european) = european else { return };
        if self.sizes.iter().any(|size| size.is_same_shoe(european)) {
            for size in &mut self.sizes {
                if let Size::European(number) = *size {
                    *size = Size::Shoes(System::Eu, number);
                } else if let Size::Clothes(system, number) = *size {
                    *size = Size::Shoes(system, number);
                }
            }
        }
    }
}

/// Joins numbers with a thousands separator: "1,000", "1.000".
fn grouped(tokens: Vec<Token>) -> Vec<Token> {
    let mut grouped: Vec<Token> = Vec::new();
    let touches = |one: &Token, next: &Token| one.range.end == next.range.start;
    let is_whole = |token: &Token| token.kind == TokenKind::Number && !token.text.contains('.');
    for token in tokens {
        let [.., head, mark] = &mut grouped[..] else {
            grouped.push(token);
            continue;
        };
        let is_group = is_whole(&token) && token.text.len() == 3 && is_whole(head) && head.text.len() <= 3;
        let is_joint = mark.is_mark(',') || mark.is_mark('.');
        if is_group && is_joint && touches(head, mark) && touches(mark, &token) {
            head.text += &token.text;
            head.range.end = token.range.end;
            grouped.pop();
        } else {
            grouped.push(token);
        }
    }
    grouped
}

/// As typed; consecutive tokens are one text.
fn runs(text: &str, tokens: &[Token], indices: &[usize]) -> Vec<String> {
    let runs = indices.chunk_by(|one, next| one + 1 == *next);
    let slice = |run: &[usize]| {
        let (first, last) = (&tokens[*run.first()?], &tokens[*run.last()?]);
        Some(text[first.range.start..last.range.end].to_owned())
    };
    runs.filter_map(slice).collect()
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    /// It gives the following numbers their meaning.
    pub(super) label: Option<Label>,
    /// The byte after a label of the whole text ("Size:"), or 0.
    value_start: usize,
    names_audience: bool,
    unknown: Vec<usize>,
    statement: SizeStatement,
}

impl Reader<'_> {
    pub(super) fn word<T: Copy>(&self, at: usize, phrases: &Phrases<T>) -> Option<(usize, T)> {
        phrases.longest(self.tokens.get(at..)?)
    }

    pub(super) fn number(&self, at: usize) -> Option<Decimal> {
        let token = self.tokens.get(at)?;
        if token.kind == TokenKind::Number { Decimal::parse(&token.text) } else { None }
    }

    fn whole(&self, at: usize) -> Option<u32> {
        self.number(at)?.as_whole()
    }

    pub(super) fn is_mark(&self, at: usize, marks: &[char]) -> bool {
        self.tokens.get(at).is_some_and(|token| marks.iter().any(|mark| token.is_mark(*mark)))
    }

    /// Or a range ("38-40"), with the index after its last token.
    pub(super) fn span(&self, at: usize) -> Option<(Span<Decimal>, usize)> {
        let from = self.number(at)?;
        let joint = if self.is_mark(at + 1, &['-', '–', '/']) { Some(1) } else { None };
        let joint = joint.or_else(|| self.word(at + 1, &WORDS.ranges).map(|(length, ())| length));
        let to = joint.and_then(|joint| Some((self.number(at + 1 + joint)?, at + 2 + joint)));
        match to {
            None => Some((Span::one(from), at + 1)),
            // A descending range has a meaning that only the seller knows.
            Some((to, end)) => (from < to).then_some((Span { from, to }, end)),
        }
    }

    fn push(&mut self, size: Size, end: usize) -> bool {
        self.statement.sizes.push(size);
        self.at = end;
        true
    }

    fn audience(&mut self) -> bool {
        if self.word(self.at, &WORDS.newborn).is_some() {
            return false;
        }
        let Some((length, _)) = self.tokens.get(self.at..).and_then(audience_at_start) else { return false };
        // "Youth L" is another size than L, "toddler 10" another than 10.
        if self.word(self.at, &WORDS.ages).is_some() {
            return false;
        }
        let end = self.at + length;
        let words = &self.text[self.tokens[self.at].range.start..self.tokens[end - 1].range.end];
        // "Women’s" is one word, "women S" a word and a size.
        let length = if length == 2 && words.contains(' ') { 1 } else { length };
        self.names_audience = true;
        self.at += length;
        true
    }

    /// The fraction stays as typed: "44 2/3".
    fn fraction(&mut self) -> bool {
        let is_whole =
            |at: usize, most: u32| self.whole(at).is_some_and(|number| (1..=most).contains(&number));
        let is_apart = |at: usize| self.tokens[at].range.end < self.tokens[at + 1].range.start;
        let is_fraction = self.at > 0
            && is_whole(self.at - 1, LARGEST_EUROPEAN_SHOE)
            && is_whole(self.at, 3)
            && self.is_mark(self.at + 1, &['/'])
            && is_whole(self.at + 2, 4)
            && is_apart(self.at - 1)
            && !is_apart(self.at)
            && !is_apart(self.at + 1);
        if is_fraction {
            self.unknown.extend(self.at..self.at + 3);
            self.at += 3;
        }
        is_fraction
    }

    fn label(&mut self) -> bool {
        let product_name = self.word(self.at, &WORDS.product_names);
        let Some((length, label)) = self.word(self.at, &WORDS.labels).or(product_name) else { return false };
        let mut end = self.at + length;
        let is_letter = length == 1 && self.tokens[self.at].text.chars().count() == 1;
        let is_product_name = product_name == Some((length, label));
        while self.is_mark(end, &[':', '.', '=']) {
            end += 1;
        }
        if is_letter && self.number(end).is_none() {
            return false;
        }
        // "Chaussures taille 41" are shoes.
        if self.label.is_none() || !matches!(label, Label::Clothes | Label::Any) {
            self.label = Some(label);
        }
        if is_product_name {
            // A name says more than a label: "housse de couette 240 x 220".
            self.unknown.extend(self.at..self.at + length);
        } else if !matches!(label, Label::Waist | Label::Inseam | Label::Years)
            && self.statement.sizes.is_empty()
            && !self.names_audience
            && self.unknown.is_empty()
        {
            self.value_start = self.tokens.get(end).map_or(self.text.len(), |token| token.range.start);
        }
        self.at = end;
        true
    }

    fn idle(&mut self) -> bool {
        let is_mark = self.is_mark(self.at, IDLE_MARKS);
        let length =
            if is_mark { Some(1) } else { self.word(self.at, &WORDS.idle).map(|(length, ())| length) };
        self.at += length.unwrap_or_default();
        length.is_some()
    }

    fn size(&mut self) -> bool {
        if let Some((length, ())) = self.word(self.at, &WORDS.one_size) {
            return self.push(Size::OneSize, self.at + length);
        }
        if let Some((length, ())) = self.word(self.at, &WORDS.newborn) {
            return self.push(Size::Newborn, self.at + length);
        }
        if let Some((length, ())) = self.word(self.at, &WORDS.unlocked) {
            return self.push(Size::Unlocked, self.at + length);
        }
        let found = self
            .lot()
            .or_else(|| self.bicycle())
            .or_else(|| self.memory())
            .or_else(|| self.waist())
            .or_else(|| self.dimensions())
            .or_else(|| self.toddler())
            .or_else(|| self.counted())
            .or_else(|| self.with_unit())
            .or_else(|| self.bra())
            .or_else(|| self.with_system())
            .or_else(|| self.letters())
            .or_else(|| self.year())
            .or_else(|| self.bare());
        match found {
            Some((size, end)) => self.push(size, end),
            None => false,
        }
    }

    /// "lot de 3", "set of 2", "x3".
    fn lot(&self) -> Option<(Size, usize)> {
        let lot = Lot::read_at(&self.tokens, self.at);
        let lot = lot.or_else(|| {
            Lot::read_multiple_at(&self.tokens, self.at).filter(|_| self.statement.sizes.is_empty())
        });
        lot.map(|(length, lot)| (Size::Lot(lot), self.at + length))
    }

    /// "W32 L34", "32W 34L", "32x30".
    fn waist(&self) -> Option<(Size, usize)> {
        let is =
            |at: usize, label: Label| self.word(at, &WORDS.labels).is_some_and(|(_, found)| found == label);
        let has_label_before = is(self.at, Label::Waist);
        let first = if has_label_before { self.at + 1 } else { self.at };
        let waist = self.whole(first).filter(|waist| (22..=60).contains(waist))?;
        let has_label_after = is(first + 1, Label::Waist);
        let is_marked = has_label_before || has_label_after || self.label == Some(Label::Waist);
        let mut at = first + 1 + usize::from(has_label_after);
        let end = at;
        let is_separator = |at: usize| {
            self.is_mark(at, &['/', '-', 'x', '×', '*', ',']) || self.word(at, &WORDS.times).is_some()
        };
        let is_times = is_separator(at) && !self.is_mark(at, &['/', '-', ',']);
        at += usize::from(is_separator(at));
        let names_length = is(at, Label::Inseam);
        at += usize::from(names_length);
        let length = self.whole(at).filter(|length| (24..=40).contains(length));
        let length_end = at + 1 + usize::from(is(at + 1, Label::Inseam));
        match length {
            Some(length) if is_marked && (names_length || at > end || length_end > at + 1) => {
                Some((Size::Waist { waist, length: Some(length), is_marked }, length_end))
            }
            // Neither a bed nor a picture frame.
            Some(length) if is_times && (24..=46).contains(&waist) && (26..=38).contains(&length) => {
                let is_alone =
                    self.word(at + 1, &WORDS.units).is_none() && self.word(at + 1, &WORDS.times).is_none();
                let is_alone = is_alone && self.label.is_none();
                is_alone.then_some((Size::Waist { waist, length: Some(length), is_marked }, at + 1))
            }
            // "W 60 x D 40" is furniture.
            _ if is_marked
                && !is_times
                && self.word(end, &WORDS.units).is_none()
                && self.word(end, &WORDS.axes).is_none() =>
            {
                Some((Size::Waist { waist, length: None, is_marked }, end))
            }
            _ => None,
        }
    }

    /// An age, a storage capacity, a volume.
    fn with_unit(&self) -> Option<(Size, usize)> {
        let (span, end) = self.span(self.at)?;
        let (length, unit) = self.word(end, &WORDS.units)?;
        let end = end + length;
        let at_most = |limit| span.to() <= Decimal::whole(limit);
        let is_letter = self.tokens[end - 1].text.len() == 1;
        let size = match unit {
            Unit::Months => Size::Months(span),
            // "mo" means megabytes of a French memory, months of an American baby.
            Unit::Capacity(CapacityUnit::Mb)
                if self.tokens[end - 1].text == "mo"
                    && at_most(OLDEST_MONTHS)
                    && self.label != Some(Label::Capacity) =>
            {
                Size::Months(span)
            }
            Unit::Years if !is_letter || at_most(OLDEST_YEARS) => Size::Years(span),
            // A bare "m" after a whole number means months.
            Unit::Length(LengthUnit::M) if at_most(OLDEST_MONTHS) && span.from().as_whole().is_some() => {
                Size::Months(span)
            }
            Unit::Capacity(unit) => Size::Capacity(span.single()?, unit),
            Unit::Volume(unit) => Size::Volume(span.single()?, unit),
            _ => return None,
        };
        Some((size, end))
    }

    /// "4T", "2T/3T", "2-3T".
    fn toddler(&self) -> Option<(Size, usize)> {
        let has_unit = |at: usize| self.word(at, &WORDS.units).is_some_and(|(_, unit)| unit == Unit::Toddler);
        let is_size =
            |size: Decimal| size.as_whole().is_some_and(|size| (1..=OLDEST_TODDLER).contains(&size));
        let (mut span, mut end) = self.span(self.at)?;
        if !has_unit(end) {
            return None;
        }
        end += 1;
        if let Some(from) = span.single()
            && self.is_mark(end, &['-', '–', '/'])
            && let Some(to) = self.number(end + 1).filter(|to| *to > from && has_unit(end + 2))
        {
            (span, end) = (Span { from, to }, end + 3);
        }
        // A T before a number is a French label: "38 T 40".
        let is_label = self.number(end).is_some();
        (is_size(span.from()) && is_size(span.to()) && !is_label).then_some((Size::Toddler(span), end))
    }

    fn bra(&self) -> Option<(Size, usize)> {
        let band = self.whole(self.at)?;
        let is_band = match band {
            28..=54 => band.is_multiple_of(2),
            60..=130 => band.is_multiple_of(5),
            _ => false,
        };
        let cup = self.tokens.get(self.at + 1).filter(|token| token.is_word())?.text.to_uppercase();
        let letter = cup.chars().next()?;
        let is_cup =
            ('A'..='K').contains(&letter) && cup.len() <= 3 && cup.chars().all(|other| other == letter);
        (is_band && is_cup).then(|| (Size::Bra { band, cup: Cup(cup) }, self.at + 2))
    }

    fn with_system(&self) -> Option<(Size, usize)> {
        if let Some((length, system)) = self.word(self.at, &WORDS.systems) {
            let mut at = self.at + length;
            while self.is_mark(at, &[':', '.']) || self.word(at, &WORDS.labels).is_some() {
                at += 1;
            }
            let (span, end) = self.span(at)?;
            return Some((self.numbered(system, span), end));
        }
        let (span, end) = self.span(self.at)?;
        let (length, system) = self.word(end, &WORDS.systems)?;
        // "UK 12 / FR 40".
        let belongs_to_next = self.number(end + length).is_some();
        (!belongs_to_next).then(|| (self.numbered(system, span), end + length))
    }

    /// Half sizes and odd numbers are shoe sizes.
    fn numbered(&self, system: System, span: Span<Decimal>) -> Size {
        let is_even = |size: Decimal| size.as_whole().is_some_and(|size| size.is_multiple_of(2));
        let is_shoe = self.label == Some(Label::Shoes) || !(is_even(span.from()) && is_even(span.to()));
        match (system, is_shoe) {
            (System::Eu, _) if self.label != Some(Label::Shoes) => Size::European(span),
            (System::Fr | System::It | System::Eu, true) => Size::Shoes(System::Eu, span),
            (system, true) => Size::Shoes(system, span),
            (system, false) => Size::Clothes(system, span),
        }
    }

    fn letters(&self) -> Option<(Size, usize)> {
        let (from, end) = self.letter(self.at)?;
        let joint = if self.is_mark(end, &['-', '–', '/']) { Some(1) } else { None };
        let joint = joint.or_else(|| self.word(end, &WORDS.ranges).map(|(length, ())| length));
        let range = joint.and_then(|joint| {
            let (to, end) = self.letter(end + joint)?;
            (from < to).then_some((Size::Letters(Span { from, to }), end))
        });
        Some(range.unwrap_or((Size::Letters(Span::one(from)), end)))
    }

    /// "M", "medium", "2XL".
    fn letter(&self, at: usize) -> Option<(Letter, usize)> {
        if let Some((length, letter)) = self.word(at, &WORDS.letters) {
            return Some((letter, at + length));
        }
        let times = self.whole(at)?;
        let is_xl = self.tokens.get(at + 1)?.text == "xl";
        let letter = match times {
            2 => Letter::Xxl,
            3 => Letter::Xxxl,
            4 => Letter::X4,
            5 => Letter::X5,
            _ => return None,
        };
        is_xl.then_some((letter, at + 2))
    }

    /// Only a label can give its meaning.
    fn bare(&self) -> Option<(Size, usize)> {
        let (span, end) = self.span(self.at)?;
        let continental = span.from() >= Decimal::whole(30);
        let size = match self.label {
            Some(Label::Shoes) if span.from() >= Decimal::whole(15) => Size::Shoes(System::Eu, span),
            Some(Label::Clothes) if continental => Size::French(span),
            Some(Label::Years) => Size::Years(span),
            Some(Label::Screen) => Size::Screen(span.single()?),
            _ => Size::Number(span),
        };
        Some((size, end))
    }
}
