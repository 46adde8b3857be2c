//! Generates comparables (offered and sold items), the same in each run. Goods and brands are as unevenly
//! frequent as on marketplaces.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use jiff::ToSpan as _;
use jiff::civil::date;
use listing_domain::locale::Market;
use listing_domain::product::{Brand, Good};

const SEED: u64 = 20_261_123;

/// Base-2 logarithm of how many goods are about equally frequent. Further down, goods of twice the rank are
/// half as frequent.
const FREQUENT_GOODS: u32 = 4;
/// Likewise for brands.
const FREQUENT_BRANDS: u32 = 3;

const CONDITIONS: [&str; 5] = ["new_with_tags", "like_new", "very_good", "good", ""];
const DAYS: i64 = 3 * 365;

/// French and English.
const COLOURS: [(&str, &str); 8] = [
    ("noir", "black"),
    ("bleu", "blue"),
    ("blanc", "white"),
    ("rouge", "red"),
    ("beige", "beige"),
    ("vert", "green"),
    ("gris", "grey"),
    ("rose", "pink"),
];
/// Words that sellers add to titles, in French and English.
const ADDED: [(&str, &str); 6] = [
    ("vintage", "vintage"),
    ("taille M", "size M"),
    ("très bon état", "great condition"),
    ("rare", "rare"),
    ("neuf avec étiquette", "new with tags"),
    ("été 2024", "summer 2024"),
];

pub(super) fn write(file: &Path, number: u32) -> Result<()> {
    let mut rng = Rng::with_seed(SEED);
    let mut goods: Vec<Good> = Good::all().collect();
    rng.shuffle(&mut goods);
    let brands = brands(&goods, &mut rng);
    let mut out = BufWriter::new(File::create(file)?);
    writeln!(out, "title,product,brand,price,currency,condition,kind,date,source,link")?;
    let newest = date(2026, 11, 20);
    for number in 0..number {
        let index = uneven(&mut rng, FREQUENT_GOODS, goods.len());
        let good = goods[index];
        let brand = Some(&brands[index]).filter(|brands| !brands.is_empty() && rng.u8(0..4) > 0);
        let brand = brand.map_or("", |brands| brands[uneven(&mut rng, FREQUENT_BRANDS, brands.len())]);
        let is_french = rng.u8(0..10) < 6;
        let market = if is_french { Market::France } else { Market::UnitedStates };
        let word = |(french, english): (&'static str, &'static str)| if is_french { french } else { english };
        let model = if rng.u8(0..3) == 0 { format!(" {}", rng.u16(100..1_000)) } else { String::new() };
        let colour = word(COLOURS[uneven(&mut rng, 1, COLOURS.len())]);
        let added = word(ADDED[rng.usize(0..ADDED.len())]);
        let noun = good.noun(market.language()).text();
        let (major, cents) = (rng.u32(2..400), if rng.bool() { 0 } else { 50 });
        let (condition, kind) =
            (CONDITIONS[rng.usize(0..CONDITIONS.len())], if rng.u8(0..5) < 2 { "sold" } else { "asked" });
        let day = newest.checked_sub(rng.i64(0..DAYS).days())?;
        writeln!(
            out,
            "\"{noun} {brand}{model} {colour}, {added}\",good:{},\"{brand}\",{major}.{cents:02},{},{condition},{kind},\
             {day},made,https://example.com/offers/{number}",
            good.key(),
            market.currency()
        )?;
    }
    Ok(out.flush()?)
}

/// Those of its department, in random order.
fn brands(goods: &[Good], rng: &mut Rng) -> Vec<Vec<&'static str>> {
    let of = |good: &Good| {
        let department = good.product().department();
        let makes = |brand: &Brand| brand.departments().any(|made| Some(made) == department);
        let mut names: Vec<_> = Brand::all().filter(makes).map(Brand::name).collect();
        rng.shuffle(&mut names);
        names
    };
    goods.iter().map(of).collect()
}

/// The first 2^`first` indexes are about equally frequent, later ones less.
fn uneven(rng: &mut Rng, first: u32, length: usize) -> usize {
    let last = length.max(1).ilog2() + 1;
    let span = 1_usize << rng.u32(first.min(last)..=last);
    rng.usize(0..span.min(length))
}
