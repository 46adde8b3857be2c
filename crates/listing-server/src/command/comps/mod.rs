//! Implements `ptl comps`: the operator's own market data.

mod bar;
mod columns;
mod file;
mod import;
mod price;
mod show;
mod sold;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use jiff::civil::Date;
use listing_domain::comparables::ComparableId;
use listing_domain::ids::GenerationId;
use listing_domain::money::Currency;
use listing_domain::product::{Good, Product};
use listing_domain::usecase::{ComparableError, ErrorKind};

use super::Failure;
use crate::settings::Settings;

const EXAMPLES: &str = "Example:
  ptl comps import sales.csv --dry-run
  ptl comps import sales.csv
  ptl comps stats
  ptl comps list --product jeans --brand Levi’s
  ptl comps sold 0199f0c4-7f10-7cc3-98c4-dc0c0c07398f 42,50

A file begins with a line that names its columns, in any order:
  title,brand,price,currency,condition,kind,date,link
  \"Jean Levi’s 501\",Levi’s,35,EUR,good,sold,2026-11-20,https://example.com/1

More: docs/operations/market-data.md.
All settings, which every command accepts: ptl serve --help, or docs/operations/configuration.md.";

/// The subcommands of `ptl comps`.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum CompsCommand {
    /// Import offered and sold items from a CSV file
    #[command(after_help = EXAMPLES)]
    Import(ImportArgs),
    /// List the stored items, most recently added first
    List(ListArgs),
    /// Remove items by number, or all of a source
    Remove {
        /// Numbers of the items, as `comps list` shows them
        #[arg(value_name = "NUMBER", required_unless_present = "source", conflicts_with = "source")]
        ids: Vec<ComparableId>,
        /// Remove all items of this source
        #[arg(long, value_name = "NAME")]
        source: Option<String>,
    },
    /// Count the stored items
    Stats,
    /// Record the sale price of a generation's item
    Sold(SoldArgs),
}

/// The arguments of `ptl comps import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The CSV file
    pub file: PathBuf,
    /// Change nothing; report what an import would do
    #[arg(long)]
    pub dry_run: bool,
    /// The currency of lines without one
    #[arg(long, value_parser = one_of!(Currency))]
    pub currency: Option<Currency>,
    /// The source of lines without one [default: the file's name]
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
}

/// The arguments of `ptl comps list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// A product type including all its goods, such as jeans, or one good, such as
    /// <good:mom_jeans>
    #[arg(long, value_name = "PRODUCT", value_parser = product)]
    pub product: Option<Product>,
    /// A brand, in any spelling
    #[arg(long)]
    pub brand: Option<String>,
    /// The maximum number of items to show
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub limit: u32,
    /// Show items added before this number: the last number of the previous page
    #[arg(long, value_name = "NUMBER")]
    pub before: Option<ComparableId>,
}

/// The arguments of `ptl comps sold`.
#[derive(Debug, Args)]
pub struct SoldArgs {
    /// The generation's id, as `ptl history` shows it
    pub generation: GenerationId,
    /// The price paid, such as 42.50 or 42,50
    pub price: String,
    /// The currency [default: that of the listing's language]
    #[arg(long, value_parser = one_of!(Currency))]
    pub currency: Option<Currency>,
    /// The day of the sale, such as 2026-11-20 [default: today]
    #[arg(long)]
    pub date: Option<Date>,
}

/// Runs a subcommand of `ptl comps`.
pub async fn run(settings: &Settings, command: CompsCommand, json: bool) -> Result<(), Failure> {
    match command {
        CompsCommand::Import(args) => import::run(settings, args, json).await,
        CompsCommand::List(args) => show::list(settings, args, json).await,
        CompsCommand::Remove { source: Some(source), .. } => {
            show::remove_source(settings, &source, json).await
        }
        CompsCommand::Remove { ids, source: None } => show::remove(settings, &ids, json).await,
        CompsCommand::Stats => show::stats(settings, json).await,
        CompsCommand::Sold(args) => sold::run(settings, args, json).await,
    }
}

/// A code such as `good:teapot`, or a good's key alone, such as `teapot`.
fn product(text: &str) -> Result<Product, String> {
    let product = Product::parse(text).or_else(|| Good::from_key(text).map(Product::Good));
    let named = product.filter(|product| product.is_named());
    named.ok_or_else(|| "must be a product type such as jeans, or a good such as good:mom_jeans".to_owned())
}

impl From<ComparableError> for Failure {
    fn from(error: ComparableError) -> Self {
        match error.kind() {
            ErrorKind::Invalid => Self::Setup(error.into()),
            _ => Self::Failed(error.into()),
        }
    }
}
