//! Memory and processor time of a process, from Linux's `/proc`.

use std::fs;

use anyhow::{Context as _, Result};

/// Returns memory in KiB; `name` is `VmRSS` (current) or `VmHWM` (peak).
pub fn memory_kib(id: u32, name: &str) -> Result<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let line = line.context("the process status lacks the memory value")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Returns the processor time of live threads in milliseconds, to the nanosecond.
pub fn processor_millis(id: u32) -> Result<f64> {
    let mut nanos = 0.0;
    for thread in fs::read_dir(format!("/proc/{id}/task"))? {
        // A thread may end after it is listed.
        let times = fs::read_to_string(thread?.path().join("schedstat")).unwrap_or_default();
        nanos += times.split(' ').next().and_then(|running| running.parse().ok()).unwrap_or(0.0);
    }
    Ok(nanos / 1e6)
}

/// Returns the processor time in seconds, to a hundredth. Includes ended threads.
pub fn processor_seconds(id: u32) -> Result<f64> {
    times(&id.to_string(), 0)
}

/// Returns the processor time of all ended descendants of this process, in seconds.
pub fn children_seconds() -> Result<f64> {
    times("self", 2)
}

/// `first` is the index of the user time among the times in `/proc/…/stat`.
fn times(process: &str, first: usize) -> Result<f64> {
    const TICKS: f64 = 100.0;
    /// Number of fields between the process name and the times.
    const TIMES: usize = 11;
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may contain anything.
    let (_, rest) = stat.rsplit_once(')').context("the process status has no name")?;
    let times: Vec<&str> = rest.split_whitespace().skip(TIMES + first).take(2).collect();
    let [user, system] = times[..] else { anyhow::bail!("the process status has no times") };
    Ok((user.parse::<f64>()? + system.parse::<f64>()?) / TICKS)
}
