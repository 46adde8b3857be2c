//! Writes the listings of a generation again, from what is known, also as those of another item.

use std::sync::Arc;

use super::correction::{Correction, alternatives};
use super::failed_calls::{FAILED_CALLS, refuse_after_failures};
use super::{AnswerFormat, RenderedAnswer, RewriteError, StoredItem, WriteListings, WrittenListings};
use crate::attributes::AttributeText;
use crate::draft::KnownProduct;
use crate::expense::Expenses;
use crate::generation::{Generation, RenderedData, Revised, Revision, RewriteCount};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::lane::Lane;
use crate::locale::Market;
use crate::marketplace::Platform;
use crate::options::{Language, Tone};
use crate::ports::{BoxError, Calls, Clock, ExpenseBook, GenerationStore};
use crate::request::{ListingOptions, Platforms};

/// Writes the listings of a generation again, in another tone or language, for other marketplaces or
/// as those of what its seller says that the item is, without a look at the photos, which are gone. No
/// unit is charged for it, so it is allowed only so often.
pub struct RewriteListings {
    /// Keeps the generations.
    pub generations: Arc<dyn GenerationStore>,
    /// Writes.
    pub write: WriteListings,
    /// Reads what is stored, and puts what was written into it.
    pub answers: Arc<dyn AnswerFormat>,
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
    /// Calls to AI services that may fail for an account on a day; `None` for any number.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewriteOptions {
    /// The marketplaces to write for.
    pub platforms: Platforms,
    /// The language; without it, that of the generation.
    pub language: Option<Language>,
    /// The voice; without it, that of the generation.
    pub tone: Option<Tone>,
    /// Where the seller sells; without it, where the service says that items are sold.
    pub market: Option<Market>,
    /// The seller's own word for the item, where it was taken for something else. All listings are written
    /// again then, each in its language unless one is given: the others would contradict.
    pub name: Option<AttributeText>,
}

impl RewriteOptions {
    /// Returns the options for writing in a language. Its quality says only how long writing may take.
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

/// What was written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewrittenListings {
    /// The data as they are kept now.
    pub data: RenderedData,
    /// How often the generation was written again by now.
    pub rewrites: u32,
}

/// A rewrite that is counted and not finished.
#[derive(Debug)]
pub struct BegunRewrite {
    generation: Generation,
    rewrites: u32,
}

/// Listings that are to be merged into the stored answer.
struct Rewrite {
    /// Those in the language of the answer for a corrected item, else all.
    first: WrittenListings,
    /// Those of a corrected item in other languages.
    others: Vec<WrittenListings>,
    /// True if they are those of another item than the stored one.
    is_corrected: bool,
}

impl Rewrite {
    fn has(&self, platform: Platform) -> bool {
        self.first.listings.iter().any(|listing| listing.platform == platform)
    }
}

/// The marketplaces whose listings a corrected item needs, each with its language.
fn targets(item: &StoredItem, changes: &RewriteOptions, language: Language) -> Vec<(Platform, Language)> {
    let stored = item.listings.iter().map(|(platform, its)| (*platform, its.unwrap_or(language)));
    let asked = changes.platforms.as_slice().iter().map(|platform| (*platform, language));
    let mut targets: Vec<(Platform, Language)> = Vec::new();
    for (platform, its) in stored.chain(asked) {
        if !targets.iter().any(|(known, _)| *known == platform) {
            targets.push((platform, changes.language.unwrap_or(its)));
        }
    }
    targets
}

impl RewriteListings {
    /// How often what was written is merged, when others revise the same generation meanwhile.
    const ATTEMPTS: u32 = 8;

    /// Writes the listings of a generation of the account again and keeps them.
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

    /// Counts a rewrite before anything is written, so that rewrites at once call the model no more
    /// often than is allowed.
    ///
    /// # Errors
    /// [`RewriteError::NoneLeft`] when as many as are allowed were counted before;
    /// [`WriteError::TooManyFailures`](super::WriteError::TooManyFailures).
    pub async fn begin(&self, account: AccountId, id: GenerationId) -> Result<BegunRewrite, RewriteError> {
        let (book, failed_calls) = (self.expenses.as_ref(), self.policy.failed_calls);
        refuse_after_failures(book, &*self.clock, account, failed_calls).await?;
        let (generation, limit) = (self.find(account, id).await?, self.policy.limit);
        match self.generations.count_rewrite(account, id, limit).await? {
            RewriteCount::Counted { rewrites } => Ok(BegunRewrite { generation, rewrites }),
            RewriteCount::Missing => Err(RewriteError::NoSuchGeneration(id)),
            RewriteCount::Exhausted => Err(RewriteError::NoneLeft { limit }),
        }
    }

    /// Writes what was begun and keeps it. A rewrite that fails is not counted; one that edits
    /// overtook again and again is, because its listings were written.
    ///
    /// # Errors
    /// Why nothing is kept.
    pub async fn finish(
        &self,
        begun: &BegunRewrite,
        changes: RewriteOptions,
    ) -> Result<RewrittenListings, RewriteError> {
        let outcome = self.write_and_keep(begun, changes).await;
        if !matches!(&outcome, Ok(_) | Err(RewriteError::Overtaken)) {
            self.give_back(begun).await;
        }
        outcome
    }

    /// Takes back the count of a rewrite that was abandoned. Should that fail, it stays counted.
    pub async fn give_back(&self, begun: &BegunRewrite) {
        let Generation { account, id, .. } = begun.generation;
        let _ = self.generations.uncount_rewrite(account, id).await;
    }

    async fn write_and_keep(
        &self,
        begun: &BegunRewrite,
        changes: RewriteOptions,
    ) -> Result<RewrittenListings, RewriteError> {
        let BegunRewrite { generation, rewrites } = begun;
        let (account, id) = (generation.account, generation.id);
        let item = self.item(generation)?;
        let expenses = Expenses::default();
        // Looked up before, because the generation may be deleted while it is written again.
        let reservation = self.reservation(account, id).await;
        let written = match changes.name.clone() {
            Some(name) => self.correct(generation, &item, &changes, name, &expenses).await,
            None => self.write_again(generation, &item, &changes, &expenses).await,
        };
        self.record(account, reservation, &expenses).await;
        let written = written?;
        let mut found = generation.clone();
        for _ in 0..Self::ATTEMPTS {
            let merged = self.merge(&found, &written);
            let RenderedAnswer { data, summary } = merged.map_err(RewriteError::Merge)?;
            let product = if written.is_corrected { written.first.item.product } else { found.product };
            let revision = Revision { based_on: found.revised, data: data.clone(), summary, product };
            match self.generations.revise(account, id, &revision).await? {
                Revised::Done => return Ok(RewrittenListings { data, rewrites: *rewrites }),
                Revised::Missing => return Err(RewriteError::NoSuchGeneration(id)),
                Revised::Overtaken => found = self.find(account, id).await?,
            }
            // No listing is kept next to one of another item.
            let now = self.item(&found)?;
            let is_consistent = if written.is_corrected {
                now.listings.iter().all(|(platform, _)| written.has(*platform))
            } else {
                (found.product, &now.name) == (generation.product, &item.name)
            };
            if !is_consistent {
                break;
            }
        }
        Err(RewriteError::Overtaken)
    }

    /// Writes the listings that are asked for of the item as it is stored.
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
        let options = changes.listing_options(options, changes.platforms.clone(), language);
        let written =
            self.write.run_again(known_product, &options, known, Lane::of(account), expenses).await?;
        Ok(Rewrite { first: written, others: Vec::new(), is_corrected: false })
    }

    /// Writes all listings as those of what the seller says that the item is. Attributes, price and
    /// evidence stay in the language of the answer, which therefore has all marketplaces first.
    async fn correct(
        &self,
        generation: &Generation,
        item: &StoredItem,
        changes: &RewriteOptions,
        name: AttributeText,
        expenses: &Expenses,
    ) -> Result<Rewrite, RewriteError> {
        let Generation { account, product: former, ref options, .. } = *generation;
        let targets = targets(item, changes, options.language);
        let platforms = targets.iter().map(|(platform, _)| *platform);
        let platforms = Platforms::new(platforms).unwrap_or_else(|_| changes.platforms.clone());
        let Correction { known, product } = Correction::of(item, former, name.clone(), options.language);
        let (all, lane) = (changes.listing_options(options, platforms, options.language), Lane::of(account));
        let mut first = self.write.run_again(product.clone(), &all, known.clone(), lane, expenses).await?;
        let product = KnownProduct { product: first.item.product, ..product };
        let now = (&name, product.product);
        first.details.alternatives = alternatives(item, former, now, self.write.locale(&all));
        let mut others = Vec::new();
        for language in Language::ALL.iter().copied().filter(|other| *other != options.language) {
            let its = targets.iter().filter(|(_, target)| *target == language).map(|(platform, _)| *platform);
            let Ok(platforms) = Platforms::new(its) else { continue };
            let options = changes.listing_options(options, platforms, language);
            others
                .push(self.write.run_again(product.clone(), &options, known.clone(), lane, expenses).await?);
        }
        Ok(Rewrite { first, others, is_corrected: true })
    }

    /// Merges what was written into what is stored now.
    fn merge(&self, found: &Generation, written: &Rewrite) -> Result<RenderedAnswer, BoxError> {
        let (stored, language) = (found.current(), found.options.language);
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
