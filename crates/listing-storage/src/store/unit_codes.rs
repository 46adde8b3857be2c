//! The codes under which the database stores the kinds of quota units.

pub(super) const FREE: &str = "free";
/// Purchased.
pub(super) const CREDIT: &str = "credit";
/// Under a Pro subscription, not limited.
pub(super) const PRO: &str = "pro";
