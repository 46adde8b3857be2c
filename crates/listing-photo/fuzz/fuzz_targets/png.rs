//! Fuzzes PNG files. When built for fuzzing, the decoder ignores checksums.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|file: &[u8]| -> Corpus {
    listing_photo_fuzz::prepare_file(file, file.starts_with(b"\x89PNG\r\n\x1a\n"))
});
