//! The accuracy of a head on photos of groups outside its training set.

use serde::Serialize;

/// Intervals of confidence for the calibration error.
const BINS: usize = 10;
/// From 0 to 1.
const THRESHOLDS: [f32; 3] = [0.5, 0.7, 0.9];

#[derive(Debug, Clone)]
pub(crate) struct Judged {
    /// Index of the true class.
    pub(crate) truth: usize,
    pub(crate) probabilities: Vec<f32>,
}

/// If only results with a minimum confidence count.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Coverage {
    pub(crate) confidence: f32,
    /// Percent of all photos.
    pub(crate) covered: f64,
    /// Percent of the covered photos.
    pub(crate) right: f64,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ClassFigures {
    pub(crate) class: String,
    pub(crate) photos: usize,
    /// Recall, in percent.
    pub(crate) found: f64,
    /// In percent.
    pub(crate) precision: f64,
    /// Number of photos of this class, for each predicted class.
    pub(crate) taken_for: Vec<usize>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Figures {
    pub(crate) photos: usize,
    pub(crate) top_1: f64,
    pub(crate) top_2: f64,
    pub(crate) coverage: Vec<Coverage>,
    /// Mean gap between confidence and accuracy, in percent.
    pub(crate) calibration_error: f64,
    pub(crate) classes: Vec<ClassFigures>,
}

impl Figures {
    /// `names` are those of the classes, in order.
    pub(crate) fn of(judged: &[Judged], names: &[String]) -> Self {
        let rank = |judged: &Judged| {
            let right = judged.probabilities[judged.truth];
            judged.probabilities.iter().filter(|other| **other > right).count()
        };
        Self {
            photos: judged.len(),
            top_1: percent(judged.iter().filter(|judged| rank(judged) == 0).count(), judged.len()),
            top_2: percent(judged.iter().filter(|judged| rank(judged) <= 1).count(), judged.len()),
            coverage: THRESHOLDS.map(|threshold| coverage(judged, threshold)).to_vec(),
            calibration_error: calibration_error(judged),
            classes: (0..names.len()).map(|class| class_figures(judged, class, names)).collect(),
        }
    }
}

/// Returns the likeliest class and its probability.
pub(crate) fn best(probabilities: &[f32]) -> (usize, f32) {
    let pairs = probabilities.iter().copied().enumerate();
    pairs.fold((0, f32::NEG_INFINITY), |best, pair| if pair.1 > best.1 { pair } else { best })
}

fn is_right(judged: &Judged) -> bool {
    best(&judged.probabilities).0 == judged.truth
}

fn coverage(judged: &[Judged], confidence: f32) -> Coverage {
    let sure: Vec<&Judged> =
        judged.iter().filter(|judged| best(&judged.probabilities).1 >= confidence).collect();
    let right = sure.iter().filter(|judged| is_right(judged)).count();
    Coverage { confidence, covered: percent(sure.len(), judged.len()), right: percent(right, sure.len()) }
}

fn calibration_error(judged: &[Judged]) -> f64 {
    let mut bins = [(0_usize, 0.0_f64, 0_usize); BINS];
    for judged in judged {
        let confidence = best(&judged.probabilities).1;
        let bin = (1..BINS).rfind(|bin| f64::from(confidence) >= ratio(*bin, BINS)).unwrap_or(0);
        bins[bin].0 += 1;
        bins[bin].1 += f64::from(confidence);
        bins[bin].2 += usize::from(is_right(judged));
    }
    let gap = |(count, sum, right): (usize, f64, usize)| {
        (sum - number(right)).abs() / number(count).max(1.0) * ratio(count, judged.len())
    };
    100.0 * bins.into_iter().map(gap).sum::<f64>()
}

fn class_figures(judged: &[Judged], class: usize, names: &[String]) -> ClassFigures {
    let mut taken_for = vec![0; names.len()];
    for judged in judged.iter().filter(|judged| judged.truth == class) {
        taken_for[best(&judged.probabilities).0] += 1;
    }
    let photos = taken_for.iter().sum();
    let taken = judged.iter().filter(|judged| best(&judged.probabilities).0 == class).count();
    ClassFigures {
        class: names[class].clone(),
        photos,
        found: percent(taken_for[class], photos),
        precision: percent(taken_for[class], taken),
        taken_for,
    }
}

/// 0 if the whole is 0.
pub(crate) fn percent(part: usize, whole: usize) -> f64 {
    100.0 * ratio(part, whole)
}

fn ratio(part: usize, whole: usize) -> f64 {
    number(part) / number(whole).max(1.0)
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(truth: usize, probabilities: [f32; 3]) -> Judged {
        Judged { truth, probabilities: probabilities.to_vec() }
    }

    #[test]
    fn figures_have_coverage_recall_precision_and_calibration() {
        let judged = [
            judged(0, [0.95, 0.05, 0.0]),
            judged(0, [0.25, 0.75, 0.0]),
            judged(1, [0.1, 0.6, 0.3]),
            judged(2, [0.45, 0.35, 0.2]),
        ];
        let figures = Figures::of(&judged, &["a", "b", "c"].map(str::to_owned));
        assert_eq!((figures.top_1, figures.top_2), (50.0, 75.0));
        let whole = |percent: f64| format!("{percent:.0}").parse::<u32>().unwrap();
        let covered =
            figures.coverage.iter().map(|coverage| (whole(coverage.covered), whole(coverage.right)));
        assert_eq!(covered.collect::<Vec<_>>(), [(75, 67), (50, 50), (25, 100)]);
        let classes: Vec<_> = figures.classes.iter().map(|class| (class.found, class.precision)).collect();
        assert_eq!(classes, [(50.0, 50.0), (100.0, 50.0), (0.0, 0.0)]);
        assert_eq!(figures.classes[2].taken_for, [1, 0, 0]);
        // 0.05, 0.75, 0.4 and 0.45 off.
        assert!((figures.calibration_error - 41.25).abs() < 0.01, "{}", figures.calibration_error);
    }
}
