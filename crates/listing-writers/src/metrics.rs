use listing_domain::photo::PhotoNote;
use prometheus::{IntCounterVec, IntGaugeVec, Opts, Registry};

/// Metrics of all writers. Clones share them.
#[derive(Debug, Clone)]
pub struct WriterMetrics {
    breaker_open: IntGaugeVec,
    retries: IntCounterVec,
    fallbacks: IntCounterVec,
    photo_notes: IntCounterVec,
}

impl WriterMetrics {
    /// Creates and registers the metrics, all at zero.
    ///
    /// # Errors
    /// If the registry has metrics of the same name.
    pub fn new(registry: &Registry) -> Result<Self, prometheus::Error> {
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let breaker_open = IntGaugeVec::new(
            Opts::new("ai_circuit_open", "1 while the circuit of a model is open."),
            &["provider", "model"],
        )?;
        registry.register(Box::new(breaker_open.clone()))?;
        Ok(Self {
            breaker_open,
            retries: counter("ai_retries_total", "Retries of draft requests, by reason.", &["reason"])?,
            fallbacks: counter(
                "ai_fallbacks_total",
                "Draft requests that a writer could not serve and passed to the next one, by reason.",
                &["writer", "reason"],
            )?,
            photo_notes: counter("photo_notes_total", "Photos with a quality note, by note.", &["note"])?,
        })
    }

    pub(crate) fn set_breaker_open(&self, provider: &str, model: &str, is_open: bool) {
        self.breaker_open.with_label_values(&[provider, model]).set(i64::from(is_open));
    }

    pub(crate) fn retried(&self, reason: &str) {
        self.retries.with_label_values(&[reason]).inc();
    }

    pub(crate) fn add_photo_notes(&self, note: PhotoNote, photos: usize) {
        let photos = u64::try_from(photos).unwrap_or(u64::MAX);
        self.photo_notes.with_label_values(&[note.code()]).inc_by(photos);
    }

    pub(crate) fn fell_back(&self, writer: &str, reason: &str) {
        self.fallbacks.with_label_values(&[writer, reason]).inc();
    }
}
