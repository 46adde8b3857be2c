//! Reads this process's resource usage on Linux; elsewhere all values are 0.

use std::fs;
use std::time::Duration;

pub(crate) fn memory_mib(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).map_or(0, |kib: u64| kib / 1024)
}

/// The processor time of all existing threads.
pub(crate) fn processor_time() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let used = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    Duration::from_nanos(used.filter_map(|used| used.split(' ').next()?.parse::<u64>().ok()).sum())
}
