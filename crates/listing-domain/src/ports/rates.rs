//! Exchange rates, which change from day to day.

use std::fmt::Debug;

use crate::pricing::ReferenceRates;

/// Knows the rates between the served currencies.
pub trait ExchangeRates: Debug + Send + Sync {
    /// The newest rates that are known, at once: whoever fetches them does so
    /// beside the requests and never in their way.
    fn today(&self) -> ReferenceRates;
}

/// Rates that stay as they are; the default ones are those that are built in.
impl ExchangeRates for ReferenceRates {
    fn today(&self) -> ReferenceRates {
        *self
    }
}
