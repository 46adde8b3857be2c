//! Comparables that a host keeps: what was offered or sold.

mod counts;
mod kept;
mod words;

pub use counts::ComparableCounts;
pub use kept::{
    ComparableFilter, ComparableId, ComparableIdentity, NewComparable, Offered, StoredComparable, family,
};
pub use words::words;
