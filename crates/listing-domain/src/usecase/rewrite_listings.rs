//! Writes the listings of a generation again, from what is known.

use std::fmt;
use std::sync::Arc;

use super::{RewriteError, WriteListings, WrittenListings};
use crate::attributes::{AttributeText, KnownAttributes};
use crate::draft::KnownProduct;
use crate::expense::Expenses;
use crate::generation::{Generation, RenderedData, Revised, Revision, RevisionKind};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::lane::Lane;
use crate::ports::{BoxError, Calls, Clock, ExpenseBook, GenerationStore};
use crate::product::Audience;
use crate::request::Wish;

/// Writes the listings of a generation again, in another tone or language or for other
/// marketplaces, without a look at the photos, which are gone. No unit is charged for it, so it
/// is allowed only so often.
pub struct RewriteListings {
    /// Keeps the generations.
    pub generations: Arc<dyn GenerationStore>,
    /// Writes.
    pub write: WriteListings,
    /// Puts what was written into what is stored.
    pub merge: Merge,
    /// Writes down what writers' calls cost, where anybody keeps that.
    pub expenses: Option<Arc<dyn ExpenseBook>>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// The rules that are not the ports'.
    pub policy: RewritePolicy,
}

/// What writing again goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RewritePolicy {
    /// How often one generation is written again at most.
    pub limit: u32,
}

impl RewritePolicy {
    /// The default of [`RewritePolicy::limit`].
    pub const LIMIT: u32 = 3;
}

impl Default for RewritePolicy {
    fn default() -> Self {
        Self { limit: Self::LIMIT }
    }
}

type MergeFn = dyn Fn(&RenderedData, &WrittenListings) -> Result<RenderedData, BoxError> + Send + Sync;

/// Puts what was written again into the data that are stored. It may run more than once
/// for one writing, each time with what is stored then.
#[derive(Clone)]
pub struct Merge(Arc<MergeFn>);

impl Merge {
    /// A way of merging from the function that does it.
    pub fn new(
        merge: impl Fn(&RenderedData, &WrittenListings) -> Result<RenderedData, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(merge))
    }

    /// The stored data with what was written.
    ///
    /// # Errors
    /// Why the two could not be put together.
    pub fn run(&self, stored: &RenderedData, written: &WrittenListings) -> Result<RenderedData, BoxError> {
        (self.0)(stored, written)
    }
}

impl fmt::Debug for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Merge")
    }
}

/// How listings are to be written again.
#[derive(Clone, PartialEq, Eq)]
pub struct RewriteRequest {
    /// What they should be now. The quality says only how long it may take.
    pub wish: Wish,
    /// What is known of the item by now.
    pub known: KnownAttributes,
    /// Whom a worn item is made for, where that is known: it is not kept with a generation.
    pub audience: Option<Audience>,
    /// What it is called in what is stored.
    pub name: Option<AttributeText>,
    /// A listing of it as it is stored, title and description: facts that have no attribute
    /// are taken from it.
    pub text: Option<String>,
}

/// What was written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewrittenListings {
    /// The data as they are kept now.
    pub data: RenderedData,
    /// How often the generation was written again by now.
    pub rewrites: u32,
}

impl RewriteListings {
    /// How often what was written is merged, when others revise the same generation meanwhile.
    const ATTEMPTS: u32 = 8;

    /// Writes the listings of a generation of the account again and keeps them. A writing that
    /// fails is not counted.
    ///
    /// # Errors
    /// [`RewriteError::NoneLeft`] also when others used the last ones up while this was written.
    pub async fn run(
        &self,
        account: AccountId,
        id: GenerationId,
        request: RewriteRequest,
    ) -> Result<RewrittenListings, RewriteError> {
        let mut generation = self.find(account, id).await?;
        let limit = self.policy.limit;
        if generation.rewrites >= limit {
            return Err(RewriteError::NoneLeft { limit });
        }
        let RewriteRequest { wish, known, audience, name, text } = request;
        let product = KnownProduct { product: generation.product, audience, name, text };
        let (lane, expenses) = (Lane::of(account), Expenses::default());
        // Asked before, because the generation may be deleted while it is written again.
        let reservation = self.reservation(account, id).await;
        let written = self.write.run_again(product, &wish, known, lane, &expenses).await;
        self.record(account, reservation, &expenses).await;
        let written = written?;
        for _ in 0..Self::ATTEMPTS {
            let data = self.merge.run(generation.current(), &written).map_err(RewriteError::Merge)?;
            let kind = RevisionKind::Rewrite { limit };
            let revision = Revision { based_on: generation.revised, data: data.clone(), kind };
            match self.generations.revise(account, id, &revision).await? {
                Revised::Done { rewrites } => return Ok(RewrittenListings { data, rewrites }),
                Revised::Missing => return Err(RewriteError::NoSuchGeneration(id)),
                Revised::Exhausted => return Err(RewriteError::NoneLeft { limit }),
                Revised::Overtaken => generation = self.find(account, id).await?,
            }
        }
        Err(RewriteError::Overtaken)
    }

    /// The unit under which the generation stands in the book, where anybody keeps one.
    async fn reservation(&self, account: AccountId, id: GenerationId) -> Option<ReservationId> {
        self.expenses.as_ref()?;
        self.generations.charged(account, id).await.ok().flatten()
    }

    /// Writes down what the writer's calls cost, whatever came of them, with those of the
    /// generation. A book that fails costs nobody a listing.
    async fn record(&self, account: AccountId, reservation: Option<ReservationId>, expenses: &Expenses) {
        let (Some(book), Some(reservation)) = (&self.expenses, reservation) else { return };
        let expenses = expenses.all();
        if !expenses.is_empty() {
            let calls = Calls { account, reservation, at: self.clock.now(), expenses };
            let _ = book.record(&calls).await;
        }
    }

    async fn find(&self, account: AccountId, id: GenerationId) -> Result<Generation, RewriteError> {
        self.generations.get(account, id).await?.ok_or(RewriteError::NoSuchGeneration(id))
    }
}
