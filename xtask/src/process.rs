//! What another process uses, as Linux tells it.

use std::fs;

use anyhow::{Context as _, Result};

/// Memory in KiB by its name in the process's status: `VmRSS` now, `VmHWM` at most.
pub fn memory_kib(id: u32, name: &str) -> Result<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let line = line.context("no such figure")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Milliseconds of processor time that the threads of a process have used, to the
/// nanosecond; without those that have ended.
pub fn processor_millis(id: u32) -> Result<f64> {
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
pub fn processor_seconds(id: u32) -> Result<f64> {
    times(&id.to_string(), 0)
}

/// Seconds of processor time that the children of this process have used that it has
/// waited for, and theirs.
pub fn children_seconds() -> Result<f64> {
    times("self", 2)
}

/// User and system time together, which stand among a process's times from `first` on.
fn times(process: &str, first: usize) -> Result<f64> {
    /// Linux counts processor time in ticks, so many a second.
    const TICKS: f64 = 100.0;
    /// Where the times begin, after the name.
    const TIMES: usize = 11;
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // After the name in brackets, which may hold anything.
    let (_, rest) = stat.rsplit_once(')').context("no process status")?;
    let times: Vec<&str> = rest.split_whitespace().skip(TIMES + first).take(2).collect();
    let [user, system] = times[..] else { anyhow::bail!("no process times") };
    Ok((user.parse::<f64>()? + system.parse::<f64>()?) / TICKS)
}
