//! Implements `ptl generate`, which needs no server and no account.

mod details;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::listing::Listing;
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::PhotoError;
use listing_domain::product::Audience;
use listing_domain::quantity::Quantity;
use listing_domain::request::{
    DetailLevel, GenerationRequest, ItemReferences, ListingOptions, PhotoUploads, Platforms,
};
use listing_domain::sku::Sku;
use listing_domain::usecase::{WriteError, WrittenListings};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// The arguments of `ptl generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// One to four photos of one product (JPEG, PNG, WebP or GIF)
    #[arg(required = true, value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// The options of the listings
    #[command(flatten)]
    pub options: OptionArgs,
    /// The kind of item, its model or its title; overrides what the photos show
    #[arg(long)]
    pub name: Option<String>,
    /// Free text, published word for word: measurements, flaws, accessories
    #[arg(long)]
    pub notes: Option<String>,
    /// The brand, if you know it
    #[arg(long)]
    pub brand: Option<String>,
    /// The size
    #[arg(long)]
    pub size: Option<String>,
    /// The condition, in your own words
    #[arg(long)]
    pub condition: Option<String>,
    /// The primary color
    #[arg(long)]
    pub color: Option<String>,
    /// The primary material
    #[arg(long)]
    pub material: Option<String>,
    /// The number of items sold together, from 1 to 99
    #[arg(long, value_name = "N")]
    pub quantity: Option<Quantity>,
    /// The audience: women, men, girls, boys, baby or unisex
    #[arg(long)]
    pub audience: Option<String>,
    /// Your own stock number, which the JSON output repeats
    #[arg(long)]
    pub sku: Option<String>,
    /// Also show the evidence for the listings
    #[arg(long)]
    pub details: bool,
}

/// The options of listings, of every command that writes them.
#[derive(Debug, Args)]
pub struct OptionArgs {
    /// Marketplaces to write for, separated by commas
    #[arg(long, required = true, value_delimiter = ',', value_name = "ID,…", value_parser = one_of!(Platform))]
    pub platforms: Vec<Platform>,
    /// Language of the listings
    #[arg(long, default_value = "fr", value_parser = one_of!(Language))]
    pub language: Language,
    /// Tone of the listings
    #[arg(long, default_value = "friendly", value_parser = one_of!(Tone))]
    pub tone: Tone,
    /// Level of detail of the photo analysis
    #[arg(long, default_value = "standard", value_parser = one_of!(Quality))]
    pub quality: Quality,
}

impl OptionArgs {
    pub(super) fn options(&self) -> Result<ListingOptions> {
        let &Self { language, tone, quality, .. } = self;
        let platforms = Platforms::new(self.platforms.iter().copied())?;
        Ok(ListingOptions { platforms, language, tone, quality, market: None })
    }
}

/// Writes listings on this machine, at no charge.
pub async fn run(settings: &Settings, args: GenerateArgs, json: bool) -> Result<(), Failure> {
    let GenerationRequest { photos, options, known, references, detail_level, .. } =
        request(&args).map_err(Failure::Setup)?;
    let compose::PhotosToListings { photos: processor, write, answers, .. } =
        compose::photos_to_listings(settings).await?;
    let photos = processor.prepare(Lane::NO_ACCOUNT.account(), photos, options.quality).await;
    let photos = photos.map_err(|error| as_failure(error, &args))?;
    let written = write.run(photos.into(), &options, known, Lane::NO_ACCOUNT, &Expenses::default()).await;
    let written = written.map_err(|error| match error {
        WriteError::NothingShown(problems) => as_failure(PhotoError::Unusable(problems), &args),
        WriteError::NotRecognized { guesses, .. } => Failure::Failed(not_recognized(&guesses)),
        other => Failure::Failed(other.into()),
    })?;
    if json {
        let answer = answers.render(&written, &references, detail_level);
        let answer =
            answer.map_err(|error| Failure::Failed(anyhow!("the listings cannot be rendered: {error}")))?;
        print::line(&String::from_utf8_lossy(answer.data.as_bytes()))?;
    } else {
        print::raw(&as_text(&written))?;
        if detail_level == DetailLevel::WithDetails {
            print::raw(&details::as_text(&written))?;
        }
    }
    Ok(())
}

fn request(args: &GenerateArgs) -> Result<GenerationRequest> {
    let photos = args.photos.iter().map(|file| upload(file)).collect::<Result<Vec<_>>>()?;
    let brand = args.brand.as_deref().map(|text| AttributeText::parse("--brand", text));
    let known = |field: &str, given: &Option<String>| match given {
        Some(text) => AttributeText::parse(field, text),
        None => Ok(None),
    };
    Ok(GenerationRequest {
        photos: PhotoUploads::new(photos)?,
        options: args.options.options()?,
        known: KnownAttributes {
            name: known("--name", &args.name)?,
            notes: match &args.notes {
                Some(text) => Notes::parse("--notes", text)?,
                None => None,
            },
            brand: brand.transpose()?.flatten(),
            size: known("--size", &args.size)?,
            condition: known("--condition", &args.condition)?,
            color: known("--color", &args.color)?,
            material: known("--material", &args.material)?,
            quantity: args.quantity,
            audience: match &args.audience {
                Some(text) => Audience::parse("--audience", text)?,
                None => None,
            },
        },
        references: ItemReferences {
            sku: args.sku.as_deref().map(|text| Sku::parse("--sku", text)).transpose()?,
            ..ItemReferences::default()
        },
        ignored: Vec::new(),
        detail_level: if args.details { DetailLevel::WithDetails } else { DetailLevel::Listings },
        id: None,
    })
}

/// The file's content decides its type; the type given here is ignored.
pub(super) fn upload(file: &Path) -> Result<PhotoUpload> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(PhotoUpload::new(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes))))
}

pub(super) fn not_recognized(guesses: &[String]) -> anyhow::Error {
    let guesses = if guesses.is_empty() { String::new() } else { format!(" ({}?)", guesses.join(", ")) };
    anyhow!("the photos do not show the item for sale: name it with ptl generate --name{guesses}")
}

/// Names photos by their files instead of their positions.
fn as_failure(error: PhotoError, args: &GenerateArgs) -> Failure {
    match error {
        PhotoError::Unusable(problems) => {
            let name =
                |index: usize| args.photos.get(index).map_or_else(String::new, |f| f.display().to_string());
            let texts: Vec<_> = problems.iter().map(|p| format!("{} {}", name(p.index), p.message)).collect();
            Failure::Setup(anyhow!("{}", texts.join("; ")))
        }
        other => Failure::Failed(other.into()),
    }
}

fn as_text(written: &WrittenListings) -> String {
    let mut parts = vec![format!("{}\n", written.price.rationale)];
    parts.extend(written.listings.iter().map(|listing| {
        let Listing { platform, title, description, price, category, condition, .. } = listing;
        let rule = "-".repeat(platform.code().len());
        let facts = format!("{price} {} · {category} · {condition}", price.currency());
        format!("\n{platform}\n{rule}\n{title}\n{facts}\n\n{description}\n")
    }));
    parts.concat()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: GenerateArgs,
    }

    fn request_with(option: &str, value: &str) -> Result<GenerationRequest> {
        let photo = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let line = ["generate", photo, "--platforms", "vinted", option, value];
        request(&Line::parse_from(line).args)
    }

    fn request_for(audience: &str) -> Result<GenerationRequest> {
        request_with("--audience", audience)
    }

    #[test]
    fn a_sku_is_a_short_line() {
        let sku = request_with("--sku", " JKT-0042 ").unwrap().references.sku;
        assert_eq!(sku.as_ref().map(Sku::as_str), Some("JKT-0042"));
        let refused = request_with("--sku", "").err().unwrap().to_string();
        assert_eq!(refused, "--sku must be one line of 1 to 50 characters");
    }

    #[test]
    fn an_audience_is_a_code_or_a_word_for_one() {
        assert_eq!(request_for("girls").unwrap().known.audience, Some(Audience::Girls));
        assert_eq!(request_for("Homme").unwrap().known.audience, Some(Audience::Men));
        let refused = request_for("dogs").err().unwrap().to_string();
        assert!(refused.starts_with("--audience must be one of women, men, girls"), "{refused}");
    }
}
