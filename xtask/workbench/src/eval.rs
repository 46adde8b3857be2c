//! `cargo xtask eval`: how well the service does on labelled photos, and on printed labels.

mod answers;
mod colours;
mod kinds;
mod labels;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use indicatif::ProgressBar;
use listing_domain::account::Email;
use listing_domain::listing::Listing;
use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::{MINOR_PER_MAJOR, Money};
use listing_domain::product::{Department, Good, Product, ProductType};
use listing_domain::wish::Language;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use xtask::client::{generate, request_body};
use xtask::process::processor_seconds;
use xtask::ptl::Ptl;
use xtask::{models, project};

use crate::heads::figures::percent;

use answers::Notes;

/// Arguments of `cargo xtask eval`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    part: Option<Part>,
    /// A folder of photos with a labels.csv of the columns file and label [default: the samples]
    photos: Option<PathBuf>,
    /// How many photos to take, at random [default: all]
    #[arg(long)]
    count: Option<usize>,
    /// Another seed takes other photos
    #[arg(long, default_value = "1")]
    seed: String,
}

/// A part of the engine by itself.
#[derive(Debug, clap::Subcommand)]
enum Part {
    /// What it takes photos for that it has not learnt from, without a server
    Kinds(kinds::KindsArgs),
    /// Colours and patterns, on photos labelled by eye
    Colours(colours::ColoursArgs),
    /// Makes photos of labels, and tells how many of their lines are read right
    Labels(labels::LabelsArgs),
}

/// What the answers say the item is, beside its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// The product type, or the department where the label is one.
    Right,
    /// Only the department, and that is right.
    Department,
    /// Nothing certain.
    Unsaid,
    /// Another type of the same department.
    Sibling,
    /// Something else.
    Wrong,
}

impl Verdict {
    const ALL: [Self; 5] = [Self::Right, Self::Department, Self::Unsaid, Self::Sibling, Self::Wrong];

    const fn text(self) -> &'static str {
        match self {
            Self::Right => "right kind",
            Self::Department => "right department, no kind said",
            Self::Unsaid => "nothing said",
            Self::Sibling => "another kind of the same department",
            Self::Wrong => "something else",
        }
    }
}

/// Sends every photo for all marketplaces, in French and English by
/// turns, tells how many answers were 200 with every listing valid and
/// what the items were taken for, and writes that down in `target/eval`.
///
/// # Errors
///
/// When an answer is not 200, or a listing is not valid.
pub(crate) fn run(args: &EvalArgs) -> Result<()> {
    match &args.part {
        Some(Part::Kinds(args)) => return kinds::run(args),
        Some(Part::Colours(args)) => return colours::run(args),
        Some(Part::Labels(args)) => return labels::run(args),
        None => {}
    }
    models::run(&models::ModelsArgs::present_in(None))?;
    let folder = args.photos.clone().unwrap_or_else(project::samples);
    let photos = chosen(labelled(&folder)?, args);
    let ptl = Ptl::fresh(&project::release_binary()?, &BTreeMap::from([rate()]))?;
    let email: Email = "eval@example.com".parse()?;
    ptl.must(&["account", "create", email.as_str()])?;
    ptl.must(&["plan", "set", email.as_str(), "pro_monthly"])?;
    let key = ptl.must(&["key", "create", email.as_str()])?;
    let server = ptl.serve()?;

    let catalogue = Catalogue::default();
    let platforms: Vec<&str> = Platform::ALL.iter().map(|platform| platform.code()).collect();
    let progress = ProgressBar::new(u64::try_from(photos.len())?);
    let (mut notes, mut faults) = (Notes::default(), Vec::new());
    for (index, (file, label)) in photos.iter().enumerate() {
        let language = Language::ALL[index % Language::ALL.len()];
        let body = request_body(&folder.join(file), language.code(), &platforms)?;
        let (start, worked) = (Instant::now(), processor_seconds(server.id())?);
        let (status, answer) = generate(&server, &key, &body)?;
        notes.took(start.elapsed(), processor_seconds(server.id())? - worked);
        let products = match check(&catalogue, status, &answer, language) {
            Ok(products) => products,
            Err(fault) => {
                faults.push(format!("{file}: {fault:#}"));
                continue;
            }
        };
        let verdict = judge(label, &products);
        notes.answered(verdict, &answer, language.code());
        if verdict > Verdict::Department {
            let name = &answer["data"]["attributes"]["name"];
            progress.suspend(|| println!("{file}: {label}, answered {name} ({verdict:?})"));
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let peak_memory_mib = server.peak_memory_mib()?;
    server.stop()?;
    answers::report(&notes.outcome(peak_memory_mib))?;
    ensure!(faults.is_empty(), "{} answers were not right:\n{}", faults.len(), faults.join("\n"));
    Ok(())
}

/// The photos must not wait for the rate limit.
fn rate() -> (String, String) {
    ("PTL_RATE_PRO".to_owned(), "100000".to_owned())
}

fn labelled(folder: &std::path::Path) -> Result<Vec<(String, String)>> {
    let table = folder.join("labels.csv");
    let text = fs::read_to_string(&table).with_context(|| format!("cannot read {}", table.display()))?;
    text.lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split(',').map(str::to_owned);
            fields.next().zip(fields.next()).with_context(|| format!("not file,label: {line}"))
        })
        .collect()
}

/// In the order of a digest of seed and name, which is as good as random and
/// the same everywhere.
fn chosen(mut photos: Vec<(String, String)>, args: &EvalArgs) -> Vec<(String, String)> {
    photos.sort_by_cached_key(|(file, _)| Sha256::digest(format!("{}/{file}", args.seed)).to_vec());
    photos.truncate(args.count.unwrap_or(usize::MAX));
    photos
}

/// Checks an answer, and tells what the categories of its listings can stand for.
fn check(catalogue: &Catalogue, status: u16, answer: &Value, language: Language) -> Result<Vec<Product>> {
    ensure!(status == 200, "status {status}: {answer}");
    let listings = answer["data"]["listings"].as_array().context("no listings")?;
    let listings = listings.iter().map(|value| listing(catalogue, value, language));
    let listings = listings.collect::<Result<Vec<_>>>()?;
    let platforms: Vec<Platform> = listings.iter().map(|listing| listing.platform).collect();
    ensure!(platforms == Platform::ALL, "the listings are for {platforms:?}");
    for listing in &listings {
        let violations = catalogue.marketplace(listing.platform).violations(listing);
        ensure!(violations.is_empty(), "{}: {}", listing.platform, violations.join("; "));
    }
    let fits = |product: &Product| {
        listings.iter().all(|listing| {
            let marketplace = catalogue.marketplace(listing.platform);
            marketplace.category(*product, None, language) == listing.category
        })
    };
    let types = ProductType::ALL.iter().map(|product| Product::Type(*product));
    let departments = Department::ALL.iter().map(|department| Product::Department(*department));
    // Goods may have categories of their own; labels name their type, or their department.
    let goods = Good::all().filter(|good| fits(&Product::Good(*good))).map(Good::product);
    Ok(types.chain(departments).filter(fits).chain(goods).collect())
}

fn listing(catalogue: &Catalogue, value: &Value, language: Language) -> Result<Listing> {
    let text = |name: &str| value[name].as_str().map(str::to_owned).with_context(|| format!("no {name}"));
    let platform: Platform = text("platform")?.parse()?;
    let currency = catalogue.marketplace(platform).currency(Locale::from(language).market);
    Ok(Listing {
        platform,
        title: text("title")?,
        description: text("description")?,
        price: Money::from_minor(minor_units(&value["price"]).context("no price")?, currency),
        category: text("category")?,
        condition: text("condition")?,
        warning: None,
    })
}

/// A price as it stands in the answer, with two decimals at most.
fn minor_units(price: &Value) -> Option<i64> {
    let text = price.to_string();
    let (major, cents) = text.split_once('.').unwrap_or((&text, "0"));
    let cents: i64 = format!("{cents:0<2}").parse().ok()?;
    (cents < MINOR_PER_MAJOR).then_some(major.parse::<i64>().ok()? * MINOR_PER_MAJOR + cents)
}

/// The products that a label stands for: a product type's or a department's own
/// code, or a label of the freely licensed (CC0) "clothing dataset" of Alexey
/// Grigorev.
fn products(label: &str) -> Vec<Product> {
    let types: &[ProductType] = match label {
        "T-Shirt" | "Polo" | "Top" | "Undershirt" | "Body" => &[ProductType::TShirt],
        "Longsleeve" => &[ProductType::TShirt, ProductType::Sweater],
        "Hoodie" => &[ProductType::Sweater],
        "Shirt" | "Blouse" => &[ProductType::Shirt],
        "Pants" => &[ProductType::Trousers, ProductType::Jeans],
        "Shorts" => &[ProductType::Shorts],
        "Skirt" => &[ProductType::Skirt],
        "Dress" => &[ProductType::Dress],
        "Outwear" | "Blazer" => &[ProductType::Jacket, ProductType::Coat, ProductType::Suit],
        // More than the four types of it that have categories of their own: loafers, slippers.
        "Shoes" => return vec![Product::Department(Department::Shoes)],
        "Hat" => &[ProductType::Hat],
        code => {
            let product = code.parse().map(Product::Type);
            return product.or_else(|_| code.parse().map(Product::Department)).into_iter().collect();
        }
    };
    types.iter().copied().map(Product::Type).collect()
}

fn judge(label: &str, answered: &[Product]) -> Verdict {
    let right = products(label);
    let departments: Vec<_> = right.iter().filter_map(|product| product.department()).collect();
    let of_department = |product: &Product| product.department().is_some_and(|it| departments.contains(&it));
    let is_department = |product: &Product| matches!(product, Product::Department(_));
    let covers = |answer: &Product, right: &Product| match right {
        Product::Department(department) => answer.department() == Some(*department),
        kind => answer == kind,
    };
    if answered.iter().any(|answer| right.iter().any(|right| covers(answer, right))) {
        Verdict::Right
    } else if answered.is_empty() {
        Verdict::Unsaid
    } else if answered.iter().any(|product| is_department(product) && of_department(product)) {
        Verdict::Department
    } else if answered.iter().any(of_department) {
        Verdict::Sibling
    } else {
        Verdict::Wrong
    }
}
