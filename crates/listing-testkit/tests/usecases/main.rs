//! Tests the use cases with implementations in memory.

// `cfg(test)` lets helpers unwrap as tests do.
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod authenticate;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod billing;
#[cfg(test)]
mod comparables;
#[cfg(test)]
mod correction;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod generate_faults;
#[cfg(test)]
mod kept_photos;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod people;
#[cfg(test)]
mod rewrite;
#[cfg(test)]
mod support;
#[cfg(test)]
mod trays;
#[cfg(test)]
mod webhooks;
#[cfg(test)]
mod write;
