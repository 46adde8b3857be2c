//! Measures searches among a database's comparables: the median and the slowest 1%. They resemble the stored
//! data: each product is searched as often as it is offered, by its brand and the words of its title, or
//! less.
#![expect(clippy::print_stdout, reason = "its figures are what it is for")]

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::comparables::{ComparableFilter, ComparableId, ComparableSearch, StoredComparable};
use listing_domain::money::Currency;
use listing_domain::ports::ComparableStore as _;
use listing_domain::product::Product;
use listing_storage::{Database, Store};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Of each kind.
const SEARCHES: u32 = 2_000;

/// A step between chosen ids, which visits all before it repeats one.
const STRIDE: i64 = 611_953;

/// Reads the argument `market ADDRESS`.
fn main() -> Outcome<()> {
    let address = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let address = address.ok_or("name the address of a database")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(&Store::new(Database::open(&address)?)))
}

async fn measure(store: &Store) -> Outcome<()> {
    let newest = store.list(&ComparableFilter::default(), None, 1).await?;
    let last = newest.first().ok_or("there are no comparables")?.id.number();
    let mut samples = Vec::new();
    for number in 0..SEARCHES {
        let position =
            ComparableId::new(i64::from(number) * STRIDE % last + 2).ok_or("numbers are above zero")?;
        samples.extend(store.list(&ComparableFilter::default(), Some(position), 1).await?);
    }
    println!("{:<44} {:>9} {:>9} {:>9} {:>6}", "searches", "p50", "p99", "longest", "found");
    let mut all = Vec::new();
    let used = processor_seconds()?;
    for (name, search_of) in KINDS {
        let mut times = Vec::new();
        let mut found = 0;
        for item in &samples {
            let Some(search) = search_of(item) else { continue };
            let begun = Instant::now();
            found += store.search(&search).await?.len();
            times.push(begun.elapsed());
        }
        report(name, &mut times, found);
        all.extend(times);
    }
    let count = all.len();
    report("all of them", &mut all, 0);
    let millis = (processor_seconds()? - used) * 1e3 / f64::from(u32::try_from(count)?);
    println!("{millis:.2} ms of this process's processor time for a search");
    Ok(())
}

type Kind = (&'static str, fn(&StoredComparable) -> Option<ComparableSearch>);

const KINDS: [Kind; 6] = [
    ("a product", |item| search(item, item.comparable.product, false, "")),
    ("a product of a brand", |item| search(item, item.comparable.product, true, "")),
    ("a product of a brand, by the words of a title", |item| {
        search(item, item.comparable.product, true, item.title.as_deref()?)
    }),
    ("a product by the words of a title", |item| {
        search(item, item.comparable.product, false, item.title.as_deref()?)
    }),
    ("a product by one frequent word", |item| search(item, item.comparable.product, false, "noir")),
    ("a type of a brand, by two frequent words", |item| {
        search(item, Product::Type(item.comparable.product.kind()?), true, "vintage noir")
    }),
];

fn search(
    item: &StoredComparable,
    product: Product,
    has_brand: bool,
    name: &str,
) -> Option<ComparableSearch> {
    let brand = item.comparable.brand.as_deref().filter(|_| has_brand);
    let attributes = Attributes {
        brand: brand.map(|brand| Attribute::seen(brand, 1.0)),
        name: Some(Attribute::seen(name, 1.0)),
        ..Attributes::default()
    };
    ComparableSearch::new(product, &attributes, Currency::Eur)
}

fn report(name: &str, times: &mut [Duration], found: usize) {
    times.sort_unstable();
    let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let [middle, slow] = [times.len() / 2, times.len() * 99 / 100].map(|index| millis(times.get(index)));
    let each = found.checked_div(times.len()).unwrap_or(0);
    println!("{name:<44} {middle:>6.2} ms {slow:>6.2} ms {:>6.2} ms {each:>6}", millis(times.last()));
}

fn processor_seconds() -> Outcome<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = stat.rsplit_once(')').ok_or("no process status")?;
    let times = rest.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Ok(times.sum::<Result<f64, _>>()? / 100.0)
}
