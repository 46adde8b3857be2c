//! Words for sizes, by role, from each language's `size_words.tsv`.

use std::sync::LazyLock;

use super::{Axis, CapacityUnit, CountUnit, LengthUnit, Letter, MemoryKind, System, VolumeUnit};
use crate::lang;
use crate::options::Language;
use crate::statement::phrases::Phrases;
use crate::statement::tokens::Token;
use crate::tsv::lines;

/// The meaning of the number after a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// "size".
    Any,
    /// The French "taille", in contrast to "pointure" for shoes.
    Clothes,
    Shoes,
    Dimensions,
    Bed,
    Screen,
    Volume,
    Capacity,
    Bra,
    Waist,
    Inseam,
    Years,
}

/// Its size is given for the bicycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BicyclePart {
    Frame,
    Wheel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Months,
    Years,
    /// American, of small children: "4T".
    Toddler,
    Length(LengthUnit),
    Capacity(CapacityUnit),
    Volume(VolumeUnit),
}

/// A single letter may have several roles; the context decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Label(Label),
    /// It also gives the number its meaning, as a label does.
    ProductName(Label),
    System(System),
    Unit(Unit),
    Axis(Axis),
    Letter(Letter),
    Count(CountUnit),
    Memory(MemoryKind),
    Bicycle(BicyclePart),
    OneSize,
    Newborn,
    Unlocked,
    /// "38 to 40".
    Range,
    /// The "x" of "120 x 60".
    Times,
    /// The "youth" of "youth L".
    Age,
    Idle,
}

impl Role {
    fn parse(text: &str) -> Option<Self> {
        let Some((role, value)) = text.split_once(':') else {
            return match text {
                "one_size" => Some(Self::OneSize),
                "newborn" => Some(Self::Newborn),
                "unlocked" => Some(Self::Unlocked),
                "frame" => Some(Self::Bicycle(BicyclePart::Frame)),
                "wheel" => Some(Self::Bicycle(BicyclePart::Wheel)),
                "range" => Some(Self::Range),
                "times" => Some(Self::Times),
                "age" => Some(Self::Age),
                "idle" => Some(Self::Idle),
                _ => None,
            };
        };
        match role {
            "label" => label(value).map(Self::Label),
            "thing" => label(value).map(Self::ProductName),
            "count" => value.parse().ok().map(Self::Count),
            "memory" => value.parse().ok().map(Self::Memory),
            "system" => value.parse().ok().map(Self::System),
            "unit" => unit(value).map(Self::Unit),
            "axis" => value.parse().ok().map(Self::Axis),
            "letter" => value.parse().ok().map(Self::Letter),
            _ => None,
        }
    }
}

fn label(text: &str) -> Option<Label> {
    Some(match text {
        "any" => Label::Any,
        "clothes" => Label::Clothes,
        "shoes" => Label::Shoes,
        "dimensions" => Label::Dimensions,
        "bed" => Label::Bed,
        "screen" => Label::Screen,
        "volume" => Label::Volume,
        "capacity" => Label::Capacity,
        "bra" => Label::Bra,
        "waist" => Label::Waist,
        "inseam" => Label::Inseam,
        "years" => Label::Years,
        _ => return None,
    })
}

fn unit(text: &str) -> Option<Unit> {
    match text {
        "months" => Some(Unit::Months),
        "years" => Some(Unit::Years),
        "toddler" => Some(Unit::Toddler),
        _ => None,
    }
    .or_else(|| text.parse().ok().map(Unit::Length))
    .or_else(|| text.parse().ok().map(Unit::Capacity))
    .or_else(|| text.parse().ok().map(Unit::Volume))
}

pub(super) struct Words {
    pub(super) labels: Phrases<Label>,
    pub(super) product_names: Phrases<Label>,
    pub(super) systems: Phrases<System>,
    pub(super) units: Phrases<Unit>,
    pub(super) axes: Phrases<Axis>,
    pub(super) letters: Phrases<Letter>,
    pub(super) counts: Phrases<CountUnit>,
    pub(super) memories: Phrases<MemoryKind>,
    pub(super) bicycle: Phrases<BicyclePart>,
    pub(super) one_size: Phrases<()>,
    pub(super) newborn: Phrases<()>,
    pub(super) unlocked: Phrases<()>,
    pub(super) ranges: Phrases<()>,
    pub(super) times: Phrases<()>,
    pub(super) ages: Phrases<()>,
    pub(super) idle: Phrases<()>,
}

fn entry(line: &'static str) -> Option<(Role, Vec<&'static str>)> {
    let (role, words) = line.split_once('\t')?;
    let words: Vec<&str> = words.split('|').collect();
    let is_valid = words.iter().all(|word| !word.is_empty() && word.trim() == *word);
    Some((Role::parse(role)?, words)).filter(|_| is_valid)
}

fn phrases_for<T: Copy>(
    entries: &[(Role, Vec<&'static str>)],
    pick: impl Fn(Role) -> Option<T>,
) -> Phrases<T> {
    let picked = entries.iter().filter_map(|(role, words)| Some((pick(*role)?, words)));
    Phrases::new(picked.flat_map(|(meaning, words)| words.iter().map(move |word| (*word, meaning))))
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let all = Language::ALL.iter().flat_map(|language| lines(lang::of(*language).size_words));
    let entries: Vec<(Role, Vec<&str>)> = all.filter_map(entry).collect();
    Words {
        labels: phrases_for(&entries, |role| if let Role::Label(label) = role { Some(label) } else { None }),
        product_names: phrases_for(&entries, |role| {
            if let Role::ProductName(label) = role { Some(label) } else { None }
        }),
        systems: phrases_for(
            &entries,
            |role| if let Role::System(system) = role { Some(system) } else { None },
        ),
        units: phrases_for(&entries, |role| if let Role::Unit(unit) = role { Some(unit) } else { None }),
        axes: phrases_for(&entries, |role| if let Role::Axis(axis) = role { Some(axis) } else { None }),
        letters: phrases_for(
            &entries,
            |role| if let Role::Letter(letter) = role { Some(letter) } else { None },
        ),
        counts: phrases_for(&entries, |role| if let Role::Count(unit) = role { Some(unit) } else { None }),
        memories: phrases_for(&entries, |role| if let Role::Memory(kind) = role { Some(kind) } else { None }),
        bicycle: phrases_for(&entries, |role| if let Role::Bicycle(part) = role { Some(part) } else { None }),
        unlocked: phrases_for(&entries, |role| (role == Role::Unlocked).then_some(())),
        one_size: phrases_for(&entries, |role| (role == Role::OneSize).then_some(())),
        newborn: phrases_for(&entries, |role| (role == Role::Newborn).then_some(())),
        ranges: phrases_for(&entries, |role| (role == Role::Range).then_some(())),
        ages: phrases_for(&entries, |role| (role == Role::Age).then_some(())),
        times: phrases_for(&entries, |role| (role == Role::Times).then_some(())),
        idle: phrases_for(&entries, |role| (role == Role::Idle).then_some(())),
    }
});

/// In tokens.
pub(super) fn piece_unit_length(tokens: &[Token]) -> Option<usize> {
    let (length, unit) = WORDS.counts.longest(tokens)?;
    unit.counts_pieces().then_some(length)
}

/// Such as "cm" or "watts".
pub(in crate::statement) fn is_unit(tokens: &[Token]) -> bool {
    WORDS.counts.longest(tokens).is_some() || WORDS.units.longest(tokens).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_size_words_is_valid() {
        for language in Language::ALL {
            for line in lines(lang::of(*language).size_words) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
        }
    }
}
