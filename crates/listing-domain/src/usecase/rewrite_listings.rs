//! Rewrites the listings of a generation from its stored facts, with corrections if given.

use std::sync::Arc;

use async_trait::async_trait;

use super::correction::{Correction, alternatives};
use super::failed_calls::{FAILED_CALLS, refuse_after_failures};
use super::{AnswerFormat, RenderedAnswer, RewriteError, StoredItem, WriteListings, WrittenListings};
use crate::attributes::KnownAttributes;
use crate::draft::KnownProduct;
use crate::expense::Expenses;
use crate::generation::{Generation, RenderedData, Revised, Revision, RewriteCount};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::lane::Lane;
use crate::locale::Market;
use crate::marketplace::Platform;
use crate::options::{Language, Tone};
use crate::ports::{BoxError, Clock, ExpenseBook, GenerationStore, RecordedCalls};
use crate::request::{ListingOptions, Platforms};

/// Rewrites the listings of a generation: in another tone or language, for other marketplaces, or for an item
/// that the seller corrects. It uses the stored facts, because photos are never stored. A rewrite is free of
/// charge, so their number is limited.
pub struct RewriteListings {
    /// Stores the generations.
    pub generations: Arc<dyn GenerationStore>,
    /// Writes the listings.
    pub write: WriteListings,
    /// Reads the stored answer, and merges the rewrite into it.
    pub answers: Arc<dyn AnswerFormat>,
    /// Records the cost of writers' calls, if configured.
    pub expenses: Option<Arc<dyn ExpenseBook>>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// The settings of the use case.
    pub policy: RewritePolicy,
}

/// The rules of rewrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RewritePolicy {
    /// The maximum number of rewrites of one generation.
    pub limit: u32,
    /// Failed calls to AI services allowed per account and day; `None` for any number.
    pub failed_calls: Option<u32>,
}

impl RewritePolicy {
    /// The default of [`RewritePolicy::limit`].
    pub const LIMIT: u32 = 3;
}

impl Default for RewritePolicy {
    fn default() -> Self {
        Self { limit: Self::LIMIT, failed_calls: Some(FAILED_CALLS) }
    }
}

/// The options of a rewrite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RewriteOptions {
    /// The marketplaces to write for; by default those of the generation.
    pub platforms: Option<Platforms>,
    /// The language; by default that of the generation.
    pub language: Option<Language>,
    /// The voice; by default that of the generation.
    pub tone: Option<Tone>,
    /// The market to sell in; by default that of the service.
    pub market: Option<Market>,
    /// The attributes and notes of the item that the seller corrects, such as the name of a misidentified
    /// one. All listings are then rewritten, each in its language unless one is given, because the others
    /// would contradict them.
    pub corrected: KnownAttributes,
}

impl RewriteOptions {
    /// Returns true if the seller corrects the item.
    fn is_correction(&self) -> bool {
        self.corrected != KnownAttributes::default()
    }

    /// Returns the options for writing in a language. The quality only limits the writing time.
    fn listing_options(
        &self,
        first: &ListingOptions,
        platforms: Platforms,
        language: Language,
    ) -> ListingOptions {
        let (tone, quality) = (self.tone.unwrap_or(first.tone), first.quality);
        ListingOptions { platforms, language, tone, quality, market: self.market }
    }
}

/// The result of a rewrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewrittenListings {
    /// The data that are now stored.
    pub data: RenderedData,
    /// The number of rewrites of the generation so far.
    pub rewrites: u32,
}

/// A rewrite that was counted but is not finished.
#[derive(Debug)]
pub struct BegunRewrite {
    pub(super) generation: Generation,
    pub(super) rewrites: u32,
    /// True if the rewrite is counted as a free one.
    is_counted: bool,
}

/// The written listings, to be merged into the stored answer.
struct Rewrite {
    /// For a corrected item, the listings in the language of the answer; else all listings.
    first: WrittenListings,
    /// For a corrected item, the listings in other languages.
    others: Vec<WrittenListings>,
    /// True when the item differs from the stored one.
    is_corrected: bool,
}

impl Rewrite {
    fn has(&self, platform: Platform) -> bool {
        self.first.listings.iter().any(|listing| listing.platform == platform)
    }
}

/// Stores the revised data of a rewrite.
#[async_trait]
pub(super) trait RevisionStore: Send + Sync {
    /// Stores the revision of a rewrite with this number of counted rewrites.
    async fn revise(&self, revision: Revision, rewrites: u32) -> Result<Revised, RewriteError>;
}

/// Stores a rewrite free of charge.
struct Uncharged<'a> {
    rewrite: &'a RewriteListings,
    account: AccountId,
    id: GenerationId,
}

#[async_trait]
impl RevisionStore for Uncharged<'_> {
    async fn revise(&self, revision: Revision, _: u32) -> Result<Revised, RewriteError> {
        Ok(self.rewrite.generations.revise(self.account, self.id, &revision).await?)
    }
}

/// Returns the marketplaces with a listing, or those of the request if none is known any more.
fn of_generation(item: &StoredItem, requested: &Platforms) -> Platforms {
    let platforms = item.listings.iter().map(|(platform, _)| *platform);
    Platforms::new(platforms).unwrap_or_else(|_| requested.clone())
}

/// Returns the marketplaces whose listings a corrected item needs, each with its language.
fn targets(item: &StoredItem, changes: &RewriteOptions, language: Language) -> Vec<(Platform, Language)> {
    let stored = item.listings.iter().map(|(platform, own)| (*platform, own.unwrap_or(language)));
    let requested = changes.platforms.iter().flat_map(Platforms::as_slice);
    let requested = requested.map(|platform| (*platform, language));
    let mut targets: Vec<(Platform, Language)> = Vec::new();
    for (platform, default) in stored.chain(requested) {
        if !targets.iter().any(|(known, _)| *known == platform) {
            targets.push((platform, changes.language.unwrap_or(default)));
        }
    }
    targets
}

impl RewriteListings {
    /// Number of attempts to merge a rewrite while other requests revise the same generation.
    const ATTEMPTS: u32 = 8;

    /// Rewrites the listings of a generation and stores them.
    ///
    /// # Errors
    /// Those of [`RewriteListings::begin`] and [`RewriteListings::finish`].
    pub async fn run(
        &self,
        account: AccountId,
        id: GenerationId,
        changes: RewriteOptions,
    ) -> Result<RewrittenListings, RewriteError> {
        let begun = self.begin(account, id).await?;
        self.finish(&begun, changes).await
    }

    /// Counts a rewrite before any writing, so that simultaneous rewrites never exceed the limit of model
    /// calls.
    ///
    /// # Errors
    /// [`RewriteError::NoneLeft`] when the limit was reached before;
    /// [`WriteError::TooManyFailures`](super::WriteError::TooManyFailures).
    pub async fn begin(&self, account: AccountId, id: GenerationId) -> Result<BegunRewrite, RewriteError> {
        let (book, failed_calls) = (self.expenses.as_ref(), self.policy.failed_calls);
        refuse_after_failures(book, &*self.clock, account, failed_calls).await?;
        let (generation, limit) = (self.find(account, id).await?, self.policy.limit);
        match self.generations.count_rewrite(account, id, limit).await? {
            RewriteCount::Counted { rewrites } => Ok(BegunRewrite { generation, rewrites, is_counted: true }),
            RewriteCount::Missing => Err(RewriteError::NoSuchGeneration(id)),
            RewriteCount::Exhausted => Err(RewriteError::NoneLeft { limit }),
        }
    }

    /// Begins a rewrite that is not counted, because its unit is charged.
    ///
    /// # Errors
    /// [`RewriteError::NoSuchGeneration`].
    pub(super) async fn begin_charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<BegunRewrite, RewriteError> {
        let generation = self.find(account, id).await?;
        let rewrites = generation.rewrites;
        Ok(BegunRewrite { generation, rewrites, is_counted: false })
    }

    /// Writes a begun rewrite and stores it. A failed rewrite is not counted. One that lost to repeated edits
    /// is counted, because its listings were written.
    ///
    /// # Errors
    /// The reason why nothing is stored.
    pub async fn finish(
        &self,
        begun: &BegunRewrite,
        changes: RewriteOptions,
    ) -> Result<RewrittenListings, RewriteError> {
        let Generation { account, id, .. } = begun.generation;
        self.finish_in(begun, changes, &Uncharged { rewrite: self, account, id }).await
    }

    /// Writes a begun rewrite like [`RewriteListings::finish`], and stores it in `store`.
    pub(super) async fn finish_in(
        &self,
        begun: &BegunRewrite,
        changes: RewriteOptions,
        store: &dyn RevisionStore,
    ) -> Result<RewrittenListings, RewriteError> {
        let outcome = self.write_and_store(begun, changes, store).await;
        if !matches!(&outcome, Ok(_) | Err(RewriteError::Overtaken)) {
            self.cancel(begun).await;
        }
        outcome
    }

    /// Takes back the count of an abandoned rewrite. If that fails, the rewrite stays counted.
    pub async fn cancel(&self, begun: &BegunRewrite) {
        let Generation { account, id, .. } = begun.generation;
        if !begun.is_counted {
            return;
        }
        let _ = self.generations.uncount_rewrite(account, id).await;
    }

    async fn write_and_store(
        &self,
        begun: &BegunRewrite,
        changes: RewriteOptions,
        store: &dyn RevisionStore,
    ) -> Result<RewrittenListings, RewriteError> {
        let BegunRewrite { generation, rewrites, .. } = begun;
        let (account, id) = (generation.account, generation.id);
        let item = self.item(generation)?;
        let expenses = Expenses::default();
        // Looked up first, because the generation may be deleted during the rewrite.
        let reservation = self.reservation(account, id).await;
        let written = if changes.is_correction() {
            self.correct(generation, &item, &changes, &expenses).await
        } else {
            self.write_again(generation, &item, &changes, &expenses).await
        };
        self.record(account, reservation, &expenses).await;
        let written = written?;
        let mut latest = generation.clone();
        for _ in 0..Self::ATTEMPTS {
            let merged = self.merge(&latest, &written);
            let RenderedAnswer { data, summary } = merged.map_err(RewriteError::Merge)?;
            let product = if written.is_corrected { written.first.item.product } else { latest.product };
            let revision = Revision { based_on: latest.revised, data: data.clone(), summary, product };
            match store.revise(revision, *rewrites).await? {
                Revised::Done => return Ok(RewrittenListings { data, rewrites: *rewrites }),
                Revised::Missing => return Err(RewriteError::NoSuchGeneration(id)),
                Revised::Overtaken => latest = self.find(account, id).await?,
            }
            // Listings of two different items must not be stored together.
            let current = self.item(&latest)?;
            let is_same_item = (latest.product, &current.name, &current.known)
                == (generation.product, &item.name, &item.known);
            let is_consistent = if written.is_corrected {
                let has_all = current.listings.iter().all(|(platform, _)| written.has(*platform));
                // Another name replaces the item, but other attributes correct only the one that was read.
                has_all && (is_same_item || changes.corrected.has_only_a_name())
            } else {
                is_same_item
            };
            if !is_consistent {
                break;
            }
        }
        Err(RewriteError::Overtaken)
    }

    /// Writes the requested listings of the stored item.
    async fn write_again(
        &self,
        generation: &Generation,
        item: &StoredItem,
        changes: &RewriteOptions,
        expenses: &Expenses,
    ) -> Result<Rewrite, RewriteError> {
        let Generation { account, product, ref options, .. } = *generation;
        let StoredItem { name, known, audience, text, .. } = item.clone();
        let audience = known.audience(product).or(audience);
        let known_product = KnownProduct { product, audience, name, text };
        let language = changes.language.unwrap_or(options.language);
        let platforms = match changes.platforms.clone() {
            Some(platforms) => platforms,
            None => of_generation(item, &options.platforms),
        };
        let options = changes.listing_options(options, platforms, language);
        let written = self.write.rewrite(known_product, &options, known, Lane::of(account), expenses).await?;
        Ok(Rewrite { first: written, others: Vec::new(), is_corrected: false })
    }

    /// Writes all listings for the corrected item. Attributes, price and evidence stay in the language of the
    /// answer, so its call covers all marketplaces and comes first.
    async fn correct(
        &self,
        generation: &Generation,
        item: &StoredItem,
        changes: &RewriteOptions,
        expenses: &Expenses,
    ) -> Result<Rewrite, RewriteError> {
        let Generation { account, product: former, ref options, .. } = *generation;
        let targets = targets(item, changes, options.language);
        let platforms = targets.iter().map(|(platform, _)| *platform);
        let platforms = Platforms::new(platforms).unwrap_or_else(|_| options.platforms.clone());
        let corrected = &changes.corrected;
        let Correction { known, product } = Correction::new(item, former, corrected, options.language);
        let (all, lane) = (changes.listing_options(options, platforms, options.language), Lane::of(account));
        let mut first = self.write.rewrite(product.clone(), &all, known.clone(), lane, expenses).await?;
        let product = KnownProduct { product: first.item.product, ..product };
        first.details.alternatives = match &corrected.name {
            Some(name) => alternatives(item, former, (name, product.product), self.write.locale(&all)),
            None => item.alternatives.clone(),
        };
        first.corrected = corrected.clone();
        let mut others = Vec::new();
        for language in Language::ALL.iter().copied().filter(|other| *other != options.language) {
            let platforms =
                targets.iter().filter(|(_, target)| *target == language).map(|(platform, _)| *platform);
            let Ok(platforms) = Platforms::new(platforms) else { continue };
            let options = changes.listing_options(options, platforms, language);
            others.push(self.write.rewrite(product.clone(), &options, known.clone(), lane, expenses).await?);
        }
        Ok(Rewrite { first, others, is_corrected: true })
    }

    /// Merges the rewrite into the data stored now.
    fn merge(&self, latest: &Generation, written: &Rewrite) -> Result<RenderedAnswer, BoxError> {
        let (stored, language) = (latest.current(), latest.options.language);
        let Rewrite { first, others, is_corrected } = written;
        let first = if *is_corrected {
            self.answers.correct(stored, language, first)
        } else {
            self.answers.merge(stored, language, first)
        };
        others.iter().try_fold(first?, |answer, other| self.answers.merge(&answer.data, language, other))
    }

    fn item(&self, generation: &Generation) -> Result<StoredItem, RewriteError> {
        self.answers.item(generation.current()).map_err(RewriteError::Read)
    }

    /// Returns the unit that identifies the generation in the expense book, if there is one.
    async fn reservation(&self, account: AccountId, id: GenerationId) -> Option<ReservationId> {
        self.expenses.as_ref()?;
        self.generations.charged(account, id).await.ok().flatten()
    }

    /// Records the cost of the writer's calls with those of the generation, even after a failure. A failure
    /// of the expense book does not fail the request.
    async fn record(&self, account: AccountId, reservation: Option<ReservationId>, expenses: &Expenses) {
        let (Some(book), Some(reservation)) = (&self.expenses, reservation) else { return };
        let expenses = expenses.all();
        if !expenses.is_empty() {
            let calls = RecordedCalls { account, reservation, at: self.clock.now(), expenses };
            let _ = book.record(&calls).await;
        }
    }

    async fn find(&self, account: AccountId, id: GenerationId) -> Result<Generation, RewriteError> {
        self.generations.get(account, id).await?.ok_or(RewriteError::NoSuchGeneration(id))
    }
}
