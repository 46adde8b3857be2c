//! The port of exchange rates, which change daily.

use std::fmt::Debug;

use crate::pricing::ReferenceRates;

/// Provides the rates between the served currencies.
pub trait ExchangeRates: Debug + Send + Sync {
    /// Returns the newest known rates at once. An adapter that fetches rates does so in the background, never
    /// during a request.
    fn today(&self) -> ReferenceRates;
}

/// Fixed rates; the default ones are built in.
impl ExchangeRates for ReferenceRates {
    fn today(&self) -> ReferenceRates {
        *self
    }
}
