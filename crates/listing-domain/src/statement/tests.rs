//! Typical texts of sellers, in two tables.

use super::*;
use crate::attributes::AttributeText;
use crate::options::Language;
use crate::tsv::{NONE, lines};

/// Expected values that differ from the key.
const COLOURS: &[(&str, &str)] = &[
    ("sky_blue", "light blue"),
    ("royal_blue", "blue"),
    ("charcoal", "dark grey"),
    ("powder_pink", "light pink"),
    ("forest_green", "dark green"),
    ("ecru", "off-white"),
    ("multicoloured", "multicolour"),
];

/// Expected values that differ from the key.
const MATERIALS: &[(&str, &str)] = &[
    ("jean_fabric", "denim"),
    ("gold_plated", "gold plated"),
    ("inox", "stainless steel"),
    ("similicuir", "faux leather"),
];

fn rows(table: &'static str) -> Vec<Vec<&'static str>> {
    lines(table).map(|line| line.split('\t').collect()).collect()
}

#[test]
fn every_typical_condition_is_read_correctly() {
    let rows = rows(include_str!("tests/conditions.tsv"));
    let mut wrong = Vec::new();
    for row in &rows {
        let [text, grade, defects, ..] = row[..] else { panic!("invalid row: {row:?}") };
        let statement = ConditionStatement::read(text);
        let found = statement.defects().collect::<Vec<_>>().join("|");
        let found = (
            statement.grade().map_or(NONE, crate::condition::Condition::code),
            if found.is_empty() { NONE } else { &found },
        );
        if found != (grade, defects) {
            wrong.push(format!("{text}\t{grade}\t{defects}\n\tread as {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} texts are misread:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 240);
}

#[test]
fn every_typical_attribute_is_read_correctly() {
    let rows = rows(include_str!("tests/attributes.tsv"));
    let mut wrong = Vec::new();
    for row in &rows {
        let [field, text, expected, ..] = row[..] else { panic!("invalid row: {row:?}") };
        let found = match field {
            "brand" => brand(text, expected),
            "size" => size(text),
            "color" => colour(text),
            "material" => material(text),
            _ => panic!("invalid row: {row:?}"),
        };
        if found != expected {
            wrong.push(format!("{field}\t{text}\t{expected}\n\tread as {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} texts are misread:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 240);
}

/// In the spelling of `expected` if it differs only in case; "none" without a brand.
fn brand(text: &str, expected: &str) -> String {
    let statement = given(text).map(|text| BrandStatement::read(text.as_str())).unwrap_or_default();
    let Some(brand) = statement.brand() else { return "none".to_owned() };
    let brand = brand.replace('’', "'");
    if brand.eq_ignore_ascii_case(expected) { expected.to_owned() } else { brand }
}

fn given(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attributes.size", text).unwrap()
}

fn size(text: &str) -> String {
    let statement = given(text).map(|text| SizeStatement::read(text.as_str())).unwrap_or_default();
    let audience = statement.audience().map(|audience| format!("audience={audience}"));
    let value: Vec<String> = audience.into_iter().chain(statement.sizes().iter().map(coded)).collect();
    if value.is_empty() { "none".to_owned() } else { value.join(";") }
}

fn coded(size: &Size) -> String {
    let span = |span: &Span<Decimal>| match span.single() {
        Some(one) => one.to_string(),
        None => format!("{}-{}", span.from(), span.to()),
    };
    match size {
        Size::Letters(letters) => match letters.single() {
            Some(letter) => format!("letters={letter}"),
            None => format!("letters={}-{}", letters.from(), letters.to()),
        },
        Size::Number(number) | Size::European(number) => format!("number={}", span(number)),
        Size::French(number) => format!("clothes_fr={}", span(number)),
        Size::Clothes(system, number) => format!("clothes_{system}={}", span(number)),
        Size::Shoes(system, number) => format!("shoes_{system}={}", span(number)),
        Size::Waist { waist, length: Some(length), .. } => format!("waist={waist};length={length}"),
        Size::Waist { waist, length: None, .. } => format!("waist={waist}"),
        Size::Bra { band, cup } => format!("bra={band}{}", cup.as_str()),
        Size::Months(months) => format!("months={}", span(months)),
        Size::Years(years) => format!("years={}", span(years)),
        Size::Toddler(age) => format!("toddler={}", span(age)),
        Size::Newborn => "newborn".to_owned(),
        Size::Dimensions(dimensions) => {
            let sides: Vec<String> = dimensions.sides().iter().map(|(_, side)| side.to_string()).collect();
            let unit = dimensions.unit().map_or("", LengthUnit::code).replace("inch", "in");
            format!("dimensions={}{unit}", sides.join("x"))
        }
        Size::Bed { width, length, .. } => format!("bed={width}x{length}"),
        Size::Capacity(amount, unit) => format!("capacity={amount}{}", unit.code().to_uppercase()),
        Size::Screen(inches) => format!("screen={inches}in"),
        Size::Volume(amount, unit) => format!("volume={amount}{unit}"),
        Size::OneSize => "one_size".to_owned(),
        Size::Memory(amount, unit, kind) => format!("memory={amount}{}{kind}", unit.code().to_uppercase()),
        Size::Counted(number, unit) => format!("{unit}={}", span(number)),
        Size::Frame(length, unit) => {
            format!("frame={length}{}", unit.map_or("", LengthUnit::code).replace("inch", "in"))
        }
        Size::Wheel(inches) => format!("wheel={inches}in"),
        Size::Year(year) => format!("year={year}"),
        Size::Unlocked => "unlocked".to_owned(),
        Size::Lot(lot) => format!("{}={}", lot.kind(), lot.quantity()),
    }
}

fn colour(text: &str) -> String {
    let Some(text) = given(text) else { return "none".to_owned() };
    let Some(statement) = ColorStatement::read(text.as_str()) else { return "own".to_owned() };
    let plain: Vec<String> = statement
        .names()
        .map(|name| {
            COLOURS
                .iter()
                .find(|(key, _)| *key == name.key())
                .map_or(name.name(Language::En), |(_, name)| name)
                .to_owned()
        })
        .collect();
    // With a shade ("dark blue"), but without a yarn's appearance.
    let value = statement.value(Language::En);
    let is_shaded = ["dark ", "light "].iter().any(|shade| value.starts_with(shade)) && plain.len() == 1;
    if is_shaded { value } else { plain.join("+") }
}

fn material(text: &str) -> String {
    let statement = given(text).and_then(|text| MaterialStatement::read(text.as_str()));
    let Some(statement) = statement else { return "none".to_owned() };
    let name = |material: Material| {
        MATERIALS
            .iter()
            .find(|(key, _)| *key == material.key())
            .map_or(material.alone(Language::En), |(_, name)| name)
    };
    let share = |share: &Share| {
        let quality = MaterialStatement::from(share.material()).value(Language::En);
        let value = share.material_with_quality(Language::En);
        // "Genuine leather" is just leather.
        let value = if value == quality || value.starts_with("genuine ") {
            name(share.material()).to_owned()
        } else {
            value
        };
        match share.percent() {
            Some(percent) => format!("{value} {percent}%"),
            None => value,
        }
    };
    statement.shares().iter().map(share).collect::<Vec<_>>().join(";")
}
