//! Load limits: counts, sizes and times.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Error, Result, bail, ensure};
use listing_domain::draft::WriterDeadlines;
use listing_domain::generation::HistoryPolicy;
use listing_domain::ports::AdmissionPolicy;
use listing_http::HttpLimits;

use super::{Layer, at_least_one};

const DEFAULT_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(75);
const MIB: u32 = 1 << 20;
const MEGAPIXEL: u64 = 1_000_000;

/// Limits of photos; `None` means the photo processor's own limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PhotoLimits {
    /// Bytes, decoded from base64.
    pub max_bytes: Option<usize>,
    /// Pixels.
    pub max_pixels: Option<u64>,
    /// Pixels per side.
    pub max_side: Option<u32>,
    /// Bytes of memory for decoding.
    pub max_decode_bytes: Option<u64>,
    /// Refuses HEIC photos even if a decoder is present.
    pub without_heic: bool,
}

/// Limits of database connections and times; `None` means the adapter's own limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatabaseLimits {
    /// Connections to PostgreSQL.
    pub connections: Option<u32>,
    /// The timeout until a step's turn.
    pub turn: Option<Duration>,
    /// The timeout for a free connection.
    pub connection: Option<Duration>,
    /// The timeout for rows that another step has locked.
    pub lock: Option<Duration>,
    /// The timeout of a statement.
    pub statement: Option<Duration>,
}

pub(super) fn history(layer: &Layer) -> HistoryPolicy {
    HistoryPolicy::days(
        layer.history_days.unwrap_or(HistoryPolicy::DAYS),
        layer.history_thumbnails.unwrap_or(HistoryPolicy::default().has_thumbnails),
    )
}

pub(super) fn database(layer: &Layer) -> Result<DatabaseLimits> {
    let limits = DatabaseLimits {
        connections: in_range("database_connections", layer.database_connections, 1..=1_000)?,
        turn: seconds("database_turn_seconds", layer.database_turn_seconds, 1..=30)?,
        connection: seconds("database_connection_seconds", layer.database_connection_seconds, 1..=30)?,
        lock: seconds("database_lock_seconds", layer.database_lock_seconds, 1..=30)?,
        statement: seconds("database_statement_seconds", layer.database_statement_seconds, 1..=60)?,
    };
    if let (Some(lock), Some(statement)) = (limits.lock, limits.statement) {
        ensure!(
            lock <= statement,
            "database_lock_seconds must be at most database_statement_seconds, which also ends a wait for a lock"
        );
    }
    Ok(limits)
}

pub(super) fn redis_timeout(layer: &Layer) -> Result<Option<Duration>> {
    let given = in_range("redis_milliseconds", layer.redis_milliseconds, 1..=5_000)?;
    Ok(given.map(|milliseconds| Duration::from_millis(milliseconds.into())))
}

pub(super) fn http(layer: &Layer) -> Result<HttpLimits> {
    let default = HttpLimits::default();
    let body_max = seconds("body_seconds", layer.body_seconds, 1..=3_600)?.unwrap_or(default.body_max);
    let body_base = seconds("body_start_seconds", layer.body_start_seconds, 1..=3_600)?;
    ensure!(
        body_base.is_none_or(|base| base <= body_max),
        "body_start_seconds must be at most body_seconds, the longest time for any body"
    );
    let bytes_per_second = in_range("body_bytes_per_second", layer.body_bytes_per_second, 1..=u32::MAX)?;
    let readiness = in_range("readiness_milliseconds", layer.readiness_milliseconds, 10..=10_000)?;
    Ok(HttpLimits {
        max_body_bytes: count("max_body_bytes", layer.max_body_bytes, default.max_body_bytes)?,
        body_max,
        body_base: body_base.unwrap_or(default.body_base).min(body_max),
        body_bytes_per_second: bytes_per_second.unwrap_or(default.body_bytes_per_second),
        readiness_timeout: readiness
            .map_or(default.readiness_timeout, |given| Duration::from_millis(given.into())),
        head_time: seconds("header_timeout_seconds", layer.header_timeout_seconds, 1..=60)?
            .unwrap_or(default.head_time),
        keep_alive: seconds("keep_alive_seconds", layer.keep_alive_seconds, 1..=600)?
            .unwrap_or(default.keep_alive),
    })
}

pub(super) fn admission(layer: &Layer) -> Result<AdmissionPolicy> {
    let default = AdmissionPolicy::default();
    let body_memory = match in_range("body_memory_mib", layer.body_memory_mib, 1..=1_048_576)? {
        Some(mib) => usize::try_from(u64::from(mib) * u64::from(MIB))?,
        None => default.body_memory,
    };
    let percent = in_range("body_share_percent", layer.body_share_percent, 1..=100)?;
    let percent = percent.unwrap_or(default.body_share_percent);
    let time = |name, given, default| Ok::<_, Error>(seconds(name, given, 1..=3_600)?.unwrap_or(default));
    let policy = AdmissionPolicy {
        body_memory,
        body_share_percent: percent,
        concurrency_free: count("concurrency_free", layer.concurrency_free, default.concurrency_free)?,
        concurrency_pro: count("concurrency_pro", layer.concurrency_pro, default.concurrency_pro)?,
        processor_free: time("cpu_seconds_free", layer.cpu_seconds_free, default.processor_free)?,
        processor_pro: time("cpu_seconds_pro", layer.cpu_seconds_pro, default.processor_pro)?,
        queue_length: count("queue_length", layer.queue_length, default.queue_length)?,
        max_queue_wait: time("max_queue_wait_seconds", layer.max_queue_wait_seconds, default.max_queue_wait)?,
    };
    let largest = http(layer)?.max_body_bytes;
    ensure!(
        policy.body_memory >= largest,
        "body_memory_mib must be at least max_body_bytes, the largest body"
    );
    // A share that is too small for one body would refuse it for ever.
    let least = u8::try_from(largest.div_ceil(policy.body_memory / 100))?;
    Ok(AdmissionPolicy { body_share_percent: percent.max(least.min(100)), ..policy })
}

pub(super) fn photos(layer: &Layer) -> Result<PhotoLimits> {
    let max_bytes = in_range("max_photo_bytes", layer.max_photo_bytes, 1..=u32::MAX)?;
    let megapixels = in_range("max_photo_megapixels", layer.max_photo_megapixels, 1..=10_000)?;
    let mib = in_range("max_photo_memory_mib", layer.max_photo_memory_mib, 1..=16_384)?;
    let without_heic = match layer.heic.as_deref() {
        None | Some("auto") => false,
        Some("off") => true,
        Some(_) => bail!("heic must be auto or off"),
    };
    Ok(PhotoLimits {
        without_heic,
        max_bytes: max_bytes.map(usize::try_from).transpose()?,
        max_pixels: megapixels.map(|number| u64::from(number) * MEGAPIXEL),
        max_side: in_range("max_photo_side", layer.max_photo_side, 1..=100_000)?,
        max_decode_bytes: mib.map(|mib| u64::from(mib) * u64::from(MIB)),
    })
}

pub(super) fn deadlines(layer: &Layer) -> Result<WriterDeadlines> {
    let default = WriterDeadlines::default();
    let standard = seconds("writer_deadline", layer.writer_deadline, 1..=3_600)?;
    let high = seconds("writer_deadline_high", layer.writer_deadline_high, 1..=3_600)?;
    Ok(WriterDeadlines { standard: standard.unwrap_or(default.standard), high: high.unwrap_or(default.high) })
}

/// Returns the delay until requests are refused, and the shutdown timeout after that.
pub(super) fn shutdown(layer: &Layer) -> Result<(Duration, Duration)> {
    let delay = seconds("shutdown_delay_seconds", layer.shutdown_delay_seconds, 0..=600)?;
    let timeout = seconds("shutdown_timeout_seconds", layer.shutdown_timeout_seconds, 1..=3_600)?;
    Ok((delay.unwrap_or_default(), timeout.unwrap_or(DEFAULT_SHUTDOWN_TIMEOUT)))
}

pub(super) fn workers(layer: &Layer) -> Result<Option<NonZeroUsize>> {
    in_range("workers", layer.workers.map(NonZeroUsize::get), 1..=1_024)?;
    Ok(layer.workers)
}

pub(super) fn vision_threads(layer: &Layer) -> Result<Option<NonZeroUsize>> {
    in_range("vision_threads", layer.vision_threads.map(NonZeroUsize::get), 1..=1_024)?;
    Ok(layer.vision_threads)
}

pub(super) fn in_range<T>(name: &str, given: Option<T>, accepted: RangeInclusive<T>) -> Result<Option<T>>
where
    T: PartialOrd + Display,
{
    if let Some(given) = &given {
        let (min, max) = (accepted.start(), accepted.end());
        ensure!(accepted.contains(given), "{name} must be from {min} to {max}");
    }
    Ok(given)
}

pub(super) fn seconds(
    name: &str,
    given: Option<u32>,
    accepted: RangeInclusive<u32>,
) -> Result<Option<Duration>> {
    Ok(in_range(name, given, accepted)?.map(|seconds| Duration::from_secs(seconds.into())))
}

fn count(name: &str, given: Option<u32>, default: usize) -> Result<usize> {
    let Some(given) = given else { return Ok(default) };
    Ok(usize::try_from(at_least_one(name, Some(given), 1)?)?)
}
