//! Completes base addresses, which operators enter with or without the version (`/v1`), or with the whole
//! endpoint.

use listing_outbound::{BaseUrl, Fault, Url};

pub(super) struct Endpoint<'a> {
    /// Paths of endpoints that are removed from the end of a base address.
    pub(super) endings: &'a [&'a str],
    /// Such as `v1`; empty if the format has none.
    pub(super) version: &'a str,
    /// The version is tried first even after a base address with a path.
    pub(super) version_is_certain: bool,
    pub(super) path: &'a str,
}

impl Endpoint<'_> {
    /// Returns the addresses, the likeliest first.
    pub(super) fn addresses(&self, base: &BaseUrl) -> Result<Vec<Url>, Fault> {
        let base = base.without(self.endings);
        let last = base.last_segment();
        if self.version.is_empty() || is_version(last) {
            return Ok(vec![base.join(self.path)?]);
        }
        let versioned = base.with(self.version).join(self.path)?;
        let plain = base.join(self.path)?;
        let is_first = self.version_is_certain || last.is_empty();
        Ok(if is_first { vec![versioned, plain] } else { vec![plain, versioned] })
    }
}

/// Such as `v1` or `v1beta`.
fn is_version(segment: &str) -> bool {
    let mut chars = segment.chars();
    chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
}
