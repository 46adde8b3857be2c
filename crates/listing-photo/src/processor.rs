//! The service's photo processor: preparation under permits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use listing_domain::ids::AccountId;
use listing_domain::photo::{PhotoNote, PhotoUpload, PreparedPhoto};
use listing_domain::ports::{PhotoError, PhotoProblem, PhotoProcessor};
use listing_domain::request::PhotoUploads;
use listing_domain::wish::Quality;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::accounts::{Accounts, Turn};
use crate::data_uri;
use crate::preparation::{PreparationError, Workbench};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// Prepares photos on the blocking pool.
///
/// A request waits for its account's turn and then for one worker, in a queue that
/// is bounded in length and in time, and takes on more for its other photos only
/// while they are idle: so a single request uses the whole machine, and many share
/// it in order.
///
/// The same photo in, the same bytes out (on the same kind of processor).
pub struct SafePhotos {
    shared: Arc<Shared>,
    accounts: Accounts,
    workers: Arc<Semaphore>,
    queue: Semaphore,
}

/// What workers need.
struct Shared {
    settings: PhotoSettings,
    /// Workbenches that no worker uses now.
    workbenches: Mutex<Vec<Workbench>>,
}

/// What became of a photo.
enum Outcome {
    Prepared(PreparedPhoto),
    Refused(Refusal),
    Failed(PreparationError),
    /// The very same as an earlier photo of the request.
    SameAs(usize),
}

/// A request in work.
struct Job {
    uploads: Vec<PhotoUpload>,
    quality: Quality,
    /// The photo that the next free worker begins with.
    next: AtomicUsize,
    /// The account's turn, which lasts as long as anything is in work.
    turn: Mutex<Turn>,
}

impl SafePhotos {
    /// A processor with these limits. At least one worker works.
    pub fn new(settings: PhotoSettings) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(settings.workers.max(1))),
            accounts: Accounts::new(settings.account_time),
            queue: Semaphore::new(settings.max_waiting),
            shared: Arc::new(Shared { settings, workbenches: Mutex::default() }),
        }
    }

    /// The right to one worker's time, waiting for it as long as is allowed.
    async fn worker(&self) -> Result<OwnedSemaphorePermit, PhotoError> {
        if let Some(permit) = self.idle_worker() {
            return Ok(permit);
        }
        let _place = self.queue.try_acquire().map_err(|_| PhotoError::Busy)?;
        let permit = timeout(self.shared.settings.max_wait, Arc::clone(&self.workers).acquire_owned()).await;
        permit.map_err(|_| PhotoError::Busy)?.map_err(|closed| PhotoError::Failed(closed.into()))
    }

    /// A worker that nobody waits for.
    fn idle_worker(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.workers).try_acquire_owned().ok()
    }
}

#[async_trait]
impl PhotoProcessor for SafePhotos {
    async fn prepare(
        &self,
        account: AccountId,
        uploads: PhotoUploads,
        quality: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError> {
        let turn = timeout(self.shared.settings.max_wait, self.accounts.turn(account)).await;
        let turn = Mutex::new(turn.map_err(|_| PhotoError::Busy)?);
        let first_worker = self.worker().await?;
        let uploads = uploads.into_inner();
        let count = uploads.len();
        let job = Arc::new(Job { uploads, quality, next: AtomicUsize::new(0), turn });
        let (sender, mut receiver) = mpsc::channel(count);
        let more_workers = (1..count).map_while(|_| self.idle_worker());
        for permit in std::iter::once(first_worker).chain(more_workers) {
            let (shared, job, sender) = (Arc::clone(&self.shared), Arc::clone(&job), sender.clone());
            spawn_blocking(move || {
                shared.work(&job, &sender);
                drop(permit);
            });
        }
        drop(sender);
        let mut outcomes: Vec<Option<Outcome>> = (0..count).map(|_| None).collect();
        while let Some((index, outcome)) = receiver.recv().await {
            if let Some(place) = outcomes.get_mut(index) {
                *place = Some(outcome);
            }
        }
        assemble(outcomes)
    }
}

impl Shared {
    /// Prepares photos until none is left or nobody waits for them any more.
    fn work(&self, job: &Job, outcomes: &mpsc::Sender<(usize, Outcome)>) {
        let benches = || self.workbenches.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workbench = benches().pop().unwrap_or_default();
        while !outcomes.is_closed() {
            let index = job.next.fetch_add(1, Ordering::Relaxed);
            if index >= job.uploads.len() {
                break;
            }
            let begun = Instant::now();
            let outcome = self.prepare(job, index, &mut workbench);
            job.turn.lock().unwrap_or_else(PoisonError::into_inner).took(begun.elapsed());
            if outcomes.try_send((index, outcome)).is_err() {
                break;
            }
        }
        benches().push(workbench);
    }

    fn prepare(&self, job: &Job, index: usize, workbench: &mut Workbench) -> Outcome {
        let text = match data_uri::base64_text(job.uploads[index].data_uri()) {
            Ok(text) => text,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        // Equal bytes have equal texts, because only one spelling is accepted.
        let same_text = |earlier: &PhotoUpload| data_uri::base64_text(earlier.data_uri()) == Ok(text);
        if let Some(earlier) = job.uploads[..index].iter().position(same_text) {
            return Outcome::SameAs(earlier);
        }
        let prepared =
            catch_unwind(AssertUnwindSafe(|| workbench.prepare(text, &self.settings, job.quality)));
        match prepared {
            Ok(Ok(photo)) => Outcome::Prepared(photo),
            Ok(Err(PreparationError::Refused(refusal))) => Outcome::Refused(refusal),
            Ok(Err(failure @ PreparationError::Failed(_))) => Outcome::Failed(failure),
            Err(_panic) => {
                tracing::error!(index, "a decoder panicked over a photo, which is refused");
                *workbench = Workbench::default();
                Outcome::Refused(Refusal::Undecodable)
            }
        }
    }
}

/// All prepared photos, or every problem.
fn assemble(outcomes: Vec<Option<Outcome>>) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let mut photos = Vec::with_capacity(outcomes.len());
    let mut problems: Vec<PhotoProblem> = Vec::new();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Some(Outcome::Prepared(photo)) => photos.push((index, photo)),
            Some(Outcome::Refused(refusal)) => {
                problems.push(PhotoProblem { index, message: refusal.to_string() });
            }
            Some(Outcome::SameAs(earlier)) => {
                if let Some(problem) = problems.iter().find(|problem| problem.index == earlier) {
                    let message = problem.message.clone();
                    problems.push(PhotoProblem { index, message });
                } else if let Some((_, photo)) = photos.iter().find(|(of, _)| *of == earlier) {
                    let mut photo = photo.clone();
                    photo.notes.push(PhotoNote::Duplicate);
                    photos.push((index, photo));
                }
            }
            Some(Outcome::Failed(failure)) => return Err(PhotoError::Failed(failure.into())),
            None => return Err(PhotoError::Failed("a photo worker ended without an answer".into())),
        }
    }
    if problems.is_empty() {
        Ok(photos.into_iter().map(|(_, photo)| photo).collect())
    } else {
        Err(PhotoError::Unusable(problems))
    }
}
