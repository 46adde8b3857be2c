//! Defines the stored codes of unit kinds.

/// The code of free units.
pub(super) const FREE: &str = "free";
/// The code of purchased credits.
pub(super) const CREDIT: &str = "credit";
/// The code of generations under a Pro subscription.
pub(super) const PRO: &str = "pro";
