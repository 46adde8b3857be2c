//! The use-cases over adapters in memory: what happens in each branch, and
//! what is left behind when a port fails.

// Marked as tests as a whole, so that their helpers may unwrap as the tests do.
#[cfg(test)]
mod accounts;
#[cfg(test)]
mod authenticate;
#[cfg(test)]
mod comparables;
#[cfg(test)]
mod correction;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod generate_faults;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod people;
#[cfg(test)]
mod rewrite;
#[cfg(test)]
mod support;
#[cfg(test)]
mod write;
