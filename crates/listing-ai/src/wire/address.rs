//! Addresses as people have them from elsewhere: with and without the version, or of the whole endpoint.

use listing_outbound::{BaseUrl, Fault, Url};

/// Where a format's endpoint may be below a base address.
pub(super) struct Endpoint<'a> {
    /// Endings that a base address may have although they belong to an endpoint.
    pub(super) endings: &'a [&'a str],
    /// The version that stands before the endpoint, if the format has one.
    pub(super) version: &'a str,
    /// Whether the version also belongs behind a path that does not end with one.
    pub(super) version_is_certain: bool,
    /// The endpoint.
    pub(super) path: &'a str,
}

impl Endpoint<'_> {
    /// The addresses to ask, the likeliest first.
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

/// Whether a part of a path is a version, such as `v1` or `v1beta`.
fn is_version(segment: &str) -> bool {
    let mut chars = segment.chars();
    chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
}
