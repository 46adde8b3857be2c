//! Compares the read lines with a photo's true lines.

use std::collections::BTreeMap;

use super::kind::Kind;
use super::make::Photo;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Score {
    /// True lines.
    pub(super) lines: u32,
    /// True lines read correctly, ignoring spaces.
    pub(super) exact: u32,
    /// True lines read exactly, including spaces.
    pub(super) spaced: u32,
    /// Read lines that are not on the photo.
    pub(super) other: u32,
}

impl Score {
    /// Percent of the lines read correctly.
    pub(super) fn percent(self) -> f64 {
        f64::from(self.exact) / f64::from(self.lines.max(1)) * 100.0
    }

    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.exact += other.exact;
        self.spaced += other.spaced;
        self.other += other.other;
    }
}

/// `nearest` is the most similar read line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub(super) expected: String,
    pub(super) nearest: String,
}

#[derive(Debug, Default)]
pub(super) struct Scores {
    pub(super) kinds: BTreeMap<Kind, Score>,
    pub(super) all: Score,
}

impl Scores {
    /// Returns the misread lines.
    pub(super) fn add(&mut self, photo: &Photo, read: &[String]) -> Vec<Mistake> {
        let (score, mistakes) = judge(&photo.lines, read);
        self.kinds.entry(photo.kind).or_default().add(score);
        self.all.add(score);
        mistakes
    }
}

fn judge(expected: &[String], read: &[String]) -> (Score, Vec<Mistake>) {
    let (mut score, mut mistakes) = (Score::default(), Vec::new());
    let mut left: Vec<&String> = read.iter().collect();
    for line in expected {
        score.lines += 1;
        // Each line read counts for one true line only.
        let same = left.iter().position(|read| without_spaces(read) == without_spaces(line));
        if let Some(found) = same.map(|index| left.swap_remove(index)) {
            score.exact += 1;
            score.spaced += u32::from(found == line);
        } else {
            let nearest = read.iter().min_by_key(|read| distance(read, line)).cloned();
            mistakes.push(Mistake { expected: line.clone(), nearest: nearest.unwrap_or_default() });
        }
    }
    score.other = u32::try_from(left.len()).unwrap_or(u32::MAX);
    (score, mistakes)
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Levenshtein distance in letters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut costs: Vec<usize> = (0..=b.len()).collect();
    for (index, letter) in a.chars().enumerate() {
        let mut diagonal = costs[0];
        costs[0] = index + 1;
        for (index, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = costs[index + 1];
            costs[index + 1] = changed.min(diagonal + 1).min(costs[index] + 1);
        }
    }
    costs[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_counts_as_read_if_all_its_letters_are_right() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        let expected = texts(&["Sézane", "60 % coton", "Ne pas blanchir", "M"]);
        let (score, mistakes) = judge(&expected, &texts(&["60% coton", "Sézane", "Ne pas blanchlr", "30"]));
        assert_eq!(score, Score { lines: 4, exact: 2, spaced: 1, other: 2 });
        assert_eq!(
            mistakes[0],
            Mistake { expected: expected[2].clone(), nearest: "Ne pas blanchlr".to_owned() }
        );
        assert!((score.percent() - 50.0).abs() < 1e-9);
        assert_eq!(judge(&expected, &[]).0.exact, 0);
    }

    #[test]
    fn edit_distance_counts_changed_letters() {
        assert_eq!((distance("laine", "laine"), distance("lin", "laine"), distance("", "né")), (0, 2, 2));
    }
}
