use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ids::AccountId;
use listing_domain::lane::Lane;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoNote, PhotoUpload, PreparedPhoto};
use listing_domain::ports::{PhotoError, PhotoProblem, PhotoProcessor, WorkKind, WorkPermit, Workers};
use listing_domain::request::PhotoUploads;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::preparation::{Encoded, PreparationError, Workbench};
use crate::refusal::Refusal;
use crate::settings::PhotoSettings;

/// Prepares photos on the blocking pool, each under a worker's permit.
///
/// Each photo is queued separately as work of its account, so a single request uses the whole machine, and
/// many requests take turns. The workers limit the waiting time.
///
/// On the same kind of processor, the same photo always gives the same bytes.
pub struct SafePhotos {
    shared: Arc<Shared>,
}

struct Shared {
    settings: PhotoSettings,
    workers: Arc<dyn Workers>,
    /// Not in use by any worker.
    workbenches: Mutex<Vec<Workbench>>,
}

enum Outcome {
    Prepared(PreparedPhoto),
    Refused(Refusal),
    Failed(PreparationError),
    /// Identical to the photo with this index in the request.
    SameAs(usize),
}

/// A request in progress. The memory of its body is freed when the last photo is finished.
struct Job {
    uploads: Vec<PhotoUpload>,
    quality: Quality,
}

impl SafePhotos {
    /// Creates a processor with these limits, whose work needs permits of `workers`.
    pub fn new(settings: PhotoSettings, workers: Arc<dyn Workers>) -> Self {
        Self { shared: Arc::new(Shared { settings, workers, workbenches: Mutex::default() }) }
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
        let uploads = uploads.into_inner();
        let count = uploads.len();
        let lane = Lane::of(account);
        let mut queued = self.shared.workers.queue(lane, WorkKind::Photo, count, Duration::MAX)?;
        let job = Arc::new(Job { uploads, quality });
        let (sender, mut receiver) = mpsc::channel(count);
        for index in 0..count {
            let permit = queued.next().await?;
            let (shared, job, sender) = (Arc::clone(&self.shared), Arc::clone(&job), sender.clone());
            spawn_blocking(move || shared.work(&job, index, permit, &sender));
        }
        drop((job, sender));
        let mut outcomes: Vec<Option<Outcome>> = (0..count).map(|_| None).collect();
        while let Some((index, outcome)) = receiver.recv().await {
            if let Some(slot) = outcomes.get_mut(index) {
                *slot = Some(outcome);
            }
        }
        assemble(outcomes)
    }
}

impl Shared {
    /// Does nothing if the request was canceled.
    fn work(
        &self,
        job: &Job,
        index: usize,
        mut permit: Box<dyn WorkPermit>,
        outcomes: &mpsc::Sender<(usize, Outcome)>,
    ) {
        if outcomes.is_closed() {
            return;
        }
        let before = self.workers.thread_time();
        let benches = || self.workbenches.lock().unwrap_or_else(PoisonError::into_inner);
        let mut workbench = benches().pop().unwrap_or_default();
        let outcome = self.prepare(job, index, &mut workbench);
        let external_time = workbench.take_external_time();
        benches().push(workbench);
        permit.used(self.workers.thread_time().saturating_sub(before) + external_time);
        // First, so that the worker is idle once the photo is reported.
        drop(permit);
        // The channel has a slot for each photo.
        let _ = outcomes.try_send((index, outcome));
    }

    fn prepare(&self, job: &Job, index: usize, workbench: &mut Workbench) -> Outcome {
        let encoded = match Encoded::from_upload(&job.uploads[index]) {
            Ok(encoded) => encoded,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        // Only one spelling is accepted, so equal bytes have equal texts. No request has both texts and
        // files.
        let is_same = |earlier: &PhotoUpload| Encoded::from_upload(earlier) == Ok(encoded);
        if let Some(earlier) = job.uploads[..index].iter().position(is_same) {
            return Outcome::SameAs(earlier);
        }
        let prepared =
            catch_unwind(AssertUnwindSafe(|| workbench.prepare(encoded, &self.settings, job.quality)));
        match prepared {
            Ok(Ok(photo)) => Outcome::Prepared(photo),
            Ok(Err(PreparationError::Refused(refusal))) => Outcome::Refused(refusal),
            Ok(Err(failure @ PreparationError::Failed(_))) => Outcome::Failed(failure),
            Err(_panic) => {
                tracing::error!(index, "a decoder panicked: photo {index} is refused");
                *workbench = Workbench::default();
                Outcome::Refused(Refusal::Undecodable)
            }
        }
    }
}

/// Returns the problems of all unusable photos, if any.
fn assemble(outcomes: Vec<Option<Outcome>>) -> Result<Vec<PreparedPhoto>, PhotoError> {
    let mut photos = Vec::with_capacity(outcomes.len());
    let mut problems: Vec<PhotoProblem> = Vec::new();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Some(Outcome::Prepared(photo)) => photos.push((index, photo)),
            Some(Outcome::Refused(refusal)) => {
                let (message, fault) = (refusal.to_string(), refusal.fault());
                problems.push(PhotoProblem { index, message, fault });
            }
            Some(Outcome::SameAs(earlier)) => {
                if let Some(problem) = problems.iter().find(|problem| problem.index == earlier) {
                    problems.push(PhotoProblem { index, ..problem.clone() });
                } else if let Some((_, photo)) = photos.iter().find(|(known, _)| *known == earlier) {
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
