//! Fuzzes PNG files. The decoder does not check checksums in a build for fuzzing.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    listing_photo_fuzz::prepare_file(file, file.starts_with(b"\x89PNG\r\n\x1a\n"))
});
