//! A bar chart of the number of generations by day and API key.

use jiff::civil::Date;

use crate::lang::Words;

/// The number of generations by day, with a series for each API key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chart {
    /// The names of the keys, one for each series; `None` for the web app.
    pub series: Vec<Option<String>>,
    /// Every day of the period, oldest first, including days without generations.
    pub days: Vec<ChartDay>,
}

/// The generations of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartDay {
    /// The day, in UTC.
    pub day: Date,
    /// The number of generations on this day, one for each of [`Chart::series`].
    pub counts: Vec<u32>,
}

impl ChartDay {
    pub(super) fn total(&self) -> u32 {
        self.counts.iter().sum()
    }
}

/// The maximum number of series in a drawn chart. Beyond it, the least used ones share the last series.
const SERIES: usize = 6;
/// The width of a day in drawing units; its bar is a little narrower.
const DAY_WIDTH: usize = 10;
/// The height of the highest bar, in drawing units.
const HEIGHT: u32 = 100;

/// A chart ready to draw: at most [`SERIES`] series, the most used first.
pub(super) struct Drawn {
    pub(super) series: Vec<String>,
    pub(super) days: Vec<ChartDay>,
    pub(super) total: u32,
    /// The number of generations on the busiest day.
    pub(super) max: u32,
}

/// The bar of one day, with a part for each series.
pub(super) struct Bar<'a> {
    pub(super) day: &'a Date,
    pub(super) total: u32,
    pub(super) x: usize,
    pub(super) parts: Vec<Part>,
}

/// The part of a day's bar that one series fills.
pub(super) struct Part {
    pub(super) series: usize,
    pub(super) y: u32,
    pub(super) height: u32,
}

impl Chart {
    /// Returns the chart with at most [`SERIES`] series; the least used ones are merged under one name.
    pub(super) fn drawn(&self, words: &Words) -> Drawn {
        let uses = |series: usize| self.days.iter().filter_map(|day| day.counts.get(series)).sum::<u32>();
        let mut order: Vec<usize> = (0..self.series.len()).filter(|series| uses(*series) > 0).collect();
        order.sort_by_key(|series| std::cmp::Reverse(uses(*series)));
        let (shown, rest) =
            if order.len() > SERIES { order.split_at(SERIES - 1) } else { (&order[..], &[][..]) };
        let name =
            |index: &usize| self.series[*index].clone().unwrap_or_else(|| words.account.pages.to_owned());
        let mut series: Vec<String> = shown.iter().map(name).collect();
        if !rest.is_empty() {
            series.push(words.account.others.to_owned());
        }
        let count = |day: &ChartDay, index: &usize| day.counts.get(*index).copied().unwrap_or_default();
        let drawn_day = |day: &ChartDay| {
            let mut counts: Vec<u32> = shown.iter().map(|index| count(day, index)).collect();
            if !rest.is_empty() {
                counts.push(rest.iter().map(|index| count(day, index)).sum());
            }
            ChartDay { day: day.day, counts }
        };
        let days: Vec<ChartDay> = self.days.iter().map(drawn_day).collect();
        let total = days.iter().map(ChartDay::total).sum();
        let max = days.iter().map(ChartDay::total).max().unwrap_or_default();
        Drawn { series, days, total, max }
    }
}

impl Drawn {
    pub(super) fn width(&self) -> usize {
        self.days.len() * DAY_WIDTH
    }

    /// Returns the bars, scaled so that the busiest day has the full height.
    pub(super) fn bars(&self) -> impl Iterator<Item = Bar<'_>> {
        self.days.iter().enumerate().map(|(index, day)| Bar {
            day: &day.day,
            total: day.total(),
            x: index * DAY_WIDTH,
            parts: self.parts(day),
        })
    }

    fn parts(&self, day: &ChartDay) -> Vec<Part> {
        let height = |count: u32| (u64::from(count) * u64::from(HEIGHT)).div_ceil(u64::from(self.max.max(1)));
        let mut below = 0;
        let mut parts = Vec::new();
        for (series, count) in day.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            // Rounding each edge separately keeps the parts free of overlaps and gaps.
            let [bottom, top] =
                [below, below + count].map(|uses| u32::try_from(height(uses)).unwrap_or(HEIGHT));
            parts.push(Part { series, y: HEIGHT - top, height: top - bottom });
            below += count;
        }
        parts
    }

    /// Returns the days with at least one generation.
    pub(super) fn used_days(&self) -> impl Iterator<Item = &ChartDay> {
        self.days.iter().filter(|day| day.total() > 0)
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::options::Language;

    use super::*;
    use crate::lang;

    fn chart(series: usize, counts: &[&[u32]]) -> Chart {
        let series = (0..series).map(|index| (index > 0).then(|| format!("key {index}"))).collect();
        let day = |(index, counts): (usize, &&[u32])| {
            let day = jiff::civil::date(2026, 11, 1 + i8::try_from(index).unwrap());
            ChartDay { day, counts: counts.to_vec() }
        };
        Chart { series, days: counts.iter().enumerate().map(day).collect() }
    }

    #[test]
    fn series_are_sorted_by_use_and_the_rest_is_merged() {
        let words = lang::texts(Language::En);
        let few = chart(3, &[&[1, 0, 2], &[0, 0, 4]]).drawn(words);
        assert_eq!(few.series, ["key 2", "Web app"]);
        assert_eq!(few.days[0].counts, [2, 1]);
        assert_eq!((few.total, few.max), (7, 4));

        let many = chart(8, &[&[1, 2, 3, 4, 5, 6, 7, 8]]).drawn(words);
        assert_eq!(many.series, ["key 7", "key 6", "key 5", "key 4", "key 3", "Others"]);
        assert_eq!(many.days[0].counts, [8, 7, 6, 5, 4, 6]);
        assert_eq!(many.total, 36);
    }

    #[test]
    fn bar_parts_are_stacked_and_the_busiest_day_fills_the_height() {
        let drawn = chart(3, &[&[1, 1, 1], &[3, 3, 1], &[0, 0, 0]]).drawn(lang::texts(Language::En));
        let bars: Vec<Bar<'_>> = drawn.bars().collect();
        for bar in &bars {
            let mut bottom = HEIGHT;
            for part in &bar.parts {
                assert_eq!(part.y + part.height, bottom);
                bottom = part.y;
            }
        }
        assert_eq!(bars[1].parts.last().unwrap().y, 0);
        assert_eq!(bars[0].parts.last().unwrap().y, HEIGHT - 43);
        assert!(bars[2].parts.is_empty());
        assert_eq!(drawn.used_days().count(), 2);
    }
}
