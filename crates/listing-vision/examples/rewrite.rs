//! Writes a listing about each photo, then further ones from the attributes of the first, for comparison.
//!
//! ```text
//! cargo run --release -p listing-vision --example rewrite -- PHOTO…
//! ```
#![expect(clippy::print_stdout, reason = "a command-line tool prints its report")]

use std::path::Path;
use std::sync::Arc;

use image::imageops::FilterType;
use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes, text_or_unknown};
use listing_domain::draft::KnownProduct;
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::photo::{Pixels, PreparedPhoto};
use listing_domain::request::{ListingOptions, Platforms, Violation};
use listing_domain::usecase::{WriteListings, WritingPolicy, WrittenListings};
use listing_testkit::OpenAdmission;
use listing_vision::EmbeddedWriter;

/// The first listing is written from the photo, the others from its attributes.
const OPTIONS: [(Language, Tone, Platform); 4] = [
    (Language::Fr, Tone::Friendly, Platform::Vinted),
    (Language::Fr, Tone::Friendly, Platform::Vinted),
    (Language::Fr, Tone::Professional, Platform::Leboncoin),
    (Language::En, Tone::Casual, Platform::Ebay),
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let workers = Arc::new(OpenAdmission::with_workers(2));
    let writer = EmbeddedWriter::load(Path::new("models"), workers, None)?;
    let write = WriteListings { writer: Arc::new(writer), market: None, policy: WritingPolicy::default() };
    let (lane, expenses) = (Lane::NO_ACCOUNT, Expenses::default());
    for path in std::env::args().skip(1) {
        let picture = image::open(&path)?.resize(1024, 1024, FilterType::Triangle).into_rgb8();
        let pixels = Pixels::new(picture.width(), picture.height(), picture.into_raw())?;
        let photo = PreparedPhoto { jpeg: Vec::new(), pixels, notes: Vec::new(), taken_at: None };
        let mut known = None;
        println!("=== {path}");
        for (language, tone, platform) in OPTIONS {
            let platforms = Platforms::new([platform]).map_err(|it| invalid(&it))?;
            let options =
                ListingOptions { platforms, language, tone, quality: Quality::Standard, market: None };
            let written = match known.clone() {
                None => {
                    let photos = [photo.clone()].into();
                    write.run(photos, &options, KnownAttributes::default(), lane, &expenses).await?
                }
                Some((product, known)) => write.rewrite(product, &options, known, lane, &expenses).await?,
            };
            print(&written);
            let item = &written.item;
            let name = text_or_unknown(item.attributes.name.as_ref());
            let product = KnownProduct {
                product: item.product,
                audience: item.audience,
                name: AttributeText::parse("name", name).map_err(|it| invalid(&it))?,
                text: written.listings.first().map(|it| format!("{}\n{}", it.title, it.description)),
            };
            known.get_or_insert((product, as_answered(&item.attributes).map_err(|it| invalid(&it))?));
        }
    }
    Ok(())
}

/// As if the seller had stated them.
fn as_answered(attributes: &Attributes) -> Result<KnownAttributes, Violation> {
    Ok(KnownAttributes {
        brand: AttributeText::parse("brand", &attributes.brand_value().unwrap_or_default())?,
        size: AttributeText::parse("size", text_or_unknown(attributes.size.as_ref()))?,
        condition: AttributeText::parse("condition", attributes.condition_code())?,
        color: AttributeText::parse("color", text_or_unknown(attributes.color.as_ref()))?,
        material: AttributeText::parse("material", text_or_unknown(attributes.material.as_ref()))?,
        quantity: attributes.quantity,
        ..KnownAttributes::default()
    })
}

fn invalid(violation: &Violation) -> anyhow::Error {
    anyhow::anyhow!("{violation:?}")
}

fn print(written: &WrittenListings) {
    for listing in &written.listings {
        println!("--- {} {:?}  {}", listing.platform, listing.price, listing.category);
        println!("{}\n{}\n", listing.title, listing.description);
    }
}
