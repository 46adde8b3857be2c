use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use listing_domain::ErrorChain;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use listing_outbound::{Attempt, Circuit, Open};

use crate::metrics::WriterMetrics;

/// Skips a failing writer except for probes, as [`Circuit`] decides. Unusable answers and refusals are no
/// failures.
pub struct Breaker {
    writer: Arc<dyn ListingWriter>,
    circuit: Circuit,
    /// The latest failure, for the log.
    cause: Arc<Mutex<String>>,
}

impl Breaker {
    /// Creates a closed breaker. `names` are the provider and the model, for logs and metrics.
    pub fn new(writer: Arc<dyn ListingWriter>, names: (&'static str, &str), metrics: WriterMetrics) -> Self {
        let (provider, model) = (names.0, names.1.to_owned());
        let cause = Arc::<Mutex<String>>::default();
        let latest = Arc::clone(&cause);
        let circuit = Circuit::new(move |open_for| {
            metrics.set_breaker_open(provider, &model, open_for.is_some());
            if let Some(seconds) = open_for.map(|time| time.as_secs()) {
                let cause = latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
                tracing::warn!(
                    provider,
                    model,
                    seconds,
                    cause,
                    "circuit opened: no calls to {provider} {model} for {seconds} s"
                );
            }
        });
        Self { writer, circuit, cause }
    }
}

fn attempt(outcome: &Result<Draft, WriterError>) -> Attempt {
    match outcome {
        Err(WriterError::OutOfService { at_least, .. }) => Attempt::OutOfOrder(*at_least),
        Err(WriterError::Unavailable { .. } | WriterError::DeadlineExceeded) => Attempt::Failed,
        Ok(_) | Err(_) => Attempt::Worked,
    }
}

#[async_trait]
impl ListingWriter for Breaker {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let permit = self.circuit.admit().map_err(|open| {
            let Open(at_least) = open;
            WriterError::OutOfService { at_least, source: open.into() }
        })?;
        let outcome = self.writer.write(request).await;
        if let Err(error) = &outcome {
            *self.cause.lock().unwrap_or_else(PoisonError::into_inner) = ErrorChain(error).to_string();
        }
        permit.end(attempt(&outcome));
        outcome
    }
}
