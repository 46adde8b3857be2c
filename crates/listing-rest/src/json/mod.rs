//! JSON bodies of requests: values that may have the wrong type, and unknown fields.

mod fields;
mod lenient;
mod unknown;
mod values;

pub(crate) use lenient::{
    Amount, Decimal, Entries, Lenient, List, MAX_ITEMS, Object, Present, Text, Texts, Whole,
};
pub(crate) use unknown::{Ignored, Unknown, WARNINGS};
pub(crate) use values::{code, metadata, optional, or_record, parse, read, sku, utf8};
