//! Judges piles of photos.

use std::collections::BTreeMap;

use listing_domain::request::PhotoUploads;

/// The result of a grouping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Figures {
    pub(super) photos: usize,
    /// Photos in the pile of their item.
    pub(super) right: usize,
    pub(super) items: usize,
    /// Moves of a photo, splits and merges until the piles are right, and the removal of each pile with the
    /// photos after an item's fourth.
    pub(super) corrections: usize,
}

impl Figures {
    pub(super) fn percent(self) -> f64 {
        100.0 * real(self.right) / real(self.photos.max(1))
    }

    pub(super) fn corrections_per_item(self) -> f64 {
        real(self.corrections) / real(self.items.max(1))
    }
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// `counts` has the number of photos of each item, in order. The right piles of an item have
/// [`PhotoUploads::MAX`] photos each, and the rest.
pub(super) fn judge(counts: &[usize], piles: &[Vec<usize>]) -> Figures {
    let right = right_piles(counts);
    let mut overlaps = BTreeMap::<(usize, usize), usize>::new();
    for (pile, photos) in piles.iter().enumerate() {
        for photo in photos {
            *overlaps.entry((pile, right[*photo])).or_default() += 1;
        }
    }
    let overlaps: Vec<_> = overlaps.into_iter().map(|((pile, part), size)| (pile, part, size)).collect();
    let mut largest = overlaps.clone();
    largest.sort_by_key(|(pile, part, size)| (std::cmp::Reverse(*size), *pile, *part));
    let (mut by_pile, mut by_part) = (BTreeMap::new(), BTreeMap::new());
    for &(pile, part, size) in &largest {
        if !by_pile.contains_key(&pile) && !by_part.contains_key(&part) {
            by_pile.insert(pile, (part, size));
            by_part.insert(part, pile);
        }
    }
    let corrections = overlaps.iter().map(|&(pile, part, size)| {
        let keeps_pile = by_pile.get(&pile).is_some_and(|(kept, _)| *kept == part);
        match (keeps_pile, by_part.contains_key(&part)) {
            (true, _) => 0,
            // A move of one photo, or a merge of a whole pile.
            (false, true) if size == 1 || piles[pile].len() == size => 1,
            // A split and a merge.
            (false, true) => 2,
            // A split alone makes the pile.
            (false, false) => 1,
        }
    });
    let removals = counts.iter().filter(|count| **count > PhotoUploads::MAX).count();
    Figures {
        photos: right.len(),
        right: by_pile.values().map(|(_, size)| size).sum(),
        items: counts.len(),
        corrections: corrections.sum::<usize>() + removals,
    }
}

/// The right pile of each photo.
fn right_piles(counts: &[usize]) -> Vec<usize> {
    let (mut piles, mut next) = (Vec::new(), 0);
    for &count in counts {
        piles.extend((0..count).map(|shot| next + shot / PhotoUploads::MAX));
        next += count.div_ceil(PhotoUploads::MAX);
    }
    piles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_are_the_moves_splits_and_merges_that_are_left() {
        for (counts, piles, right, corrections) in [
            (&[2, 3][..], &[&[0, 1][..], &[2, 3, 4]][..], 5, 0),
            // One photo in the pile before.
            (&[2, 3], &[&[0, 1, 2], &[3, 4]], 4, 1),
            // Two items in one pile.
            (&[2, 2], &[&[0, 1, 2, 3]], 2, 1),
            // One item in two piles.
            (&[4], &[&[0, 1], &[2, 3]], 2, 1),
            // Two of three photos in another item's pile.
            (&[2, 4], &[&[0, 1, 2, 3], &[4, 5]], 4, 2),
            // The fifth photo is a pile, which the seller removes.
            (&[5], &[&[0, 1, 2, 3], &[4]], 5, 1),
        ] {
            let piles: Vec<Vec<usize>> = piles.iter().map(|pile| pile.to_vec()).collect();
            let figures = judge(counts, &piles);
            assert_eq!((figures.right, figures.corrections), (right, corrections), "{counts:?} {piles:?}");
        }
    }
}
