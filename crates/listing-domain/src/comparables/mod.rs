//! Stored comparables: offers and sales, the search for similar ones, and their ranking.

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
