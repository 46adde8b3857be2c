//! Divides photos into runs, one for each item.
//!
//! Sellers photograph one item after another, so the photos of an item are a run: neighbors in time, or in
//! order if the times are unknown. Each photo that continues a run has a score: positive if its time and look
//! speak for the item of the photos before it, negative if they speak against it. The division with the
//! highest sum wins.
//!
//! | Evidence | For the same item | Against |
//! |---|---|---|
//! | capture time | a gap below the seller's usual pause | a longer gap |
//! | look | alike one of the photos just before it in the run | unlike all of them |
//! | neither | | always, so that the photo is alone |
//!
//! - **Label close-ups.** A close-up is unlike its neighbors, but the next photo of the garment is alike the one
//!   before the close-up. The run continues, because being unlike costs less than being alike brings.
//! - **Alike items in a row.** A long gap costs more than a likeness between different items brings.
//! - **More than four photos.** A run is cut after every fourth photo. The first four photos make the item. The
//!   rest is an item of its own, which the seller drops, or from which the seller takes a better photo.
//!
//! The constants fit the tuning half of `cargo xtask eval grouping`.

use jiff::civil::DateTime;

use super::PhotoTraits;
use crate::request::PhotoUploads;

/// The maximum number of photos in a run. It bounds the time.
const MAX_RUN: usize = 16;
/// The number of photos before a photo in its run with which it is compared.
const COMPARED: usize = 2;
/// Looks with this likeness speak neither for one item nor against it. A lower value finds more photos of an
/// item that have no times, but merges different products photographed on the same background.
const NEUTRAL_LIKENESS: f64 = 0.45;
const LIKENESS_WEIGHT: f64 = 6.0;
const LIKENESS_RANGE: (f64, f64) = (-0.8, 2.5);
/// The score of a gap e times shorter than the pause.
const GAP_WEIGHT: f64 = 2.0;
const GAP_RANGE: (f64, f64) = (-4.0, 3.0);
/// The pause between two items, as a multiple of the median gap, in seconds.
const PAUSE: f64 = 1.8;
const PAUSE_RANGE: (f64, f64) = (10.0, 45.0);
/// Shorter gaps, in seconds, are from bursts or copies.
const MIN_GAP: f64 = 0.5;
/// A photo without a time and a look is more likely of another item.
const NO_EVIDENCE: f64 = -1.0;
/// The cost of a run of one photo, since sellers take several. Twice the cost is less than that of joining two
/// unlike photos.
const SINGLE_PHOTO: f64 = -0.35;

/// Groups photos into items. Returns the positions of each item's photos, in the order of the photos, and the
/// items by their first photos. Every position occurs once, and an item has 1 to [`PhotoUploads::MAX`]
/// photos.
///
/// If all photos have capture times, their order is by time, otherwise as given.
pub fn group(photos: &[PhotoTraits]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..photos.len()).collect();
    if photos.iter().all(|photo| photo.taken_at.is_some()) {
        order.sort_by_key(|position| photos[*position].taken_at);
    }
    let sorted: Vec<&PhotoTraits> = order.iter().map(|position| &photos[*position]).collect();
    let mut groups = Vec::new();
    for run in Scores::new(&sorted).best_runs() {
        for part in order[run].chunks(PhotoUploads::MAX) {
            let mut group = part.to_vec();
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups.sort_unstable();
    groups
}

/// The scores of photos in order.
struct Scores<'a> {
    photos: &'a [&'a PhotoTraits],
    /// Of the gap before each photo; `None` if the photo or the one before has no time.
    gaps: Vec<Option<f64>>,
    /// Of the likeness of each photo to the ones before, the nearest first; `None` if one has no look.
    looks: Vec<[Option<f64>; COMPARED]>,
}

/// A way to divide the first photos.
#[derive(Clone, Copy)]
struct Division {
    score: f64,
    /// The position of the last run's first photo.
    start: usize,
}

impl<'a> Scores<'a> {
    fn new(photos: &'a [&'a PhotoTraits]) -> Self {
        let seconds = |position: usize| {
            let before = photos[position.checked_sub(1)?].taken_at?;
            Some(gap(before, photos[position].taken_at?))
        };
        let gaps: Vec<Option<f64>> = (0..photos.len()).map(seconds).collect();
        let pause = pause(gaps.iter().flatten().copied().collect());
        let score = |gap: f64| (GAP_WEIGHT * (pause / gap).ln()).clamp(GAP_RANGE.0, GAP_RANGE.1);
        let gaps = gaps.into_iter().map(|gap| gap.map(score)).collect();
        let looks = |position| std::array::from_fn(|nearer| look_score(photos, position, nearer + 1));
        Self { photos, gaps, looks: (0..photos.len()).map(looks).collect() }
    }

    /// Dynamic programming over the last run of the first photos.
    fn best_runs(&self) -> Vec<std::ops::Range<usize>> {
        let mut best = vec![Division { score: 0.0, start: 0 }];
        for end in 1..=self.photos.len() {
            let first = end.saturating_sub(MAX_RUN);
            let divisions =
                (first..end).map(|start| Division { score: best[start].score + self.run(start, end), start });
            // Of equal divisions, the one with the shortest last run.
            let found = divisions.max_by(|one, other| one.score.total_cmp(&other.score));
            best.extend(found);
        }
        let (mut runs, mut end) = (Vec::new(), self.photos.len());
        while end > 0 {
            let start = best[end].start;
            runs.push(start..end);
            end = start;
        }
        runs.reverse();
        runs
    }

    fn run(&self, start: usize, end: usize) -> f64 {
        if end - start == 1 {
            return if self.photos[start].look.is_some() { SINGLE_PHOTO } else { 0.0 };
        }
        (start + 1..end).map(|position| self.continuation(start, position)).sum()
    }

    /// The score of the photo as a continuation of the run from `start`.
    fn continuation(&self, start: usize, position: usize) -> f64 {
        let looks = self.looks[position].iter().take(position - start).flatten();
        match (looks.copied().reduce(f64::max), self.gaps[position]) {
            (None, None) => NO_EVIDENCE,
            (look, gap) => look.unwrap_or_default() + gap.unwrap_or_default(),
        }
    }
}

/// The score of the likeness of the photo at a position to the photo `distance` before it.
fn look_score(photos: &[&PhotoTraits], position: usize, distance: usize) -> Option<f64> {
    let before = photos[position.checked_sub(distance)?].look.as_ref()?;
    let likeness = photos[position].look.as_ref()?.likeness(before)?;
    let score = LIKENESS_WEIGHT * (likeness - NEUTRAL_LIKENESS);
    Some(score.clamp(LIKENESS_RANGE.0, LIKENESS_RANGE.1))
}

/// In seconds. A clock that was set back counts like one that was set forward.
fn gap(one: DateTime, other: DateTime) -> f64 {
    other.duration_since(one).as_secs_f64().abs().max(MIN_GAP)
}

/// The gap that speaks neither for one item nor against it, by the seller's pace, in seconds.
fn pause(mut gaps: Vec<f64>) -> f64 {
    gaps.sort_unstable_by(f64::total_cmp);
    let median = gaps.get(gaps.len() / 2).copied().unwrap_or_default();
    (PAUSE * median).clamp(PAUSE_RANGE.0, PAUSE_RANGE.1)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::super::Look;
    use super::*;

    /// Photos of two axes of looks are unlike.
    fn look(axis: usize) -> Look {
        let mut values = vec![1; 8];
        values[axis] = 100;
        Look::new(values).unwrap()
    }

    fn photo(seconds: Option<i64>, axis: Option<usize>) -> PhotoTraits {
        let start = date(2026, 5, 2).at(9, 30, 0, 0);
        let taken_at = seconds.map(|seconds| start.checked_add(SignedDuration::from_secs(seconds)).unwrap());
        PhotoTraits { taken_at, look: axis.map(look) }
    }

    fn check(photos: &[(Option<i64>, Option<usize>)], expected: &[&[usize]]) {
        let traits: Vec<_> = photos.iter().map(|(seconds, axis)| photo(*seconds, *axis)).collect();
        assert_eq!(group(&traits), expected, "{photos:?}");
    }

    #[test]
    fn photos_without_times_and_looks_are_items_of_their_own() {
        check(&[], &[]);
        check(&[(None, None); 3], &[&[0], &[1], &[2]]);
    }

    #[test]
    fn gaps_alone_divide_the_photos() {
        let times = [0, 6, 13, 60, 66, 120].map(|seconds| (Some(seconds), None));
        check(&times, &[&[0, 1, 2], &[3, 4], &[5]]);
    }

    #[test]
    fn looks_alone_divide_the_photos_in_their_order() {
        let looks = [0, 0, 1, 1, 1, 0, 2].map(|axis| (None, Some(axis)));
        check(&looks, &[&[0, 1], &[2, 3, 4], &[5], &[6]]);
    }

    #[test]
    fn close_up_stays_with_the_photos_around_it() {
        check(&[(None, Some(0)), (None, Some(7)), (None, Some(0)), (None, Some(1))], &[&[0, 1, 2], &[3]]);
        let last = [(Some(0), Some(0)), (Some(5), Some(0)), (Some(10), Some(7)), (Some(60), Some(1))];
        check(&last, &[&[0, 1, 2], &[3]]);
    }

    #[test]
    fn long_gap_divides_alike_items_only_if_their_likeness_is_moderate() {
        // Between the two looks, the likeness is 0.39.
        let moderate = Look::new(vec![80, 100, 0]).unwrap();
        let other = Look::new(vec![80, 0, 100]).unwrap();
        let at =
            |seconds, look: &Look| PhotoTraits { look: Some(look.clone()), ..photo(Some(seconds), None) };
        let photos = [at(0, &moderate), at(5, &moderate), at(60, &other), at(65, &other)];
        assert_eq!(group(&photos), [[0, 1], [2, 3]]);
        // A slow photo of the same item.
        let photos = [at(0, &moderate), at(5, &moderate), at(10, &moderate), at(35, &moderate)];
        assert_eq!(group(&photos), [[0, 1, 2, 3]]);
    }

    #[test]
    fn item_is_cut_after_its_fourth_photo() {
        let times = [0, 4, 8, 12, 16, 20].map(|seconds| (Some(seconds), Some(0)));
        check(&times, &[&[0, 1, 2, 3], &[4, 5]]);
    }

    #[test]
    fn photos_in_another_order_are_sorted_by_time() {
        let photos = [66, 0, 60, 6].map(|seconds| (Some(seconds), None));
        check(&photos, &[&[0, 2], &[1, 3]]);
    }

    fn photos() -> impl Strategy<Value = Vec<PhotoTraits>> {
        let photo = (prop::option::of(0_i64..400), prop::option::of(0_usize..8));
        prop::collection::vec(photo.prop_map(|(seconds, axis)| self::photo(seconds, axis)), 0..60)
    }

    proptest! {
        #[test]
        fn every_photo_is_in_one_group_of_one_to_four_in_order(photos in photos()) {
            let groups = group(&photos);
            let mut all: Vec<usize> = groups.iter().flatten().copied().collect();
            prop_assert!(groups.iter().all(|group| (1..=PhotoUploads::MAX).contains(&group.len())));
            prop_assert!(groups.iter().all(|group| group.is_sorted()) && groups.is_sorted());
            all.sort_unstable();
            prop_assert_eq!(all, (0..photos.len()).collect::<Vec<_>>());
        }

        #[test]
        fn order_of_the_files_does_not_matter_if_all_times_differ(
            (seconds, order) in prop::collection::hash_set(0_i64..2000, 1..40).prop_flat_map(|seconds| {
                let mut seconds: Vec<_> = seconds.into_iter().collect();
                seconds.sort_unstable();
                let positions: Vec<usize> = (0..seconds.len()).collect();
                (Just(seconds), Just(positions).prop_shuffle())
            })
        ) {
            let traits: Vec<_> = seconds.iter().map(|seconds| photo(Some(*seconds), None)).collect();
            let shuffled: Vec<_> = order.iter().map(|position| traits[*position].clone()).collect();
            let mut back: Vec<Vec<usize>> = group(&shuffled)
                .into_iter()
                .map(|group| {
                    let mut group: Vec<usize> = group.into_iter().map(|position| order[position]).collect();
                    group.sort_unstable();
                    group
                })
                .collect();
            back.sort_unstable();
            prop_assert_eq!(back, group(&traits));
        }
    }
}
