//! Price signals, and their combination to one price.

use super::log::Z_OF_EIGHTY_PERCENT;

/// Tukey's constant: the distance from the middle, in spreads, from which a signal has no weight. With the
/// usual value, the estimate needs a twentieth more data if there are no outliers.
const TUKEY: f64 = 4.685;

/// The same for an opinion's distance from the table's price: shorter, because a single view may be misled by
/// a photo.
const FARTHEST_OPINION: f64 = 3.0;

/// Of used items of one kind, about 10 %, which no number of comparables reduces. Our estimate.
const ITEM_SPREAD: f64 = 0.10;

/// The comparables that the assumed spread counts for, against the observed one. Our estimate.
const ASSUMED_SIGNALS: f64 = 6.0;

/// The minimum of the factor that adapts the comparables' assumed variance to the observed one.
const LEAST_DISPERSION: f64 = 0.25;
/// Its maximum.
const MOST_DISPERSION: f64 = 6.0;

/// In the starting median, as a number of the most certain comparables. Our estimate.
const FIRST_SIGNAL_WEIGHT: f64 = 2.5;

/// Iterations to find the middle; a few would usually be enough.
const STEPS: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PriceSignal {
    pub(super) mean: f64,
    /// The square of the spread, one standard deviation of the logarithm.
    pub(super) variance: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CombinedSignal {
    pub(super) signal: PriceSignal,
    /// Those far from the middle count in part.
    pub(super) counted: f64,
    /// Too far from the middle to count.
    pub(super) ignored: usize,
}

impl PriceSignal {
    pub(super) const fn new(mean: f64, spread: f64) -> Self {
        Self { mean, variance: spread * spread }
    }

    /// `by` is the logarithm of a price factor, `spread` its uncertainty.
    #[must_use]
    pub(super) fn shifted(self, by: f64, spread: f64) -> Self {
        Self { mean: self.mean + by, variance: self.variance + spread * spread }
    }

    pub(super) fn spread(self) -> f64 {
        self.variance.sqrt()
    }

    /// `z` is a quantile of the standard normal distribution.
    pub(super) fn at(self, z: f64) -> f64 {
        self.mean + z * self.spread()
    }

    /// The ends of the range with 80 % of such prices, as logarithms.
    pub(super) fn band(self) -> [f64; 2] {
        [self.at(-Z_OF_EIGHTY_PERCENT), self.at(Z_OF_EIGHTY_PERCENT)]
    }

    fn precision(self) -> f64 {
        self.variance.recip()
    }

    /// The farther the opinion, the less it counts; `None` if it is too far.
    pub(super) fn with_opinion(self, other: Self) -> Option<Self> {
        let trust =
            tukey((other.mean - self.mean) / (self.variance + other.variance).sqrt(), FARTHEST_OPINION);
        let (own, others) = (self.precision(), other.precision() * trust);
        let joined = || Self {
            mean: (own * self.mean + others * other.mean) / (own + others),
            variance: (own + others).recip(),
        };
        (trust > 0.0).then(joined)
    }

    /// The farther from the middle, the less a signal counts (Tukey's biweight).
    pub(super) fn with_comparables(self, comparables: &[Self]) -> CombinedSignal {
        if comparables.is_empty() {
            return CombinedSignal { signal: self, counted: 0.0, ignored: 0 };
        }
        let own = ITEM_SPREAD * ITEM_SPREAD;
        let first = Self { variance: (self.variance - own).max(own), ..self };
        let middle = Middle::find(first, comparables);
        let trust = |signal: &Self| middle.trust(signal);
        let counted: f64 = comparables.iter().map(trust).sum();
        let ignored = comparables.iter().filter(|one| trust(one) <= 0.0).count();
        let seen: f64 = comparables
            .iter()
            .map(|one| trust(one) * (one.mean - middle.mean).powi(2) * one.precision())
            .sum();
        let dispersion =
            ((ASSUMED_SIGNALS + seen) / (ASSUMED_SIGNALS + counted)).clamp(LEAST_DISPERSION, MOST_DISPERSION);
        let from_comparables: f64 = comparables.iter().map(|one| trust(one) * one.precision()).sum();
        let precision = trust(&first) * first.precision() + from_comparables / dispersion;
        let signal = Self { mean: middle.mean, variance: precision.recip() + own };
        CombinedSignal { signal, counted, ignored }
    }
}

/// A weight from 0 to 1; both arguments are in spreads.
fn tukey(distance: f64, farthest: f64) -> f64 {
    let share = distance / farthest;
    if share.abs() < 1.0 { (1.0 - share * share).powi(2) } else { 0.0 }
}

#[derive(Debug, Clone, Copy)]
struct Middle {
    mean: f64,
    variance: f64,
}

impl Middle {
    /// Begins at the weighted median, where the first signal counts as much as several comparables, so that
    /// one or two absurd ones don't outweigh it.
    fn find(first: PriceSignal, others: &[PriceSignal]) -> Self {
        let strongest = others.iter().map(|one| one.precision()).fold(0.0, f64::max);
        let mut weighted: Vec<(f64, f64)> = others.iter().map(|one| (one.mean, one.precision())).collect();
        weighted.push((first.mean, first.precision().max(FIRST_SIGNAL_WEIGHT * strongest)));
        let mut middle = Self { mean: weighted_median(weighted), variance: first.variance };
        let all = || std::iter::once(&first).chain(others);
        for _ in 0..STEPS {
            let weight = |one: &PriceSignal| one.precision() * middle.trust(one);
            let total: f64 = all().map(weight).sum();
            // Impossible in theory, because a signal at the median always counts.
            if total <= 0.0 {
                return middle;
            }
            let mean = all().map(|one| weight(one) * one.mean).sum::<f64>() / total;
            middle = Self { mean, variance: total.recip() };
        }
        middle
    }

    /// A weight from 0 to 1 by distance, relative to both uncertainties.
    fn trust(&self, one: &PriceSignal) -> f64 {
        tukey((one.mean - self.mean) / (one.variance + self.variance).sqrt(), TUKEY)
    }
}

/// The lowest mean with at least half of the weight at or below it.
fn weighted_median(mut weighted: Vec<(f64, f64)>) -> f64 {
    weighted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let half = weighted.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
    let mut below = 0.0;
    for (mean, weight) in &weighted {
        below += weight;
        if below >= half {
            return *mean;
        }
    }
    weighted.last().map_or(0.0, |(mean, _)| *mean)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn agreeing(mean: f64, count: usize) -> Vec<PriceSignal> {
        vec![PriceSignal::new(mean, 0.35); count]
    }

    #[test]
    fn an_extreme_opinion_is_ignored() {
        let table = PriceSignal::new(30_f64.ln(), 0.4);
        assert_eq!(table.with_opinion(PriceSignal::new(3_000_f64.ln(), 0.4)), None);
        let joined = table.with_opinion(PriceSignal::new(60_f64.ln(), 0.4)).unwrap();
        assert!(30_f64.ln() < joined.mean && joined.mean < 45_f64.ln(), "{joined:?}");
        assert!(joined.variance < table.variance);
    }

    #[test]
    fn many_agreeing_signals_outweigh_a_wrong_table() {
        let table = PriceSignal::new(30_f64.ln(), 0.4);
        let combined = table.with_comparables(&agreeing(200_f64.ln(), 10));
        assert!((combined.signal.mean - 200_f64.ln()).abs() < 0.05, "{combined:?}");
        let one = table.with_comparables(&agreeing(3_000_f64.ln(), 1));
        assert!((one.signal.mean - 30_f64.ln()).abs() < 0.01, "{one:?}");
    }

    #[test]
    fn disagreeing_signals_widen_the_price_range() {
        let table = PriceSignal::new(30_f64.ln(), 0.4);
        let variance = |prices: [f64; 4]| {
            table.with_comparables(&prices.map(|price| PriceSignal::new(price.ln(), 0.35))).signal.variance
        };
        assert!(variance([30.0, 30.0, 30.0, 30.0]) < variance([15.0, 25.0, 36.0, 60.0]));
    }

    fn signals() -> impl Strategy<Value = Vec<PriceSignal>> {
        let signal = (2.0..9.0_f64, 0.2..0.6_f64).prop_map(|(mean, spread)| PriceSignal::new(mean, spread));
        proptest::collection::vec(signal, 0..14)
    }

    proptest! {
        #[test]
        fn scaling_all_signals_scales_only_the_mean(
            mean in 2.0..9.0_f64, spread in 0.2..0.9_f64, others in signals(), scale in -4.0..4.0_f64
        ) {
            let first = PriceSignal::new(mean, spread);
            let scaled: Vec<PriceSignal> = others.iter().map(|one| one.shifted(scale, 0.0)).collect();
            let plain = first.with_comparables(&others);
            let shifted = first.shifted(scale, 0.0).with_comparables(&scaled);
            prop_assert!((plain.signal.mean + scale - shifted.signal.mean).abs() < 1e-6);
            prop_assert!((plain.signal.variance - shifted.signal.variance).abs() < 1e-6);
        }

        #[test]
        fn one_absurd_signal_among_ten_moves_the_mean_by_under_five_percent(
            mean in 3.0..8.0_f64,
            offsets in proptest::collection::vec(-0.5..0.5_f64, 9),
            absurd in prop_oneof![-8.0..-2.8_f64, 2.8..12.0_f64],
        ) {
            let table = PriceSignal::new(mean, 0.5);
            let mut all: Vec<PriceSignal> = offsets.iter().map(|off| PriceSignal::new(mean + off, 0.35)).collect();
            let without = table.with_comparables(&all).signal.mean;
            all.push(PriceSignal::new(mean + absurd, 0.35));
            let with = table.with_comparables(&all).signal.mean;
            prop_assert!((with - without).abs() < 1.05_f64.ln(), "{without} {with}");
        }

        #[test]
        fn more_agreeing_signals_narrow_the_price_range(
            mean in 3.0..8.0_f64, spread in 0.2..1.0_f64, off in -0.4..0.4_f64, count in 0..20_usize
        ) {
            let table = PriceSignal::new(mean, spread);
            let combined = |count| table.with_comparables(&agreeing(mean + off, count)).signal.variance;
            prop_assert!(combined(count + 1) < combined(count));
        }
    }
}
