//! Comparables that a host keeps: what was offered or sold, how a thing is looked for among them,
//! and which of them are nearest to it.

mod counts;
mod kept;
mod search;
mod words;

pub use counts::ComparableCounts;
pub use kept::{
    ComparableFilter, ComparableId, ComparableIdentity, NewComparable, Offered, StoredComparable, family,
};
pub use search::{ComparableSearch, MatchTier};
pub use words::words;
