//! Most of 150 items must be priced in ranges that French and American sellers consider possible, without
//! market data. The ranges are independent of the model.

use super::*;
use crate::product::Good;
use crate::tsv::{NONE, lines};

const ITEMS: &str = include_str!("items.tsv");

const INSIDE_PERCENT: usize = 90;

struct Line {
    key: &'static str,
    case: Case,
    euros: [i64; 2],
    dollars: [i64; 2],
}

fn read(line: &'static str) -> Line {
    let columns: Vec<&str> = line.split('\t').collect();
    let [key, brand, condition, material, stated, numbers @ ..] = &columns[..] else {
        panic!("bad row {line}")
    };
    let numbers: Vec<i64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
    let [low, high, dollars_low, dollars_high] = numbers[..] else { panic!("bad row {line}") };
    let text = |text: &str| (text != NONE).then(|| Attribute::seen(text, 1.0));
    let good = Good::from_key(key).unwrap_or_else(|| panic!("unknown good: {line}"));
    let mut case = case(Product::Good(good), Language::Fr).condition(condition);
    case.attributes =
        Attributes { brand: text(brand), material: text(material), size: text(stated), ..case.attributes };
    Line { key, case, euros: [low, high], dollars: [dollars_low, dollars_high] }
}

/// The number of items, and those outside.
fn outside(market: Market, possible: fn(&Line) -> [i64; 2]) -> (usize, Vec<String>) {
    let mut outside = Vec::new();
    let mut count = 0;
    for mut line in lines(ITEMS).map(read) {
        count += 1;
        let [low, high] = possible(&line);
        line.case.locale = Locale::new(Language::En, Some(market));
        let PriceSuggestion { suggested, .. } = line.case.suggest();
        if !(low * 100..=high * 100).contains(&suggested.minor()) {
            let brand = line.case.attributes.brand.as_ref().map_or(NONE, |brand| brand.value.as_str());
            outside.push(format!("{} {brand} {market}: {suggested} is not from {low} to {high}", line.key));
        }
    }
    (count, outside)
}

#[test]
fn nine_in_ten_items_have_a_plausible_price() {
    let (count, french) = outside(Market::France, |line| line.euros);
    let (_, american) = outside(Market::UnitedStates, |line| line.dollars);
    assert_eq!(count, 150);
    println!("inside: {} in France, {} in the United States", count - french.len(), count - american.len());
    for outside in [&french, &american] {
        let inside = count - outside.len();
        assert!(inside * 100 >= count * INSIDE_PERCENT, "{inside} of {count}:\n{}", outside.join("\n"));
    }
}
