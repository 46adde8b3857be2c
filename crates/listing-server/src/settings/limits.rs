//! Limits of load: how many, how large, how long.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use listing_domain::generation::HistoryPolicy;
use listing_http::{ConcurrencyLimits, HttpLimits, MemoryBudget};

use super::{Layer, at_least_one};

/// Bytes in a MiB.
const MIB: usize = 1 << 20;
/// Pixels in a megapixel.
const MEGAPIXEL: u64 = 1_000_000;

/// What photos may cost; `None` stands for the photo processor's own limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PhotoLimits {
    /// Bytes, decoded from base64.
    pub max_bytes: Option<usize>,
    /// Pixels.
    pub max_pixels: Option<u64>,
    /// The workers' time that one account may take in a minute.
    pub account_time: Option<Duration>,
}

/// What is kept of generations.
pub(super) fn history(layer: &Layer) -> HistoryPolicy {
    HistoryPolicy::days(
        layer.history_days.unwrap_or(HistoryPolicy::DAYS),
        layer.history_thumbnails.unwrap_or(HistoryPolicy::default().has_thumbnails),
    )
}

pub(super) fn concurrency(layer: &Layer) -> Result<ConcurrencyLimits> {
    let default = ConcurrencyLimits::default();
    Ok(ConcurrencyLimits {
        free: count("concurrency_free", layer.concurrency_free, default.free)?,
        pro: count("concurrency_pro", layer.concurrency_pro, default.pro)?,
    })
}

pub(super) fn http(layer: &Layer) -> Result<HttpLimits> {
    let default = HttpLimits::default();
    let body_max = match layer.body_seconds {
        Some(seconds) => Duration::from_secs(at_least_one("body_seconds", Some(seconds), 1)?.into()),
        None => default.body_max,
    };
    let max_body_bytes = count("max_body_bytes", layer.max_body_bytes, default.max_body_bytes)?;
    Ok(HttpLimits { max_body_bytes, body_max, body_base: default.body_base.min(body_max), ..default })
}

pub(super) fn body_memory(layer: &Layer) -> Result<usize> {
    let mib = count("body_memory_mib", layer.body_memory_mib, MemoryBudget::DEFAULT_BYTES / MIB)?;
    let bytes = mib.checked_mul(MIB).context("body_memory_mib is too large")?;
    let largest = http(layer)?.max_body_bytes;
    ensure!(bytes >= largest, "body_memory_mib must hold the largest body, which max_body_bytes allows");
    Ok(bytes)
}

pub(super) fn photos(layer: &Layer) -> Result<PhotoLimits> {
    let max_bytes =
        layer.max_photo_bytes.map(|bytes| count("max_photo_bytes", Some(bytes), 1)).transpose()?;
    let megapixels = layer.max_photo_megapixels;
    let megapixels =
        megapixels.map(|number| at_least_one("max_photo_megapixels", Some(number), 1)).transpose()?;
    let seconds = layer.photo_seconds;
    let seconds = seconds.map(|seconds| at_least_one("photo_seconds", Some(seconds), 1)).transpose()?;
    Ok(PhotoLimits {
        max_bytes,
        max_pixels: megapixels.map(|number| u64::from(number) * MEGAPIXEL),
        account_time: seconds.map(|seconds| Duration::from_secs(seconds.into())),
    })
}

fn count(name: &str, given: Option<u32>, default: usize) -> Result<usize> {
    let Some(given) = given else { return Ok(default) };
    Ok(usize::try_from(at_least_one(name, Some(given), 1)?)?)
}
