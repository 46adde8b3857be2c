//! Cross-validation: photos of one group (person or item) are never in both training and test.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;
use sha2::{Digest as _, Sha256};

use super::fit::{self, Fit, Lessons};

pub(crate) struct Set {
    pub(crate) inputs: Vec<Vec<f32>>,
    pub(crate) kinds: Vec<usize>,
    pub(crate) groups: Vec<String>,
    pub(crate) classes: usize,
}

impl Set {
    /// Trains on the photos for whose index `is_lesson` returns true.
    pub(crate) fn train(&self, strength: f64, is_lesson: impl Fn(usize) -> bool) -> Fit {
        let lessons: Vec<usize> = (0..self.inputs.len()).filter(|photo| is_lesson(*photo)).collect();
        let inputs: Vec<&[f32]> = lessons.iter().map(|photo| self.inputs[*photo].as_slice()).collect();
        let kinds: Vec<usize> = lessons.iter().map(|photo| self.kinds[*photo]).collect();
        fit::train(Lessons { inputs: &inputs, kinds: &kinds, classes: self.classes }, strength)
    }

    /// Selects about this percentage for the final test, in whole groups. They are in the order of a digest
    /// of their names, practically random but reproducible. A group with more photos than are still missing
    /// is skipped.
    pub(crate) fn held_out(&self, percent: usize) -> Vec<bool> {
        let counts = self.counts();
        let mut names: Vec<&str> = counts.keys().copied().collect();
        names.sort_by_cached_key(|name| Sha256::digest(format!("aside/{name}")).to_vec());
        let mut missing = self.groups.len() * percent / 100;
        let mut held_out = Vec::new();
        for name in names {
            if counts[name] <= missing {
                missing -= counts[name];
                held_out.push(name);
            }
        }
        self.groups.iter().map(|group| held_out.contains(&group.as_str())).collect()
    }

    /// All photos of a group are in one fold. The largest groups come first, each in the fold with the fewest
    /// photos.
    pub(crate) fn folds(&self, count: usize) -> Vec<usize> {
        let mut order: Vec<(&str, usize)> = self.counts().into_iter().collect();
        order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut sizes = vec![0; count];
        let mut folds = BTreeMap::new();
        for (group, photos) in order {
            let emptiest = (0..count).min_by_key(|fold| sizes[*fold]).unwrap_or(0);
            sizes[emptiest] += photos;
            folds.insert(group, emptiest);
        }
        self.groups.iter().map(|group| folds[group.as_str()]).collect()
    }

    fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for group in &self.groups {
            *counts.entry(group.as_str()).or_default() += 1;
        }
        counts
    }
}

/// Returns the results in order.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    pieces: usize,
    progress: &ProgressBar,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let made: Mutex<Vec<(usize, T)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, pieces.max(1)) {
            scope.spawn(|| {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        return;
                    }
                    let result = work(piece);
                    progress.inc(1);
                    made.lock().expect("no thread panicked with the lock").push((piece, result));
                }
            });
        }
    });
    let mut made = made.into_inner().expect("no thread panicked");
    made.sort_by_key(|(piece, _)| *piece);
    made.into_iter().map(|(_, result)| result).collect()
}

/// Softmax. A higher temperature makes the probabilities more even.
pub(crate) fn probabilities(scores: &[f32], temperature: f32) -> Vec<f32> {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| ((score - highest) / temperature).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Mean log loss. `kinds` are the true classes.
pub(crate) fn loss(scores: &[Vec<f32>], kinds: &[usize], temperature: f32) -> f64 {
    let each = scores.iter().zip(kinds).map(|(scores, kind)| {
        let right = probabilities(scores, temperature)[*kind];
        -f64::from(right.max(f32::MIN_POSITIVE)).ln()
    });
    each.sum::<f64>() / f64::from(u32::try_from(kinds.len()).unwrap_or(u32::MAX)).max(1.0)
}

/// Returns the temperature with the smallest log loss. It makes the probabilities match how often the classes
/// are right.
pub(crate) fn temperature(scores: &[Vec<f32>], kinds: &[usize]) -> f32 {
    // Ternary search, because the loss has one minimum.
    let (mut low, mut high) = (0.2_f32, 5.0_f32);
    while high - low > 0.002 {
        let third = (high - low) / 3.0;
        if loss(scores, kinds, low + third) < loss(scores, kinds, high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f32::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(groups: &[&str]) -> Set {
        let inputs = vec![vec![0.0]; groups.len()];
        let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
        Set { kinds: vec![0; inputs.len()], inputs, groups, classes: 1 }
    }

    #[test]
    fn photos_of_a_group_are_never_split_between_training_and_test() {
        let names: Vec<String> = (0..100).map(|photo| format!("{}", photo % 30)).collect();
        let set = set(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let (folds, held_out) = (set.folds(5), set.held_out(20));
        for (first, group) in set.groups.iter().enumerate() {
            let same = (0..100).filter(|photo| set.groups[*photo] == *group);
            assert!(same.clone().all(|photo| folds[photo] == folds[first]));
            assert!(same.clone().all(|photo| held_out[photo] == held_out[first]));
        }
        let count = held_out.iter().filter(|held_out| **held_out).count();
        assert!((17..=20).contains(&count), "{count}");
    }

    #[test]
    fn temperature_makes_confidence_match_accuracy() {
        let scores = vec![vec![4.0, 0.0]; 400];
        let kinds: Vec<usize> = (0..400).map(|photo| usize::from(photo % 4 == 0)).collect();
        let temperature = temperature(&scores, &kinds);
        let probability = 1.0 / (1.0 + (-4.0 / temperature).exp());
        assert!((probability - 0.75).abs() < 0.005, "{probability}");
    }

    #[test]
    fn results_of_threads_are_in_order() {
        let made = on_threads(3, 20, &ProgressBar::hidden(), |piece| piece * 2);
        assert_eq!(made, (0..20).map(|piece| piece * 2).collect::<Vec<_>>());
    }
}
