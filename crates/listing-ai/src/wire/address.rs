//! Completes the base addresses of services. Operators enter them with or without the version
//! (`/v1`), or as the address of the whole endpoint.

use listing_outbound::{BaseUrl, Fault, Url};

/// The endpoint of a wire format, relative to a base address.
pub(super) struct Endpoint<'a> {
    /// The paths of endpoints with which a base address may end; they are removed.
    pub(super) endings: &'a [&'a str],
    /// The version in the path before the endpoint (`v1`); empty if the format has none.
    pub(super) version: &'a str,
    /// True if the version is first tried even after a base address with a path.
    pub(super) version_is_certain: bool,
    /// The path of the endpoint, without the version.
    pub(super) path: &'a str,
}

impl Endpoint<'_> {
    /// Returns the addresses to try, the likeliest first.
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

/// Returns true if a path segment is a version, such as `v1` or `v1beta`.
fn is_version(segment: &str) -> bool {
    let mut chars = segment.chars();
    chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
}
