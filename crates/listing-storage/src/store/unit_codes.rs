//! Defines the codes under which the database stores the kinds of quota units.

/// The code of free units.
pub(super) const FREE: &str = "free";
/// The code of purchased credits.
pub(super) const CREDIT: &str = "credit";
/// The code of units under a Pro subscription, which are not limited.
pub(super) const PRO: &str = "pro";
