//! The accepted range of each numeric setting.

use std::ops::RangeInclusive;

/// In the setting's unit. `None` means any number that fits the setting's type.
pub(crate) fn range(setting: &str) -> Option<RangeInclusive<u32>> {
    Some(match setting {
        "batch_workers" => 0..=64,
        "body_share_percent" => 1..=100,
        "body_memory_mib" => 1..=1_048_576,
        "database_connections" => 1..=1_000,
        "database_connection_seconds" | "database_lock_seconds" | "database_turn_seconds" => 1..=30,
        "database_statement_seconds" | "header_timeout_seconds" | "market_timeout_seconds" => 1..=60,
        "body_timeout_seconds"
        | "body_start_seconds"
        | "cpu_seconds_free"
        | "cpu_seconds_pro"
        | "max_queue_wait_seconds"
        | "shutdown_timeout_seconds"
        | "writer_deadline_seconds"
        | "writer_deadline_high_seconds" => 1..=3_600,
        "history_days" => 0..=65_535,
        "keep_alive_seconds" => 1..=600,
        "market_cache_minutes" => 0..=1_440,
        "max_photo_days" => 0..=90,
        "stripe_grace_days" => 0..=60,
        "max_photo_megapixels" => 1..=10_000,
        "max_photo_memory_mib" => 1..=16_384,
        "max_photo_side_pixels" => 1..=100_000,
        "readiness_timeout_milliseconds" => 10..=10_000,
        "redis_timeout_milliseconds" => 1..=5_000,
        "session_days" | "session_idle_days" => 1..=3_650,
        "shutdown_delay_seconds" => 0..=600,
        "smtp_port" => 1..=65_535,
        "vision_threads" | "workers" => 1..=1_024,
        "body_bytes_per_second"
        | "concurrency_free"
        | "concurrency_pro"
        | "max_body_bytes"
        | "max_keys"
        | "max_photo_bytes"
        | "pack_units"
        | "queue_length"
        | "rate_anonymous_per_minute"
        | "rate_free_per_minute"
        | "rate_pages_per_minute"
        | "rate_pro_per_minute" => 1..=u32::MAX,
        "ai_failed_calls_per_day" => 0..=u32::MAX,
        _ if setting.ends_with("_calls_per_day") => 1..=10_000_000,
        _ if setting.ends_with("_calls_per_second") => 1..=1_000,
        _ if setting.ends_with("_concurrency") || setting.ends_with("_timeout_seconds") => 1..=u32::MAX,
        _ => return None,
    })
}

/// Such as `1 to 30`.
pub(crate) fn shown(range: &RangeInclusive<u32>) -> String {
    match (range.start(), range.end()) {
        (least, &u32::MAX) => format!("from {least}"),
        (least, most) => format!("{least} to {most}"),
    }
}
