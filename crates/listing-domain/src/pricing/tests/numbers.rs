//! Every number of a rationale comes from the evidence.

use super::*;
use crate::product::Good;

/// Groups of three digits are one number.
fn numbers(text: &str) -> Vec<i64> {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut found = Vec::new();
    let mut digits = String::new();
    for (at, c) in chars.iter().enumerate() {
        let goes_on =
            matches!(c, ',' | '\u{202f}') && !digits.is_empty() && (1..=3).all(|by| is_digit(at + by));
        if c.is_ascii_digit() {
            digits.push(*c);
        } else if !goes_on {
            found.extend(digits.parse::<i64>());
            digits.clear();
        }
    }
    found.extend(digits.parse::<i64>());
    found
}

fn majors(money: Money) -> i64 {
    money.minor() / 100
}

/// From the question and the suggested amounts.
fn expected(case: &Case, suggestion: &PriceSuggestion, usual: i64) -> Vec<i64> {
    let has_market_data = suggestion.basis.has_market_data();
    let count = |kind| case.comparables.iter().filter(|one| one.kind == kind).count();
    let (asking, sold) = (count(ComparableKind::Asking), count(ComparableKind::Sold));
    let mut numbers: Vec<usize> = Vec::new();
    if let Some(newest) = case.comparables.iter().map(|one| one.seen_on).max().filter(|_| has_market_data) {
        numbers.push(asking + sold);
        numbers.extend([asking, sold].into_iter().filter(|count| *count > 0));
        numbers.push(usize::try_from(newest.day()).unwrap());
        numbers.push(usize::try_from(newest.year()).unwrap());
    }
    let mut numbers: Vec<i64> = numbers.into_iter().map(|number| i64::try_from(number).unwrap()).collect();
    let PriceSuggestion { low, suggested, high, .. } = suggestion;
    numbers.push(majors(*suggested));
    if low != high {
        numbers.extend([majors(*low), majors(*high)]);
    }
    // The percentage taken off asking prices.
    numbers.extend((asking > 0 && has_market_data).then_some(13));
    numbers.extend([usual, i64::from(REFERENCE_DATE.year())]);
    let ignored = i64::try_from(case.estimate().ignored).unwrap();
    numbers.extend((ignored > 0).then_some(ignored));
    numbers
}

fn usual_of(good: Good, market: Market) -> i64 {
    let typical = |market| good.usual_price(market).unwrap().typical;
    match market {
        Market::UnitedKingdom => {
            let rates = ReferenceRates::default();
            let [french, american] = [Market::France, Market::UnitedStates]
                .map(|market| rates.convert(typical(market), Currency::Gbp).minor());
            let middle = (f64::from(i32::try_from(french).unwrap())
                * f64::from(i32::try_from(american).unwrap()))
            .sqrt();
            (1..1_000_000).find(|major| f64::from(*major) * 100.0 + 50.0 > middle).map(i64::from).unwrap()
        }
        _ => majors(typical(market)),
    }
}

#[test]
fn every_number_of_a_rationale_comes_from_the_evidence() {
    use ComparableKind::{Asking, Sold};
    let offers = [
        vec![],
        vec![comparable(30, Asking, 1)],
        vec![comparable(50, Sold, 2), comparable(45, Asking, 21), comparable(40, Sold, 9)],
    ];
    let mut seen = 0;
    for key in ["jacket", "handbag", "grand_piano", "screw", "watch", "mobile_phone"] {
        let good = Good::from_key(key).unwrap();
        for (brand, condition) in
            [("Zara", "good"), ("Hermès", "fair"), ("Zzyzx", "like_new"), ("Rolex", "for_parts")]
        {
            for (language, market) in
                Language::ALL.iter().flat_map(|one| Market::ALL.iter().map(move |market| (one, market)))
            {
                for offers in &offers {
                    let comparables = offers
                        .iter()
                        .map(|one| Comparable { product: Product::Good(good), ..one.clone() })
                        .collect();
                    let locale = Locale::new(*language, Some(*market));
                    let case = Case { comparables, locale, ..case(Product::Good(good), *language) };
                    let case = case.brand(brand).condition(condition);
                    let suggestion = case.suggest();
                    let expected = expected(&case, &suggestion, usual_of(good, *market));
                    assert_eq!(numbers(&suggestion.rationale), expected, "{}", suggestion.rationale);
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 6 * 4 * 6 * 3);
}

#[test]
fn numbers_with_separators_are_found_in_a_text() {
    assert_eq!(numbers("entre 1\u{202f}200 et 3\u{a0}€, 20 novembre 2026"), [1_200, 3, 20, 2026]);
    assert_eq!(numbers("between $1,234,560 and $5, 13%."), [1_234_560, 5, 13]);
}
