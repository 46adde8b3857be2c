//! The items, their shots and the capture times, drawn from the seed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use fastrand::Rng;
use jiff::SignedDuration;
use jiff::civil::{DateTime, date};

use crate::heads::labels::Labelled;

/// Sellers, each with photos by one contributor.
const SELLERS: usize = 10;
const ITEMS_PER_SELLER: usize = 10;
/// Shots of an item, and the number of items with so many: 400 photos of 100 items.
const SHOTS: [(usize, usize); 5] = [(2, 12), (3, 20), (4, 36), (5, 20), (6, 12)];
/// Sellers whose photos have lost their EXIF data, as after a messenger.
const SELLERS_WITHOUT_TIMES: usize = 3;
/// Items of which one shot comes as late as the next item's first.
const SLOW_ITEMS: usize = 10;
/// The mean number of items between two breaks.
const ITEMS_BEFORE_BREAK: usize = 15;

/// The contributors whose photos are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Half {
    /// Those whose photos may choose the grouping's constants.
    Tuning,
    /// The others.
    Report,
}

/// A garment and the seller's shots of it.
pub(super) struct Item {
    pub(super) source: PathBuf,
    pub(super) shots: Vec<Shot>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The garment from the front.
    Whole,
    /// The garment from behind.
    Back,
    /// A part, such as a sleeve.
    Detail,
    /// A close-up of the label.
    Label,
}

pub(super) struct Shot {
    pub(super) kind: Kind,
    /// The camera's time, with milliseconds.
    pub(super) taken_at: DateTime,
    /// The file has EXIF data.
    pub(super) has_exif: bool,
    pub(super) seed: u64,
}

pub(super) fn items(photos: &[Labelled], half: Half, seed: u64) -> Result<Vec<Item>> {
    let mut rng = Rng::with_seed(seed);
    let mut sellers = sellers(photos, half);
    ensure!(
        sellers.len() >= SELLERS,
        "the photos need {SELLERS} contributors with {ITEMS_PER_SELLER} photos in each half, and have {}",
        sellers.len()
    );
    rng.shuffle(&mut sellers);
    let mut counts: Vec<usize> =
        SHOTS.iter().flat_map(|&(shots, items)| std::iter::repeat_n(shots, items)).collect();
    rng.shuffle(&mut counts);
    let mut slow: Vec<bool> = (0..counts.len()).map(|item| item < SLOW_ITEMS).collect();
    rng.shuffle(&mut slow);
    let mut clock = date(2026, 5, 2).at(9, 30, 0, 0);
    let mut items = Vec::new();
    for (number, seller) in sellers.iter_mut().take(SELLERS).enumerate() {
        rng.shuffle(seller);
        for source in seller.iter().take(ITEMS_PER_SELLER) {
            let (count, is_slow) = (counts[items.len()], slow[items.len()]);
            let has_exif = number >= SELLERS_WITHOUT_TIMES;
            let shots = shots(count, is_slow, has_exif, &mut clock, &mut rng)?;
            items.push(Item { source: (*source).clone(), shots });
        }
        clock = clock.checked_add(SignedDuration::from_hours(20))?;
    }
    Ok(items)
}

/// Alternates between the halves, by a fixed draw.
fn sellers(photos: &[Labelled], half: Half) -> Vec<Vec<&PathBuf>> {
    let mut groups = BTreeMap::<&str, Vec<&PathBuf>>::new();
    for photo in photos {
        groups.entry(&photo.group).or_default().push(&photo.path);
    }
    let mut sellers: Vec<_> = groups.into_values().filter(|paths| paths.len() >= ITEMS_PER_SELLER).collect();
    Rng::with_seed(0).shuffle(&mut sellers);
    let first = usize::from(half == Half::Report);
    sellers.into_iter().skip(first).step_by(2).collect()
}

fn shots(
    count: usize,
    is_slow: bool,
    has_exif: bool,
    clock: &mut DateTime,
    rng: &mut Rng,
) -> Result<Vec<Shot>> {
    let late = is_slow.then(|| rng.usize(1..count));
    let mut label = rng.bool().then(|| rng.usize(1..count));
    (0..count)
        .map(|number| {
            let gap = match number {
                0 if rng.usize(..ITEMS_BEFORE_BREAK) == 0 => 600.0 + rng.f64() * 3000.0,
                0 => 10.0 + rng.f64() * 80.0,
                _ if late == Some(number) => 15.0 + rng.f64() * 45.0,
                _ => 3.0 + rng.f64() * 12.0,
            };
            *clock = clock.checked_add(SignedDuration::try_from_secs_f64(gap)?)?;
            let kind = match number {
                _ if label.take_if(|label| *label == number).is_some() => Kind::Label,
                0 => Kind::Whole,
                _ => [Kind::Whole, Kind::Back, Kind::Detail, Kind::Detail][rng.usize(..4)],
            };
            Ok(Shot { kind, taken_at: *clock, has_exif, seed: rng.u64(..) })
        })
        .collect()
}
