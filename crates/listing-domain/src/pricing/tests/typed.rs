//! Prices of items as sellers type them, against a reseller's ranges.

use super::*;
use crate::attributes::{AttributeText, KnownAttributes};
use crate::tsv::{NONE, lines};

/// Inside the reseller's range. None may be outside by a factor of two.
const INSIDE_PERCENT: usize = 90;

fn read(line: &'static str) -> (Case, [i64; 2]) {
    let columns: Vec<&str> = line.split('\t').collect();
    let [key, market, brand, size, condition, material, low, high] = columns[..] else { panic!("{line}") };
    let text = |text: &str| {
        let text = if text == NONE { "" } else { text };
        AttributeText::parse("attributes", text).unwrap()
    };
    let known = KnownAttributes {
        brand: text(brand),
        size: text(size),
        condition: text(condition),
        material: text(material),
        ..KnownAttributes::default()
    };
    let (market, language) = match market {
        "FR" => (Market::France, Language::Fr),
        "US" => (Market::UnitedStates, Language::En),
        _ => panic!("unknown market: {line}"),
    };
    let good = Good::from_key(key).unwrap_or_else(|| panic!("unknown good: {line}"));
    let case = Case {
        attributes: Attributes::default().with_known(&known),
        locale: Locale::new(language, Some(market)),
        ..case(Product::Good(good), language)
    };
    (case, [low.parse().unwrap(), high.parse().unwrap()])
}

#[test]
fn typed_items_are_priced_as_resellers_would() {
    let rows: Vec<_> = lines(include_str!("typed.tsv")).map(|line| (line, read(line))).collect();
    let mut outside = Vec::new();
    let mut absurd = Vec::new();
    for (line, (case, [low, high])) in &rows {
        let suggested = case.suggest().suggested.minor() / 100;
        if !(*low..=*high).contains(&suggested) {
            outside.push(format!("{suggested}: {line}"));
        }
        if suggested * 2 <= *low || suggested >= high * 2 {
            absurd.push(format!("{suggested}: {line}"));
        }
    }
    assert!(absurd.is_empty(), "off by a factor of two:\n{}\nand outside:\n{}", absurd.join("\n"), outside.join("\n"));
    let inside = rows.len() - outside.len();
    assert!(inside * 100 >= rows.len() * INSIDE_PERCENT, "{inside} of {}:\n{}", rows.len(), outside.join("\n"));
}
