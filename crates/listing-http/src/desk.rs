//! Admits a generation or a rewrite before it may cost anything, and runs it. Route groups parse and render.

use std::sync::Arc;

use actix_web::web::Payload;
use actix_web::{HttpMessage as _, HttpRequest};
use listing_domain::idempotency::IdempotentRequest;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{AdmissionSlot, BodyMemory};
use listing_domain::principal::{Credential, Principal};
use listing_domain::request::GenerationRequest;
use listing_domain::usecase::{
    AddToTray, AddedToTray, AnnouncedRequest, BatchError, ChargeRewrite, CreateBatch, CreatedBatch,
    ErrorKind, GenerateError, GenerateListings, GenerationAnswer, GenerationPolicy, ItemUpload,
    RewriteAnswer, RewriteError, RewriteListings, RewriteOptions, RewriteStart, RewrittenListings, TrayError,
    TrayUpload, WritingPolicy,
};
use tokio::task::JoinError;

use crate::body;
use crate::context::RequestId;
use crate::edge::Edge;
use crate::error::ApiError;
use crate::tasks::Ended;

/// Admits and runs generations and rewrites, for all route groups.
#[derive(Clone)]
pub struct Desk {
    generate: Arc<GenerateListings>,
    rewrite: Option<Arc<RewriteListings>>,
    charge: Option<Arc<ChargeRewrite>>,
}

/// The kind of a request, known before its body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announced {
    /// A generation of listings.
    Generation {
        /// An idempotency key.
        has_key: bool,
    },
    /// A generation from a form of the web app, whose handler reports an exhausted quota itself.
    Form,
    /// A rewrite, which may be free of charge.
    Rewrite,
    /// Photos for a tray, which cost no unit. They count as a page, not as a call: an account without a plan
    /// has fewer calls in a minute than a batch has photos.
    Photos,
}

/// A counted request, which holds one of its account's slots.
pub struct Admitted {
    desk: Desk,
    edge: Edge,
    slot: Box<dyn AdmissionSlot>,
    account: AccountId,
    origin: Origin,
}

/// The outcome of a generation or a rewrite.
#[derive(Debug)]
pub enum Outcome<T, E> {
    /// It finished, and may have been charged.
    Done(T),
    /// It finished before under the same idempotency key, and cost nothing this time.
    Replayed(T),
    /// It was refused or failed, and cost nothing.
    Refused(E),
    /// The shutdown timeout expired. It cost nothing.
    CutOff,
    /// It panicked; the panic is in the log.
    Panicked,
}

impl Desk {
    /// Creates a desk; `None` disables rewrites.
    pub fn new(generate: Arc<GenerateListings>, rewrite: Option<RewriteListings>) -> Self {
        let rewrite = rewrite.map(Arc::new);
        let charge = rewrite.clone().map(|rewrite| ChargeRewrite { generate: generate.clone(), rewrite });
        let charge = charge.map(Arc::new);
        Self { generate, rewrite, charge }
    }

    /// The maximum number of free rewrites of a generation; `None` if there are none.
    pub fn rewrite_limit(&self) -> Option<u32> {
        self.rewrite.as_ref().map(|rewrite| rewrite.policy.limit).filter(|limit| *limit > 0)
    }

    /// Returns the settings of generations.
    pub fn policy(&self) -> &GenerationPolicy {
        &self.generate.policy
    }

    /// Returns the settings of writing: the rules of the marketplaces and the exchange rates.
    pub fn writing_policy(&self) -> &WritingPolicy {
        &self.generate.write.policy
    }

    /// Admits a request before its body is read, in this order: counts it as a call, refuses it
    /// early if sending the body is pointless, and waits for its account's slot.
    pub async fn admit(
        &self,
        edge: &Edge,
        request: &HttpRequest,
        caller: &Principal,
        announced: Announced,
    ) -> Result<Admitted, ApiError> {
        // The middleware counted a call by key; a page was counted as a page only.
        if matches!(caller.credential, Credential::Session { .. }) && announced != Announced::Photos {
            edge.count_call(caller).await?;
        }
        self.refuse_early(request, caller.account, announced).await?;
        let slot = edge.enter(request, caller).await?;
        let id = request.extensions().get::<RequestId>().cloned().ok_or_else(ApiError::internal)?;
        let origin = Origin::for_request(caller.credential, id.as_str());
        Ok(Admitted { desk: self.clone(), edge: edge.clone(), slot, account: caller.account, origin })
    }

    async fn refuse_early(
        &self,
        request: &HttpRequest,
        account: AccountId,
        announced: Announced,
    ) -> Result<(), ApiError> {
        let has_key = match announced {
            Announced::Generation { has_key } => has_key,
            Announced::Form => false,
            Announced::Rewrite | Announced::Photos => return Ok(()),
        };
        let early = AnnouncedRequest { has_large_body: body::is_large(request), has_key };
        match self.generate.refuse_early(account, early).await {
            Err(refused) if announced == Announced::Form && refused.kind() == ErrorKind::QuotaExhausted => {
                Ok(())
            }
            outcome => outcome.map_err(|refused| ApiError::logged(refused).closing()),
        }
    }
}

impl Admitted {
    /// Reads the body within the memory that the slot reserves.
    pub async fn read(
        &self,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<(Vec<u8>, Box<dyn BodyMemory>), ApiError> {
        body::read(request, payload, self.slot.as_ref(), &self.edge.limits).await
    }

    /// Runs a generation in its own task, which continues when its client disconnects.
    pub async fn generate(
        self,
        request: GenerationRequest,
        idempotency: Option<IdempotentRequest>,
    ) -> Outcome<GenerationAnswer, GenerateError> {
        let Self { desk, edge, slot, account, origin } = self;
        let metrics = edge.metrics.clone();
        let task = edge.tasks.spawn("generation", |interruptible| async move {
            let generation = Box::pin(desk.generate.run(account, origin, request, idempotency));
            let ended = interruptible.run(generation).await;
            metrics.count_generation(label(&ended));
            drop(slot);
            ended
        });
        match Outcome::from_task(task.await) {
            Outcome::Done(answer) if answer.is_replayed => Outcome::Replayed(answer),
            outcome => outcome,
        }
    }

    /// Stores a batch in its own task, which continues when its client disconnects.
    pub async fn create_batch(
        self,
        create: Arc<CreateBatch>,
        items: Vec<ItemUpload>,
        idempotency: Option<IdempotentRequest>,
    ) -> Outcome<CreatedBatch, BatchError> {
        let Self { edge, slot, account, .. } = self;
        let task = edge.tasks.spawn("batch", |interruptible| async move {
            let ended = interruptible.run(Box::pin(create.run(account, items, idempotency))).await;
            drop(slot);
            ended
        });
        match Outcome::from_task(task.await) {
            Outcome::Done(created) if created.is_replayed => Outcome::Replayed(created),
            outcome => outcome,
        }
    }

    /// Adds photos to the account's tray in its own task, which continues when its client disconnects.
    pub async fn add_to_tray(
        self,
        add: Arc<AddToTray>,
        uploads: Vec<TrayUpload>,
        regroup: bool,
    ) -> Outcome<AddedToTray, TrayError> {
        let Self { edge, slot, account, .. } = self;
        let task = edge.tasks.spawn("photos", |interruptible| async move {
            let ended = interruptible.run(Box::pin(add.run(account, uploads, regroup))).await;
            drop(slot);
            ended
        });
        Outcome::from_task(task.await)
    }

    /// Runs a rewrite in its own task, which continues when its client disconnects. A cut-off rewrite does
    /// not count.
    ///
    /// # Errors
    /// 404 where rewrites are switched off.
    pub async fn rewrite(
        self,
        id: GenerationId,
        options: RewriteOptions,
    ) -> Result<Outcome<RewrittenListings, RewriteError>, ApiError> {
        let Self { desk, edge, slot, account, .. } = self;
        let is_free = desk.rewrite_limit().is_some();
        let rewrite = desk.rewrite.filter(|_| is_free).ok_or_else(|| ApiError::absent("page"))?;
        let task = edge.tasks.spawn("rewrite", |interruptible| async move {
            let begun = match rewrite.begin(account, id).await {
                Ok(begun) => begun,
                Err(refused) => return Ended::Done(Err(refused)),
            };
            let ended = interruptible.run(Box::pin(rewrite.finish(&begun, options))).await;
            if !matches!(ended, Ended::Done(_)) {
                rewrite.cancel(&begun).await;
            }
            drop(slot);
            ended
        });
        Ok(Outcome::from_task(task.await))
    }

    /// Runs a rewrite like [`Admitted::rewrite`], and charges it unless a free one is left.
    ///
    /// # Errors
    /// 404 where rewrites are switched off.
    pub async fn charge_rewrite(
        self,
        id: GenerationId,
        options: RewriteOptions,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<Outcome<RewriteAnswer, RewriteError>, ApiError> {
        let Self { desk, edge, slot, account, origin } = self;
        let charge = desk.charge.ok_or_else(|| ApiError::absent("page"))?;
        let task = edge.tasks.spawn("rewrite", |interruptible| async move {
            let held = match charge.begin(account, origin, id, idempotency).await {
                Ok(RewriteStart::Begun(held)) => held,
                Ok(RewriteStart::Answered(answer)) => return Ended::Done(Ok(answer)),
                Err(refused) => return Ended::Done(Err(refused)),
            };
            let ended = interruptible.run(Box::pin(charge.finish(&held, options))).await;
            if !matches!(ended, Ended::Done(_)) {
                charge.abandon(&held).await;
            }
            drop(slot);
            ended
        });
        Ok(match Outcome::from_task(task.await) {
            Outcome::Done(answer) if answer.is_replayed => Outcome::Replayed(answer),
            outcome => outcome,
        })
    }
}

impl<T, E> Outcome<T, E> {
    fn from_task(ended: Result<Ended<Result<T, E>>, JoinError>) -> Self {
        match ended {
            Ok(Ended::Done(Ok(done))) => Self::Done(done),
            Ok(Ended::Done(Err(refused))) => Self::Refused(refused),
            Ok(Ended::CutOff) => Self::CutOff,
            Ok(Ended::Panicked) | Err(_) => Self::Panicked,
        }
    }
}

fn label(ended: &Ended<Result<GenerationAnswer, GenerateError>>) -> &'static str {
    let outcome = match ended {
        Ended::Done(outcome) => outcome,
        Ended::CutOff => return "cut_off",
        Ended::Panicked => return "failed",
    };
    match outcome.as_ref().map_err(GenerateError::kind) {
        Ok(answered) if answered.is_replayed => "replayed",
        Ok(_) => "generated",
        Err(ErrorKind::Conflict | ErrorKind::KeyReused) => "key_used",
        Err(ErrorKind::Invalid) => "invalid_photos",
        Err(ErrorKind::QuotaExhausted) => "quota_exhausted",
        Err(ErrorKind::Busy) => "busy",
        Err(ErrorKind::TooManyFailures) => "too_many_failures",
        Err(ErrorKind::GenerationFailed) => "writer_failed",
        Err(
            ErrorKind::Unauthenticated | ErrorKind::Forbidden | ErrorKind::NotFound | ErrorKind::Internal,
        ) => "failed",
    }
}
