//! Finds regions: groups of connected set pixels.

/// Adjacent set pixels in one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Each region as its runs from top to bottom. Pixels that touch only at a corner are connected, too.
pub(super) fn regions(map: &[bool], width: usize) -> Vec<Vec<Run>> {
    let runs = runs(map, width);
    let mut groups = Groups::alone(runs.len());
    // The first run of the row above that may touch the current run.
    let mut above = 0;
    for (index, run) in runs.iter().enumerate() {
        while runs[above].row + 1 < run.row || (runs[above].row < run.row && runs[above].last + 1 < run.first)
        {
            above += 1;
        }
        let touching =
            runs[above..index].iter().take_while(|other| other.row < run.row && other.first <= run.last + 1);
        for other in 0..touching.count() {
            groups.join(above + other, index);
        }
    }
    let mut regions: Vec<Vec<Run>> = vec![Vec::new(); runs.len()];
    for (index, run) in runs.into_iter().enumerate() {
        regions[groups.leader(index)].push(run);
    }
    regions.retain(|region| !region.is_empty());
    regions
}

fn runs(map: &[bool], width: usize) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (row, pixels) in map.chunks_exact(width.max(1)).enumerate() {
        for (x, _) in pixels.iter().enumerate().filter(|(_, is_set)| **is_set) {
            match runs.last_mut() {
                Some(run) if run.row == row && run.last + 1 == x => run.last = x,
                _ => runs.push(Run { row, first: x, last: x }),
            }
        }
    }
    runs
}

/// Disjoint groups of runs, as in a union-find. Each group's leader is its earliest member.
struct Groups {
    /// For each member, an earlier one of its group; a leader refers to itself.
    earlier: Vec<usize>,
}

impl Groups {
    fn alone(count: usize) -> Self {
        Self { earlier: (0..count).collect() }
    }

    fn leader(&mut self, mut member: usize) -> usize {
        while self.earlier[member] != member {
            // Halves the path for later lookups.
            self.earlier[member] = self.earlier[self.earlier[member]];
            member = self.earlier[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        self.earlier[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn map(rows: &[&str]) -> (Vec<bool>, usize) {
        (rows.concat().chars().map(|pixel| pixel == '#').collect(), rows[0].len())
    }

    fn check(rows: &[&str], expected: &[&[(usize, usize, usize)]]) {
        let (map, width) = map(rows);
        let found: Vec<Vec<(usize, usize, usize)>> = regions(&map, width)
            .into_iter()
            .map(|region| region.into_iter().map(|run| (run.row, run.first, run.last)).collect())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn touching_pixels_form_one_region() {
        check(&["##..#", "....#", "##..."], &[&[(0, 0, 1)], &[(0, 4, 4), (1, 4, 4)], &[(2, 0, 1)]]);
        check(&["#.#", ".#."], &[&[(0, 0, 0), (0, 2, 2), (1, 1, 1)]]);
        check(&["#..#", "#..#", "####"], &[&[(0, 0, 0), (0, 3, 3), (1, 0, 0), (1, 3, 3), (2, 0, 3)]]);
    }

    #[test]
    fn an_empty_map_has_no_regions() {
        check(&["...", "..."], &[]);
        assert!(regions(&[], 0).is_empty());
    }

    /// Slow and simple, to check the fast search.
    fn searched(map: &[bool], width: usize) -> usize {
        let mut left: Vec<usize> = (0..map.len()).filter(|&pixel| map[pixel]).collect();
        let mut count = 0;
        while let Some(start) = left.pop() {
            count += 1;
            let mut open = vec![start];
            while let Some(pixel) = open.pop() {
                let near = |other: &usize| {
                    (pixel / width).abs_diff(other / width) <= 1
                        && (pixel % width).abs_diff(other % width) <= 1
                };
                open.extend(left.iter().copied().filter(near));
                left.retain(|other| !near(other));
            }
        }
        count
    }

    proptest! {
        #[test]
        fn every_pixel_is_in_one_region(map in proptest::collection::vec(any::<bool>(), 0..96), width in 1_usize..13) {
            let whole = &map[..map.len() / width * width];
            let regions = regions(&map, width);
            prop_assert_eq!(regions.len(), searched(whole, width));
            let pixels: usize = regions.iter().flatten().map(|run| run.last + 1 - run.first).sum();
            prop_assert_eq!(pixels, whole.iter().filter(|is_set| **is_set).count());
        }
    }
}
