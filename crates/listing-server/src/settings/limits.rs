//! Limits of load: how many, how large, how long.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use listing_domain::generation::HistoryPolicy;
use listing_domain::ports::AdmissionPolicy;
use listing_http::HttpLimits;

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
}

/// What is kept of generations.
pub(super) fn history(layer: &Layer) -> HistoryPolicy {
    HistoryPolicy::days(
        layer.history_days.unwrap_or(HistoryPolicy::DAYS),
        layer.history_thumbnails.unwrap_or(HistoryPolicy::default().has_thumbnails),
    )
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

pub(super) fn admission(layer: &Layer) -> Result<AdmissionPolicy> {
    let default = AdmissionPolicy::default();
    let mib = count("body_memory_mib", layer.body_memory_mib, default.body_memory / MIB)?;
    let percent = layer.body_share_percent.unwrap_or(default.body_share_percent);
    ensure!((1..=100).contains(&percent), "body_share_percent must be from 1 to 100");
    let seconds = |name, given: Option<u32>, default: Duration| -> Result<Duration> {
        let Some(given) = given else { return Ok(default) };
        Ok(Duration::from_secs(at_least_one(name, Some(given), 1)?.into()))
    };
    let policy = AdmissionPolicy {
        body_memory: mib.checked_mul(MIB).context("body_memory_mib is too large")?,
        body_share_percent: percent,
        concurrency_free: count("concurrency_free", layer.concurrency_free, default.concurrency_free)?,
        concurrency_pro: count("concurrency_pro", layer.concurrency_pro, default.concurrency_pro)?,
        processor_free: seconds("cpu_seconds_free", layer.cpu_seconds_free, default.processor_free)?,
        processor_pro: seconds("cpu_seconds_pro", layer.cpu_seconds_pro, default.processor_pro)?,
        queue_length: count("queue_length", layer.queue_length, default.queue_length)?,
        longest_wait: seconds("longest_wait", layer.longest_wait, default.longest_wait)?,
    };
    let largest = http(layer)?.max_body_bytes;
    ensure!(
        policy.body_memory >= largest,
        "body_memory_mib must hold the largest body, which max_body_bytes allows"
    );
    // A share that is too small for one body would refuse it for ever.
    let least = u8::try_from(largest.div_ceil(policy.body_memory / 100))?;
    Ok(AdmissionPolicy { body_share_percent: percent.max(least.min(100)), ..policy })
}

pub(super) fn photos(layer: &Layer) -> Result<PhotoLimits> {
    let max_bytes =
        layer.max_photo_bytes.map(|bytes| count("max_photo_bytes", Some(bytes), 1)).transpose()?;
    let megapixels = layer.max_photo_megapixels;
    let megapixels =
        megapixels.map(|number| at_least_one("max_photo_megapixels", Some(number), 1)).transpose()?;
    Ok(PhotoLimits { max_bytes, max_pixels: megapixels.map(|number| u64::from(number) * MEGAPIXEL) })
}

fn count(name: &str, given: Option<u32>, default: usize) -> Result<usize> {
    let Some(given) = given else { return Ok(default) };
    Ok(usize::try_from(at_least_one(name, Some(given), 1)?)?)
}
