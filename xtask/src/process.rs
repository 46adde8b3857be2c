//! What another process uses, as Linux tells it.

use std::fs;

use anyhow::{Context as _, Result};

/// Memory in KiB by its name in the process's status: `VmRSS` now, `VmHWM` at most.
pub(crate) fn memory_kib(id: u32, name: &str) -> Result<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let line = line.context("no such figure")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Milliseconds of processor time that the threads of a process have used, to the
/// nanosecond; without those that have ended.
pub(crate) fn processor_millis(id: u32) -> Result<f64> {
    let mut nanos = 0.0;
    for thread in fs::read_dir(format!("/proc/{id}/task"))? {
        // A thread may end meanwhile.
        let times = fs::read_to_string(thread?.path().join("schedstat")).unwrap_or_default();
        nanos += times.split(' ').next().and_then(|running| running.parse().ok()).unwrap_or(0.0);
    }
    Ok(nanos / 1e6)
}

/// Seconds of processor time that a process has used, to the hundredth, with those
/// of threads that have ended.
pub(crate) fn processor_seconds(id: u32) -> Result<f64> {
    /// Linux counts processor time in ticks, so many a second.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    // After the name in brackets, which may hold anything: user and system time.
    let (_, rest) = stat.rsplit_once(')').context("no process status")?;
    let times: Vec<&str> = rest.split_whitespace().skip(11).take(2).collect();
    let [user, system] = times[..] else { anyhow::bail!("no process times") };
    Ok((user.parse::<f64>()? + system.parse::<f64>()?) / TICKS)
}
