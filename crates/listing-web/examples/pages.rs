//! Writes every page with sample data into a folder. Serve the folder afterwards.
//! Run it with `cargo run --release -p listing-web --example pages FOLDER`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use listing_domain::options::Language;
use listing_web::view::assets;

#[path = "../tests/samples/mod.rs"]
mod samples;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder?")?);
    for asset in assets::all() {
        let file = folder.join(asset.path().trim_start_matches('/'));
        fs::create_dir_all(file.parent().ok_or("no folder")?)?;
        fs::write(file, asset.bytes())?;
    }
    for language in Language::ALL {
        let folder = folder.join(language.code());
        fs::create_dir_all(&folder)?;
        for page in samples::pages(samples::Sample { language: *language, text: str::to_owned }) {
            fs::write(folder.join(page.name).with_extension("html"), page.html)?;
        }
    }
    Ok(())
}
