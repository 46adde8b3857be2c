//! Prepares photo files and prints their pixels, for comparison with other decoders.
//!
//! Standard input repeats: a file's length in decimal, a line feed, the file's bytes. Standard output has
//! `prepared WIDTH HEIGHT`, a line feed and the RGB pixels, or `refused` and the reason.
#![expect(clippy::print_stdout, reason = "a command-line tool prints its answers")]

use std::error::Error;
use std::io::{BufRead as _, Read as _, Write as _, stdin, stdout};
use std::sync::Arc;

use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{PhotoError, PhotoProcessor as _};
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use uuid::Uuid;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let processor = SafePhotos::new(PhotoSettings::default(), Arc::new(OpenAdmission::with_workers(1)));
    let mut input = stdin().lock();
    let mut length = String::new();
    while input.read_line(&mut length)? > 0 {
        let mut file = vec![0; length.trim().parse()?];
        input.read_exact(&mut file)?;
        length.clear();
        let uploads =
            PhotoUploads::new(vec![PhotoUpload::from_file(file)]).map_err(|error| error.to_string())?;
        match processor.prepare(AccountId::new(Uuid::nil()), uploads, Quality::Standard).await {
            Ok(photos) => {
                let pixels = &photos.first().ok_or("no photo")?.pixels;
                println!("prepared {} {}", pixels.width(), pixels.height());
                stdout().write_all(pixels.rgb())?;
            }
            Err(PhotoError::Unusable(problems)) => {
                println!("refused {}", problems.first().map_or("", |problem| &problem.message));
            }
            Err(other) => return Err(other.into()),
        }
        stdout().flush()?;
    }
    Ok(())
}
