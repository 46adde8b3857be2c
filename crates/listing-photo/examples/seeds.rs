//! Writes the seeds of the fuzz targets: a folder for each target.
//!
//! ```text
//! cargo run --release -p listing-photo --example seeds -- FOLDER
//! ```

#[path = "../tests/processor/files.rs"]
#[expect(clippy::unwrap_used, reason = "a photo that cannot be made is a mistake of this program")]
mod files;
#[path = "../tests/processor/seeds.rs"]
#[expect(clippy::unwrap_used, reason = "a photo that cannot be made is a mistake of this program")]
mod seeds;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Enough for more than one block of every format.
const SIDE: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("name a folder to write to")?);
    let write = |target: &str, name: &str, content: &[u8]| {
        fs::create_dir_all(folder.join(target))?;
        fs::write(folder.join(target).join(name), content)
    };
    for seed in seeds::seeds(SIDE) {
        let format = seed.name.split('-').next().unwrap_or_default();
        let text = STANDARD.encode(&seed.file);
        write(format, seed.name, &seed.file)?;
        write("base64", seed.name, text.as_bytes())?;
        write("data_uri", seed.name, format!("data:image/{format};base64,{text}").as_bytes())?;
    }
    Ok(())
}
