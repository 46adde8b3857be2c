//! Generations run here, on their own, whatever becomes of their clients.

use listing_domain::ports::Place;
use listing_domain::usecase::{ErrorKind, GenerateError, GenerationAnswer};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::error::ApiError;
use crate::metrics::Metrics;

/// Runs generations as tasks of their own on one runtime, and knows when all
/// are done.
///
/// actix drops a handler's future the moment its client resets the connection
/// (though not when the client only closes it). A unit may be held by then, so
/// the use-case must run to its end: it settles or releases the unit itself.
/// The tasks do not run on the HTTP workers, because these end with their last
/// connection.
#[derive(Debug, Clone)]
pub struct GenerationTasks {
    runtime: Handle,
    tasks: TaskTracker,
    cut_off: CancellationToken,
}

impl GenerationTasks {
    /// Runs generations on the given runtime, which must outlive the server.
    pub fn on(runtime: Handle) -> Self {
        Self { runtime, tasks: TaskTracker::new(), cut_off: CancellationToken::new() }
    }

    /// Waits until every generation has ended, those of vanished clients too.
    /// To be called once the server has stopped.
    pub async fn finished(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Ends every generation now, and tells how many there were. Their callers are
    /// asked to come back; the units that they hold are the caller's of this to
    /// give back.
    pub fn cut_off(&self) -> usize {
        // Counted first: once they are told, they end on other threads.
        let running = self.tasks.len();
        self.cut_off.cancel();
        running
    }

    /// Runs a generation in a task of its own. It has its account's place until it is
    /// done.
    pub async fn run(
        &self,
        place: Box<dyn Place>,
        metrics: Metrics,
        generation: impl Future<Output = Result<GenerationAnswer, GenerateError>> + Send + 'static,
    ) -> Result<GenerationAnswer, ApiError> {
        Ok(self.outcome(place, metrics, generation).await??)
    }

    /// The same for whoever has to know why there are no listings.
    ///
    /// # Errors
    /// When it was cut off, or panicked.
    pub async fn outcome(
        &self,
        place: Box<dyn Place>,
        metrics: Metrics,
        generation: impl Future<Output = Result<GenerationAnswer, GenerateError>> + Send + 'static,
    ) -> Result<Result<GenerationAnswer, GenerateError>, ApiError> {
        let cut_off = self.cut_off.clone();
        let task = async move {
            let outcome = cut_off.run_until_cancelled(generation).await;
            metrics.count_generation(outcome.as_ref().map_or("cut_off", label));
            drop(place);
            outcome
        };
        // The span goes along, so that the log lines keep the request's id.
        let handle = self.tasks.spawn_on(task.in_current_span(), &self.runtime);
        let Ok(outcome) = handle.await else {
            // The task panicked. Only that is said: a panic's text could hold
            // anything, and the panic hook has written it already.
            tracing::error!(
                "a generation panicked, its own text stands above this line; answered 500, and the unit that it held goes back when its time is over"
            );
            return Err(ApiError::internal());
        };
        outcome.ok_or_else(ApiError::busy)
    }
}

/// How a generation ended, as the metrics' label.
fn label(outcome: &Result<GenerationAnswer, GenerateError>) -> &'static str {
    match outcome.as_ref().map_err(GenerateError::kind) {
        Ok(answered) if answered.is_replayed => "replayed",
        Ok(_) => "generated",
        Err(ErrorKind::Conflict | ErrorKind::KeyReused) => "key_used",
        Err(ErrorKind::Invalid) => "invalid_photos",
        Err(ErrorKind::QuotaExhausted) => "quota_exhausted",
        Err(ErrorKind::Busy) => "busy",
        Err(ErrorKind::GenerationFailed) => "writer_failed",
        Err(
            ErrorKind::Unauthenticated | ErrorKind::Forbidden | ErrorKind::NotFound | ErrorKind::Internal,
        ) => "failed",
    }
}
