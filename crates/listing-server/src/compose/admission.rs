//! Composes admission, which limits concurrent work, and its metrics.

use std::sync::Arc;

use anyhow::Result;
use listing_admission::{AdmissionRoom, Figures};
use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

use crate::settings::Settings;

/// One worker per processor core available to this process.
pub(super) fn room(settings: &Settings) -> Arc<AdmissionRoom> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Arc::new(AdmissionRoom::new(settings.admission, workers))
}

pub(super) fn register(room: &Arc<AdmissionRoom>, registry: &Registry) -> Result<()> {
    let metrics = AdmissionMetrics {
        room: Arc::clone(room),
        memory: IntGauge::new("admission_memory_bytes", "Memory that is reserved for request bodies.")?,
        waiting: IntGaugeVec::new(
            Opts::new(
                "admission_waiting",
                "Waiting requests, by what they wait for: memory, account, workers.",
            ),
            &["for"],
        )?,
        busy: IntGauge::new("admission_workers_busy", "Workers that prepare or analyze photos.")?,
        refused: IntCounterVec::new(
            Opts::new("admission_refused_total", "Refused requests, by reason."),
            &["reason"],
        )?,
    };
    Ok(registry.register(Box::new(metrics))?)
}

/// Read whenever metrics are collected.
struct AdmissionMetrics {
    room: Arc<AdmissionRoom>,
    memory: IntGauge,
    waiting: IntGaugeVec,
    busy: IntGauge,
    refused: IntCounterVec,
}

fn gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Collector for AdmissionMetrics {
    fn desc(&self) -> Vec<&Desc> {
        [self.memory.desc(), self.waiting.desc(), self.busy.desc(), self.refused.desc()].concat()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let Figures {
            memory_bytes,
            waiting_for_memory,
            waiting_for_account,
            waiting_for_workers,
            workers_busy,
            refused,
        } = self.room.figures();
        self.memory.set(gauge(memory_bytes));
        self.busy.set(gauge(workers_busy));
        let waiting = [
            ("memory", waiting_for_memory),
            ("account", waiting_for_account),
            ("workers", waiting_for_workers),
        ];
        for (resource, count) in waiting {
            self.waiting.with_label_values(&[resource]).set(gauge(count));
        }
        for (reason, count) in refused {
            let counter = self.refused.with_label_values(&[reason]);
            // The room has its own count; the counter follows it and never decreases.
            counter.inc_by(count.saturating_sub(counter.get()));
        }
        [self.memory.collect(), self.waiting.collect(), self.busy.collect(), self.refused.collect()].concat()
    }
}
