//! Limits on load: counts, sizes and times.

use std::time::Duration;

use anyhow::{Result, bail, ensure};
use listing_domain::draft::WriterDeadlines;
use listing_domain::generation::HistoryPolicy;
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::ports::AdmissionPolicy;
use listing_http::HttpLimits;

use super::Layer;

const DEFAULT_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(75);
const MIB: u32 = 1 << 20;
const MEGAPIXEL: u64 = 1_000_000;

/// Limits on photos; `None` is the photo processor's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PhotoLimits {
    /// Maximum bytes, decoded from base64.
    pub max_bytes: Option<usize>,
    /// Maximum number of pixels.
    pub max_pixels: Option<u64>,
    /// Maximum pixels on a side.
    pub max_side: Option<u32>,
    /// Maximum memory for decoding, in bytes.
    pub max_decode_bytes: Option<u64>,
    /// Refuse HEIC photos even if a decoder is installed.
    pub without_heic: bool,
}

/// Limits on the database; `None` is the adapter's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseLimits {
    /// Size of the PostgreSQL pool.
    pub connections: Option<u32>,
    /// Maximum time in the queue.
    pub turn: Option<Duration>,
    /// Maximum time to get a connection.
    pub connection: Option<Duration>,
    /// Maximum wait for rows that another transaction has locked.
    pub lock: Option<Duration>,
    /// Maximum time of a statement.
    pub statement: Option<Duration>,
}

pub(super) fn history(layer: &Layer) -> HistoryPolicy {
    let policy = HistoryPolicy::days(
        layer.history_days.unwrap_or(HistoryPolicy::DAYS),
        layer.history_thumbnails.unwrap_or(HistoryPolicy::default().has_thumbnails),
    );
    // 0 forbids photos.
    let limit = |days: u8| PhotoRetention::from_days(days.into()).ok();
    HistoryPolicy { photo_limit: layer.max_photo_days.map_or(policy.photo_limit, limit), ..policy }
}

pub(super) fn database(layer: &Layer) -> Result<DatabaseLimits> {
    let limits = DatabaseLimits {
        connections: layer.database_connections,
        turn: seconds(layer.database_turn_seconds),
        connection: seconds(layer.database_connection_seconds),
        lock: seconds(layer.database_lock_seconds),
        statement: seconds(layer.database_statement_seconds),
    };
    if let (Some(lock), Some(statement)) = (limits.lock, limits.statement) {
        ensure!(
            lock <= statement,
            "database_lock_seconds must be at most database_statement_seconds, which also ends a wait for a lock"
        );
    }
    Ok(limits)
}

pub(super) fn redis_timeout(layer: &Layer) -> Option<Duration> {
    layer.redis_timeout_milliseconds.map(|milliseconds| Duration::from_millis(milliseconds.into()))
}

pub(super) fn http(layer: &Layer) -> Result<HttpLimits> {
    let default = HttpLimits::default();
    let body_max = seconds(layer.body_timeout_seconds).unwrap_or(default.body_max);
    let body_base = seconds(layer.body_start_seconds);
    ensure!(
        body_base.is_none_or(|base| base <= body_max),
        "body_start_seconds must be at most body_timeout_seconds, the longest time for any body"
    );
    Ok(HttpLimits {
        max_body_bytes: count(layer.max_body_bytes, default.max_body_bytes)?,
        body_max,
        body_base: body_base.unwrap_or(default.body_base).min(body_max),
        body_bytes_per_second: layer.body_bytes_per_second.unwrap_or(default.body_bytes_per_second),
        readiness_timeout: layer
            .readiness_timeout_milliseconds
            .map_or(default.readiness_timeout, |given| Duration::from_millis(given.into())),
        header_timeout: seconds(layer.header_timeout_seconds).unwrap_or(default.header_timeout),
        keep_alive: seconds(layer.keep_alive_seconds).unwrap_or(default.keep_alive),
    })
}

pub(super) fn admission(layer: &Layer) -> Result<AdmissionPolicy> {
    let default = AdmissionPolicy::default();
    let body_memory = match layer.body_memory_mib {
        Some(mib) => usize::try_from(u64::from(mib) * u64::from(MIB))?,
        None => default.body_memory,
    };
    let percent = layer.body_share_percent.unwrap_or(default.body_share_percent);
    let policy = AdmissionPolicy {
        body_memory,
        body_share_percent: percent,
        concurrency_free: count(layer.concurrency_free, default.concurrency_free)?,
        concurrency_pro: count(layer.concurrency_pro, default.concurrency_pro)?,
        processor_free: seconds(layer.cpu_seconds_free).unwrap_or(default.processor_free),
        processor_pro: seconds(layer.cpu_seconds_pro).unwrap_or(default.processor_pro),
        queue_length: count(layer.queue_length, default.queue_length)?,
        max_queue_wait: seconds(layer.max_queue_wait_seconds).unwrap_or(default.max_queue_wait),
    };
    let largest = http(layer)?.max_body_bytes;
    ensure!(
        policy.body_memory >= largest,
        "body_memory_mib must be at least max_body_bytes, the largest body"
    );
    // A smaller share would refuse the largest allowed body every time.
    let least = u8::try_from(largest.div_ceil(policy.body_memory / 100))?;
    Ok(AdmissionPolicy { body_share_percent: percent.max(least.min(100)), ..policy })
}

pub(super) fn photos(layer: &Layer) -> Result<PhotoLimits> {
    let without_heic = match layer.heic.as_deref() {
        None | Some("auto") => false,
        Some("off") => true,
        Some(_) => bail!("heic must be auto or off"),
    };
    Ok(PhotoLimits {
        without_heic,
        max_bytes: layer.max_photo_bytes.map(usize::try_from).transpose()?,
        max_pixels: layer.max_photo_megapixels.map(|number| u64::from(number) * MEGAPIXEL),
        max_side: layer.max_photo_side_pixels,
        max_decode_bytes: layer.max_photo_memory_mib.map(|mib| u64::from(mib) * u64::from(MIB)),
    })
}

pub(super) fn deadlines(layer: &Layer) -> WriterDeadlines {
    let default = WriterDeadlines::default();
    WriterDeadlines {
        standard: seconds(layer.writer_deadline_seconds).unwrap_or(default.standard),
        high: seconds(layer.writer_deadline_high_seconds).unwrap_or(default.high),
    }
}

/// The delay before requests are refused, and the timeout that follows.
pub(super) fn shutdown(layer: &Layer) -> (Duration, Duration) {
    let delay = seconds(layer.shutdown_delay_seconds);
    let timeout = seconds(layer.shutdown_timeout_seconds);
    (delay.unwrap_or_default(), timeout.unwrap_or(DEFAULT_SHUTDOWN_TIMEOUT))
}

pub(super) fn seconds(given: Option<u32>) -> Option<Duration> {
    given.map(|seconds| Duration::from_secs(seconds.into()))
}

fn count(given: Option<u32>, default: usize) -> Result<usize> {
    Ok(given.map(usize::try_from).transpose()?.unwrap_or(default))
}
