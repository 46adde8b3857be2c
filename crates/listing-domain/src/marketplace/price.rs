//! Rounds prices to amounts that are usual on a marketplace.

use super::facts::{Band, PriceRules};

/// Rounds an amount in minor units, see [`super::Marketplace::round_price`].
pub(super) fn round(rules: &PriceRules, min: i64, max: Option<i64>, minor: i64) -> i64 {
    let lowest = lowest(rules, min, minor);
    let usual =
        rules.bands.iter().rfind(|band| band.from <= minor).map_or(minor, |band| nearest(band, minor));
    let highest = max.map_or(i64::MAX, |max| max.div_euclid(rules.unit) * rules.unit);
    usual.min(highest).max(lowest)
}

/// Returns the lowest price that the price field accepts for an item. An item worth something is never free,
/// even if the marketplace allows it.
fn lowest(rules: &PriceRules, min: i64, minor: i64) -> i64 {
    let at_least = if minor > 0 { min.max(rules.unit) } else { min };
    // A minimum from the settings may lie between two steps of the price field, so it is rounded up to a
    // step.
    (at_least + rules.unit - 1).div_euclid(rules.unit) * rules.unit
}

/// Returns the nearest usual price, or the higher of two equally near. The candidates come from the multiple
/// of `every` at or below the amount and from the multiples before and after it.
fn nearest(band: &Band, minor: i64) -> i64 {
    let base = minor.div_euclid(band.every) * band.every;
    let candidates = [base - band.every, base, base + band.every]
        .into_iter()
        .flat_map(|multiple| band.endings.iter().map(move |ending| multiple + ending));
    candidates
        .filter(|candidate| *candidate >= 0)
        .min_by_key(|candidate| ((candidate - minor).abs(), -candidate))
        .unwrap_or(minor)
}
