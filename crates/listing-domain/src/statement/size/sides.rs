//! Reads sides, bed sizes and screen diagonals.

use super::read::{OLDEST_MONTHS, Reader};
use super::words::{Label, Unit, WORDS};
use super::{Axis, Decimal, Dimensions, LengthUnit, Size};

/// Sold in France and Britain: width and length, in centimeters.
const BEDS: &[[u32; 2]] = &[
    [60, 120],
    [70, 140],
    [70, 190],
    [80, 190],
    [80, 200],
    [90, 190],
    [90, 200],
    [100, 200],
    [120, 190],
    [120, 200],
    [135, 190],
    [140, 190],
    [140, 200],
    [150, 200],
    [160, 200],
    [180, 200],
    [200, 200],
];

/// In inches, unmistakable for a wheel's diameter.
const SCREENS: &[&str] = &[
    "6.1", "6.7", "7.9", "9.7", "10.1", "10.2", "10.9", "11.6", "12.9", "13.3", "13.6", "14.2", "15", "15.6",
    "16.2", "17", "17.3", "19", "21.5", "22", "23.8", "27", "31.5", "32", "34", "40", "42", "43", "48", "49",
    "50", "55", "58", "60", "65", "70", "75", "77", "80", "82", "83", "85", "86", "98",
];

struct Side {
    axis: Option<Axis>,
    length: Decimal,
    unit: Option<LengthUnit>,
    /// A unit, a name or a label shows that the number is a length.
    is_clear: bool,
}

impl Reader<'_> {
    /// "120 x 60 cm", "L 120 x l 60 x H 75", "1m20".
    pub(super) fn dimensions(&self) -> Option<(Size, usize)> {
        let mut sides: Vec<Side> = Vec::new();
        let mut end = self.at;
        let mut at = self.at;
        while let Some((side, after)) = self.side(at, &sides) {
            let is_named = side.axis.is_some();
            sides.push(side);
            (at, end) = (after, after);
            if let Some((length, ())) = self.word(at, &WORDS.times) {
                at += length;
            } else if self.is_mark(at, &['×', '*'])
                || (is_named && self.is_mark(at, &['/', '-']))
                || (is_named && self.is_mark(at, &[',', ';']) && self.word(at + 1, &WORDS.axes).is_some())
            {
                at += 1;
            } else if !(is_named && self.word(at, &WORDS.axes).is_some()) {
                break;
            }
        }
        let unit = sides.iter().rev().find_map(|side| side.unit);
        let numbers: Vec<Option<u32>> = sides.iter().map(|side| side.length.as_whole()).collect();
        if let ([Some(width), Some(length)], None | Some(LengthUnit::Cm)) = (&numbers[..], unit) {
            let is_named = self.label == Some(Label::Bed);
            let is_bed = BEDS.contains(&[*width, *length]) && sides.iter().all(|side| side.axis.is_none());
            if is_bed && (is_named || unit.is_none()) {
                return Some((Size::Bed { width: *width, length: *length, is_named }, end));
            }
        }
        match &sides[..] {
            [] => None,
            [one] if !one.is_clear => None,
            [Side { axis: None, length, unit: Some(LengthUnit::Inch), .. }] if self.is_screen(*length) => {
                Some((Size::Screen(*length), end))
            }
            _ => {
                // Of two widths, the first is a length: English sellers write a small L for it.
                if let [first, second, ..] = &mut sides[..]
                    && first.axis == Some(Axis::Width)
                    && second.axis == Some(Axis::Width)
                {
                    first.axis = Some(Axis::Length);
                }
                let sides = sides.iter().map(|side| (side.axis, side.length)).collect();
                Some((Size::Dimensions(Dimensions { sides, unit }), end))
            }
        }
    }

    fn is_screen(&self, inches: Decimal) -> bool {
        self.label == Some(Label::Screen) || SCREENS.contains(&inches.to_string().as_str())
    }

    fn side(&self, at: usize, previous: &[Side]) -> Option<(Side, usize)> {
        let axis = self.word(at, &WORDS.axes);
        let mut next = at + axis.map_or(0, |(length, _)| length);
        let is_letter = axis.is_some() && self.tokens[at].text.chars().count() == 1;
        let has_colon = axis.is_some() && self.is_mark(next, &[':', '=', '.']);
        next += usize::from(has_colon);
        let length = self.number(next)?;
        let mut end = next + 1;
        let unit = match self.word(end, &WORDS.units) {
            Some((length, Unit::Length(unit))) => {
                end += length;
                Some(unit)
            }
            _ => None,
        };
        let mut side = Side {
            axis: axis.map(|(_, axis)| self.axis_as_written(at, axis, previous)),
            length,
            unit,
            is_clear: false,
        };
        side.is_clear = has_colon
            || unit.is_some()
            || (axis.is_some() && !is_letter)
            || self.label == Some(Label::Dimensions);
        if unit == Some(LengthUnit::M) && previous.is_empty() {
            match self.number(end).and_then(Decimal::as_whole) {
                // "1m20" is 120 centimeters.
                Some(more) if more < 100 && length.as_whole().is_some() => {
                    side.length = Decimal(side.length.times(100).0 + Decimal::whole(more).0);
                    side.unit = Some(LengthUnit::Cm);
                    end += 1;
                }
                // A bare "6m" means months.
                _ if axis.is_none()
                    && length.as_whole().is_some_and(|months| months <= OLDEST_MONTHS)
                    && self.label.is_none()
                    && self.tokens[end - 1].text == "m" =>
                {
                    side.is_clear = false;
                }
                _ => {}
            }
        }
        // "120 cm long".
        if side.axis.is_none()
            && let Some((length, axis)) = self.word(end, &WORDS.axes)
            && self.number(end + length).is_none()
            && !self.is_mark(end + length, &[':', '='])
        {
            side.axis = Some(axis);
            side.is_clear |= length > 1 || self.tokens[end].text.len() > 1;
            end += length;
        }
        Some((side, end))
    }

    /// A capital L is the length, a small L the width (French "largeur").
    fn axis_as_written(&self, at: usize, axis: Axis, previous: &[Side]) -> Axis {
        let range = self.tokens[at].range.clone();
        let is_capital = &self.text[range] == "L";
        let has_length = previous.iter().any(|side| side.axis == Some(Axis::Length));
        if is_capital && !has_length { Axis::Length } else { axis }
    }
}
