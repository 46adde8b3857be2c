//! Fuzzes WebP files.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    let is_webp = file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP");
    listing_photo_fuzz::prepare_file(file, is_webp)
});
