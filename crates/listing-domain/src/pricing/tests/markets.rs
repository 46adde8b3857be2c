//! Simulates markets with known true prices, the same in each run, to test the arithmetic, not the tables.
//! True prices are drawn around the table's, with the spread of the ranges in `items.tsv`. Wear, noise,
//! haggling and outliers come from the simulation, not from the model.

use super::*;
use crate::product::Good;
use crate::product::brands::Brand;

const ITEMS: usize = 2_000;

/// The share of a good's spread for a known item's true price.
const TRUTH_LEFT: f64 = 0.4;
/// The spread of brands' true prices.
const TRUTH_OF_A_BRAND: f64 = 0.18;
/// The spread of the prices for one item.
const NOISE: f64 = 0.25;
/// The spread of true prices among items of the same name.
const OWN: f64 = 0.08;

/// The average of asking prices above the true price.
const ASKED_ABOVE: f64 = 0.15;
const ASKED_SPREAD: f64 = 0.06;
/// Offers of another item or with a mistyped price.
const OUTLIERS: f64 = 0.1;

/// The true factor of each condition, best first; wear lowers it less than in the model.
const KEPT: [f64; 7] = [1.6, 1.5, 1.3, 1.15, 1.0, 0.6, 0.25];

/// A `SplitMix64` generator.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap()) / 4_294_967_296.0
    }

    fn normal(&mut self, spread: f64) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>().mul_add(spread, -6.0 * spread)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let count = u64::try_from(all.len()).unwrap();
        all[usize::try_from(self.next() % count).unwrap()]
    }
}

/// With its true price and offers of similar items.
fn draw_item(chance: &mut Chance, offers: usize) -> (Case, f64) {
    let goods: Vec<Good> = Good::all().collect();
    let good = chance.one_of(&goods);
    let product = Product::Good(good);
    let brands: Vec<Brand> =
        Brand::all().filter(|brand| Some(brand.departments().next()) == Some(product.department())).collect();
    let condition = chance.one_of(&Condition::ALL[..6]);
    let market = chance.one_of(&[Market::France, Market::UnitedStates]);
    let mut case = case(product, Language::Fr).condition(condition.code());
    case.locale = Locale::new(Language::Fr, Some(market));
    if !brands.is_empty() {
        case = case.brand(chance.one_of(&brands).name());
    }
    let spread = Usual::for_product(product, market, &ReferenceRates::default()).signal.spread();
    let usual = case.attributes.condition.take();
    let in_good_condition = case.mean().ln();
    case.attributes.condition = usual;
    let truth = in_good_condition
        + condition_step(condition)
        + chance.normal((TRUTH_LEFT * spread).hypot(TRUTH_OF_A_BRAND));
    let others = truth + chance.normal(OWN);
    let comparables = (0..offers).map(|_| offer(chance, product, others, condition, market));
    case.comparables = comparables.collect();
    (case, truth.exp())
}

fn condition_step(condition: Condition) -> f64 {
    KEPT[Condition::ALL.iter().position(|other| *other == condition).unwrap()].ln()
}

fn offer(
    chance: &mut Chance,
    product: Product,
    truth: f64,
    condition: Condition,
    market: Market,
) -> Comparable {
    let offered = chance.one_of(&Condition::ALL[..6]);
    let kind = chance.one_of(&[ComparableKind::Asking, ComparableKind::Asking, ComparableKind::Sold]);
    let markup = if kind == ComparableKind::Asking { ASKED_ABOVE + chance.normal(ASKED_SPREAD) } else { 0.0 };
    let slip = if chance.share() < OUTLIERS { (chance.share() - 0.5) * 6.0 } else { 0.0 };
    let log =
        truth + condition_step(offered) - condition_step(condition) + markup + chance.normal(NOISE) + slip;
    Comparable {
        product,
        condition: (chance.share() < 0.8).then_some(offered),
        price: super::super::log::money_of(log, market.currency()),
        ..comparable(0, kind, 20)
    }
}

/// Percentages of prices within a fifth of the true price, and of ranges that contain it.
fn accuracy(seed: u64, offers: usize) -> (f64, f64) {
    let mut chance = Chance(seed);
    let (mut near, mut covered) = (0.0, 0.0);
    for _ in 0..ITEMS {
        let (case, truth) = draw_item(&mut chance, offers);
        let signal = case.estimate().signal;
        let ratio = signal.mean.exp() / truth;
        near += f64::from((0.8..=1.2).contains(&ratio));
        let [low, high] = signal.band();
        covered += f64::from((low..=high).contains(&truth.ln()));
    }
    let percent = 100.0 / f64::from(u32::try_from(ITEMS).unwrap());
    (near * percent, covered * percent)
}

#[test]
fn suggestions_are_near_the_true_price_and_their_ranges_contain_it() {
    let wanted = [(0, 40.0), (3, 55.0), (6, 65.0), (12, 72.0), (30, 72.0)];
    let accuracy = wanted.map(|(offers, nearest)| (offers, nearest, accuracy(2_026, offers)));
    for (offers, _, (near, covered)) in accuracy {
        println!("{offers} comparables: {near:.1} % within a fifth, {covered:.1} % in the band");
    }
    for (offers, nearest, (near, covered)) in accuracy {
        assert!(near >= nearest, "{offers} comparables: {near} % are within a fifth of the truth");
        assert!((75.0..=85.0).contains(&covered), "{offers} comparables: the band holds {covered} %");
    }
}
