//! Metrics of this process, of mail and of the database.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use jiff::Timestamp;
use listing_domain::usecase::people::SentMail;
use listing_storage::{ConnectionCounts, Store, StoreFigures};
use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Gauge, IntCounter, IntGauge, Registry};

/// Registers the operating system's metrics of this process (Linux only).
pub(super) fn register_process(registry: &Registry, now: Timestamp) -> Result<()> {
    let process = ProcessMetrics {
        cpu: Counter::new("process_cpu_seconds_total", "Processor time of this process, in seconds.")?,
        memory: IntGauge::new("process_resident_memory_bytes", "Memory of this process.")?,
        files: IntGauge::new("process_open_fds", "Files and connections that this process has open.")?,
        most_files: IntGauge::new("process_max_fds", "Files and connections that it may have open.")?,
        threads: IntGauge::new("process_threads", "Threads of this process.")?,
    };
    registry.register(Box::new(process))?;
    let start = Gauge::new("process_start_time_seconds", "Start time of this process, in Unix time.")?;
    start.set(now.as_duration().as_secs_f64());
    Ok(registry.register(Box::new(start))?)
}

/// Read whenever metrics are collected.
struct ProcessMetrics {
    cpu: Counter,
    memory: IntGauge,
    files: IntGauge,
    most_files: IntGauge,
    threads: IntGauge,
}

impl Collector for ProcessMetrics {
    fn desc(&self) -> Vec<&Desc> {
        let gauges = [&self.memory, &self.files, &self.most_files, &self.threads];
        gauges.into_iter().flat_map(Collector::desc).chain(self.cpu.desc()).collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        // The operating system has its own count; the counter follows it and never decreases.
        self.cpu.inc_by((processor_time().as_secs_f64() - self.cpu.get()).max(0.0));
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        self.memory.set(number_after(&status, "VmRSS:") * 1_024);
        self.threads.set(number_after(&status, "Threads:"));
        self.most_files.set(number_after(&limits, "Max open files"));
        let files = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        self.files.set(i64::try_from(files).unwrap_or(i64::MAX));
        let gauges = [&self.memory, &self.files, &self.most_files, &self.threads];
        gauges.into_iter().flat_map(Collector::collect).chain(self.cpu.collect()).collect()
    }
}

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn number_after(text: &str, name: &str) -> i64 {
    let rest = text.lines().find_map(|line| line.strip_prefix(name));
    rest.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

pub(super) fn register_connections(registry: &Registry, store: Arc<Store>) -> Result<()> {
    let gauge = |name: &str, help: &str| IntGauge::new(name, help);
    let connections = ConnectionMetrics {
        store,
        in_use: gauge("database_connections_in_use", "Connections that a step uses.")?,
        idle: gauge("database_connections_idle", "Open connections that no step uses.")?,
        most: gauge("database_connections_max", "The most connections that are open at once.")?,
        waiting: gauge("database_connection_waiters", "Steps that wait for a connection.")?,
    };
    Ok(registry.register(Box::new(connections))?)
}

/// Read whenever metrics are collected.
struct ConnectionMetrics {
    store: Arc<Store>,
    in_use: IntGauge,
    idle: IntGauge,
    most: IntGauge,
    waiting: IntGauge,
}

impl ConnectionMetrics {
    const fn gauges(&self) -> [&IntGauge; 4] {
        [&self.in_use, &self.idle, &self.most, &self.waiting]
    }
}

impl Collector for ConnectionMetrics {
    fn desc(&self) -> Vec<&Desc> {
        self.gauges().into_iter().flat_map(Collector::desc).collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let ConnectionCounts { in_use, idle, waiting, most } = self.store.database().connections();
        for (gauge, count) in self.gauges().into_iter().zip([in_use, idle, most, waiting]) {
            gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
        }
        self.gauges().into_iter().flat_map(Collector::collect).collect()
    }
}

/// Metrics of mail deliveries and the database.
#[derive(Clone)]
pub(super) struct StoreGauges {
    queued: IntGauge,
    sent: IntCounter,
    failed: IntCounter,
    given_up: IntCounter,
    bytes: IntGauge,
    billing: Option<BillingGauges>,
}

/// Metrics of the objects at the payment provider.
#[derive(Clone)]
struct BillingGauges {
    queued: IntGauge,
    parked: IntGauge,
}

impl StoreGauges {
    /// `is_selling` adds the metrics of sales.
    pub(super) fn new(registry: &Registry, is_selling: bool) -> Result<Self> {
        let counter = |name: &str, help: &str| {
            let counter = IntCounter::new(name, help)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<_, prometheus::Error>(gauge)
        };
        let billing = || {
            let queued =
                gauge("billing_queued", "Objects of the payment provider to apply, of all instances.")?;
            let parked =
                gauge("billing_parked", "Objects of the payment provider that wait for an operator.")?;
            Ok::<_, prometheus::Error>(BillingGauges { queued, parked })
        };
        Ok(Self {
            billing: is_selling.then(billing).transpose()?,
            queued: gauge("mail_queued", "Messages that wait to be sent, of all instances.")?,
            sent: counter("mail_sent_total", "Messages that the mail server accepted.")?,
            failed: counter("mail_failed_total", "Failed delivery attempts, which are retried.")?,
            given_up: counter("mail_given_up_total", "Messages that were refused, or too old to be sent.")?,
            bytes: gauge("database_size_bytes", "Size of the database.")?,
        })
    }

    pub(super) fn set(&self, figures: StoreFigures) {
        self.queued.set(figures.waiting_mail);
        self.bytes.set(figures.bytes);
        if let Some(billing) = &self.billing {
            billing.queued.set(figures.queued_subjects);
            billing.parked.set(figures.parked_subjects);
        }
    }

    pub(super) fn count_delivery(&self, outcome: &SentMail) {
        match outcome {
            SentMail::Sent(_) => self.sent.inc(),
            SentMail::Delayed(..) => self.failed.inc(),
            SentMail::GivenUp(..) => self.given_up.inc(),
        }
    }

    /// Counts messages that expired unsent.
    pub(super) fn count_dropped(&self, messages: u64) {
        self.given_up.inc_by(messages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_metrics_match_the_operating_system() {
        let registry = Registry::new();
        register_process(&registry, "2026-11-20T10:00:00Z".parse().unwrap()).unwrap();
        let value = |name: &str| {
            let families = registry.gather();
            let family = families.iter().find(|family| family.name() == name).unwrap();
            let metric = &family.get_metric()[0];
            metric.get_gauge().get_value().max(metric.get_counter().get_value())
        };
        let busy = std::time::Instant::now();
        while busy.elapsed() < Duration::from_millis(60) {
            std::hint::spin_loop();
        }
        let before = value("process_cpu_seconds_total");
        assert!(before > 0.0);
        assert!(value("process_cpu_seconds_total") >= before, "the processor time decreased");
        assert!((value("process_start_time_seconds") - 1_795_168_800.0).abs() < f64::EPSILON);
        if cfg!(target_os = "linux") {
            assert!(value("process_resident_memory_bytes") > 1_000_000.0);
            assert!(value("process_open_fds") >= 3.0 && value("process_threads") >= 1.0);
            assert!(value("process_max_fds") >= value("process_open_fds"));
        }
    }
}
