//! Fuzzes JPEG files.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    listing_photo_fuzz::prepare_file(file, file.starts_with(b"\xFF\xD8\xFF"))
});
