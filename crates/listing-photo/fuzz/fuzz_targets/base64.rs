//! Fuzzes the text after the prefix of a data URI: it is accepted exactly if another base64 decoder accepts
//! it.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use libfuzzer_sys::fuzz_target;

const NOT_BASE64: &str = "must hold padded standard base64 without line breaks after \"base64,\"";

fuzz_target!(|text: &str| {
    let refusal = listing_photo_fuzz::prepare(format!("data:image/png;base64,{text}"));
    let is_read = refusal.as_deref() != Some(NOT_BASE64);
    assert_eq!(is_read, STANDARD.decode(text).is_ok(), "{text:?}: {refusal:?}");
});
