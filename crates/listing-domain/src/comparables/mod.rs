//! Stored comparables: items that others offered or sold, as evidence for prices.

mod counts;
mod search;
mod stored;
mod words;

pub use counts::ComparableCounts;
pub use search::{ComparableSearch, MatchTier};
pub use stored::{
    ComparableFilter, ComparableId, ComparableIdentity, ComparableInput, NewComparable, StoredComparable,
    family,
};
pub use words::words;
