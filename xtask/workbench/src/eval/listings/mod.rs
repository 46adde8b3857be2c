//! `cargo xtask eval listings`: measures how faithful and informative the listings are.
//!
//! The inputs are a fixed list of sellers' texts, and photos without text.

mod facts;
mod figures;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use indicatif::ProgressBar;
use listing_answer::{GenerateResponse, GeneratedData};
use listing_domain::account::Email;
use listing_domain::attributes::KnownAttributes;
use listing_domain::listing::Listing;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Tone};
use listing_testkit::sellers::{SellerInput, seller_inputs};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use xtask::client::{data_uri, generate_with_details};
use xtask::process::processor_seconds;
use xtask::ptl::{Ptl, Server};
use xtask::{models, project};

use self::figures::{Figures, Judged};

/// Arguments of `cargo xtask eval listings`.
#[derive(Debug, clap::Args)]
pub(crate) struct ListingsArgs {
    /// Folder of JPEG photos without stated attributes [default: the samples]
    photos: Option<PathBuf>,
    /// Number of photos, drawn at random [default: all]
    #[arg(long)]
    count: Option<usize>,
    /// Seed of the draw
    #[arg(long, default_value = "1")]
    seed: String,
}

struct Case {
    name: String,
    photo: PathBuf,
    language: Language,
    tone: Tone,
    seller: Option<SellerInput>,
}

/// Fails if an answer is not 200, or a listing breaks a rule of its marketplace.
pub(crate) fn run(args: &ListingsArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let cases = cases(args)?;
    let ptl = Ptl::fresh(&project::release_binary()?, &BTreeMap::from([rate()]))?;
    let email: Email = "eval@example.com".parse()?;
    ptl.must(&["account", "create", email.as_str()])?;
    ptl.must(&["plan", "set", email.as_str(), "pro_monthly"])?;
    let key = ptl.must(&["key", "create", email.as_str()])?;
    let server = ptl.serve()?;
    let (mut figures, mut faults) = (Figures::default(), Vec::new());
    let progress = ProgressBar::new(u64::try_from(cases.len())?);
    for case in &cases {
        let (start, worked) = (Instant::now(), processor_seconds(server.id())?);
        match request(case, &server, &key)? {
            Ok(data) => {
                figures.took(start.elapsed(), processor_seconds(server.id())? - worked);
                faults.extend(judge(case, &data, &mut figures)?);
            }
            Err(refusal) if case.seller.is_none() && refusal.is_client_error() => figures.refused(),
            Err(refusal) => faults.push(format!("{}: {refusal}", case.name)),
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let peak_memory_mib = server.peak_memory_mib()?;
    server.stop()?;
    figures.report(peak_memory_mib)?;
    ensure!(faults.is_empty(), "{} answers are wrong:\n{}", faults.len(), faults.join("\n"));
    Ok(())
}

/// Returns a rate limit that is high enough for all requests.
fn rate() -> (String, String) {
    ("PTL_RATE_PRO_PER_MINUTE".to_owned(), "100000".to_owned())
}

/// Each seller's text has a photo of another product; further photos have no text.
fn cases(args: &ListingsArgs) -> Result<Vec<Case>> {
    let samples = photos(&project::samples())?;
    let other = samples.first().context("docs/samples has no photo")?;
    let tone = |index: usize| Tone::ALL[index % Tone::ALL.len()];
    let typed = seller_inputs().into_iter().enumerate().map(|(index, seller)| Case {
        name: seller.number.to_owned(),
        photo: other.clone(),
        language: seller.language,
        tone: tone(index),
        seller: Some(seller),
    });
    let folder = args.photos.clone().unwrap_or_else(project::samples);
    let mut drawn = photos(&folder)?;
    // A digest's order is as good as random, and reproducible.
    let file = |path: &PathBuf| path.file_name().unwrap_or_default().display().to_string();
    drawn.sort_by_cached_key(|path| Sha256::digest(format!("{}/{}", args.seed, file(path))).to_vec());
    drawn.truncate(args.count.unwrap_or(usize::MAX));
    let bare = drawn.into_iter().enumerate().map(|(index, photo)| Case {
        name: file(&photo),
        photo,
        language: Language::ALL[index % Language::ALL.len()],
        tone: tone(index / Language::ALL.len()),
        seller: None,
    });
    Ok(typed.chain(bare).collect())
}

fn photos(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_jpeg = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jpg");
    Ok(project::all_files_below(folder)?.into_iter().filter(is_jpeg).collect())
}

struct Refusal {
    status: u16,
    body: Value,
}

impl Refusal {
    const fn is_client_error(&self) -> bool {
        self.status == 400
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status, self.body)
    }
}

fn request(case: &Case, server: &Server, key: &str) -> Result<Result<GeneratedData, Refusal>> {
    let platforms: Vec<&str> = Platform::ALL.iter().map(|platform| platform.code()).collect();
    let mut body = json!({
        "photos": [data_uri(&case.photo)?],
        "platforms": platforms,
        "language": case.language.code(),
        "tone": case.tone.code(),
    });
    if let Some(seller) = &case.seller {
        body["attributes"] = Value::Object(attributes(&seller.known));
        if let Some(notes) = &seller.known.notes {
            body["notes"] = notes.as_str().into();
        }
    }
    let (status, body) = generate_with_details(server, key, &body)?;
    if status != 200 {
        return Ok(Err(Refusal { status, body }));
    }
    let answer: GenerateResponse =
        serde_json::from_value(body).context("the response does not have the documented form")?;
    Ok(Ok(answer.data))
}

fn attributes(known: &KnownAttributes) -> Map<String, Value> {
    let KnownAttributes { name, brand, size, condition, color, material, .. } = known;
    let fields = ["name", "brand", "size", "condition", "color", "material"];
    let values = [name, brand, size, condition, color, material];
    let stated = fields.into_iter().zip(values);
    stated.filter_map(|(field, value)| Some((field.to_owned(), value.as_ref()?.as_str().into()))).collect()
}

/// Returns violations of the marketplaces' rules.
fn judge(case: &Case, data: &GeneratedData, figures: &mut Figures) -> Result<Vec<String>> {
    let catalogue = Catalogue::default();
    let listings = data.listings.iter().map(|listing| {
        let platform = listing.platform.known().context("the listing is for an unknown platform")?;
        Ok(listing.editable(data.listing_currency(listing, &catalogue, case.language)).listing(platform))
    });
    let listings = listings.collect::<Result<Vec<Listing>>>()?;
    let broken = |listing: &Listing| {
        let violations = catalogue.marketplace(listing.platform).violations(listing);
        (!violations.is_empty())
            .then(|| format!("{}, {}: {}", case.name, listing.platform, violations.join("; ")))
    };
    let faults = listings.iter().filter_map(broken).collect();
    let facts = facts::facts(data, case.seller.as_ref(), case.language);
    figures.add(
        &Judged { case: &case.name, seller: case.seller.as_ref(), language: case.language, data, facts },
        &listings,
    );
    Ok(faults)
}
