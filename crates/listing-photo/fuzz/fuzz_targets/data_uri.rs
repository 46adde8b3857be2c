//! Fuzzes any text as an upload: it is accepted exactly if it has the form of a data URI.
#![no_main]

use libfuzzer_sys::fuzz_target;

const NOT_A_DATA_URI: &str = "must be a data URI like data:image/jpeg;base64,…";

fuzz_target!(|text: &str| {
    let refusal = listing_photo_fuzz::prepare(text.to_owned());
    let is_read = refusal.as_deref() != Some(NOT_A_DATA_URI);
    assert_eq!(is_read, is_data_uri(text), "{text:?}: {refusal:?}");
});

/// Unlike the processor, this compares everything before the first comma with the allowed spellings.
fn is_data_uri(text: &str) -> bool {
    let Some((head, _)) = text.split_once(',') else { return false };
    let head = head.to_ascii_lowercase();
    let subtype = head.strip_prefix("data:image/").and_then(|rest| rest.strip_suffix(";base64"));
    let is_token = |character: char| character.is_ascii_alphanumeric() || ".+-_".contains(character);
    subtype.is_some_and(|subtype| !subtype.is_empty() && subtype.chars().all(is_token))
}
