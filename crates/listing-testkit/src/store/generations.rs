//! Generations in memory.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::SearchText;
use listing_domain::generation::{
    Generation, GenerationEntry, GenerationPlace, ListPurpose, NewGeneration, Revised, Revision, RewriteCount,
};
use listing_domain::idempotency::{ANSWER_KEPT, StoredAnswer};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{GenerationStore, StoreError};
use listing_domain::quota::UsageAtCharge;
use listing_domain::request::ListingOptions;

use super::{Kept, MemoryStore, Progress, State};

#[async_trait]
impl GenerationStore for MemoryStore {
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationPlace>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        let entry = |kept: &Kept| {
            let Generation { id, created_at, has_thumbnail, .. } = kept.generation;
            let mut summary = kept.summary.clone();
            if purpose == ListPurpose::Show {
                summary.search_text = SearchText::default();
            }
            GenerationEntry { id, created_at, summary, has_thumbnail }
        };
        Ok(self.lock().page(account, after, limit).into_iter().map(entry).collect())
    }

    async fn list_in_full(
        &self,
        account: AccountId,
        after: Option<GenerationPlace>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError> {
        let state = self.lock();
        Ok(state.page(account, after, limit).into_iter().map(|kept| kept.generation.clone()).collect())
    }

    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let state = self.lock();
        Ok(state.listed(account).map(|kept| &kept.generation).find(|it| it.id == id).cloned())
    }

    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError> {
        let state = self.lock();
        let kept = state.listed(account).find(|kept| kept.generation.id == id);
        Ok(kept.and_then(|kept| kept.thumbnail.clone()))
    }

    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError> {
        let state = self.lock();
        Ok(state.listed(account).find(|kept| kept.generation.id == id).map(|kept| kept.reservation))
    }

    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let state = self.lock();
        let kept = state.generations.get(&id).filter(|kept| kept.is_listed);
        Ok(kept.map(|kept| kept.generation.clone()))
    }

    async fn count_rewrite(
        &self,
        account: AccountId,
        id: GenerationId,
        limit: u32,
    ) -> Result<RewriteCount, StoreError> {
        let mut state = self.lock();
        Ok(match state.listed_mut(account, id) {
            None => RewriteCount::Missing,
            Some(Kept { generation, .. }) if generation.rewrites >= limit => RewriteCount::Exhausted,
            Some(Kept { generation, .. }) => {
                generation.rewrites += 1;
                RewriteCount::Counted { rewrites: generation.rewrites }
            }
        })
    }

    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError> {
        if let Some(Kept { generation, .. }) = self.lock().listed_mut(account, id) {
            generation.rewrites = generation.rewrites.saturating_sub(1);
        }
        Ok(())
    }

    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError> {
        let mut state = self.lock();
        let Some(kept) = state.listed_mut(account, id) else { return Ok(Revised::Missing) };
        if kept.generation.revised != revision.based_on {
            return Ok(Revised::Overtaken);
        }
        (kept.generation.revised, kept.summary) = (Some(revision.data.clone()), revision.summary.clone());
        kept.generation.product = revision.product;
        Ok(Revised::Done)
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let is_there = state.listed(account).any(|kept| kept.generation.id == id);
        if is_there {
            state.drop_or_hide(|kept| kept.generation.id == id);
        }
        Ok(is_there)
    }

    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let mut state = self.lock();
        let is_over = |kept: &Kept, time| now.duration_since(kept.generation.created_at) >= time;
        state.drop_or_hide(|kept| kept.is_listed && is_over(kept, keep_for));
        state.drop_or_hide(|kept| !kept.is_listed && is_over(kept, ANSWER_KEPT));
        Ok(())
    }
}

impl State {
    fn listed(&self, account: AccountId) -> impl Iterator<Item = &Kept> {
        self.generations.values().filter(move |kept| kept.is_listed && kept.generation.account == account)
    }

    fn listed_mut(&mut self, account: AccountId, id: GenerationId) -> Option<&mut Kept> {
        let kept = self.generations.get_mut(&id)?;
        (kept.is_listed && kept.generation.account == account).then_some(kept)
    }

    /// Returns a page of an account's history.
    fn page(&self, account: AccountId, after: Option<GenerationPlace>, limit: u32) -> Vec<&Kept> {
        let is_next = |kept: &&Kept| after.is_none_or(|after| kept.generation.place() < after);
        let mut page: Vec<&Kept> = self.listed(account).filter(is_next).collect();
        page.sort_by_key(|kept| std::cmp::Reverse(kept.generation.place()));
        page.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        page
    }

    /// Drops generations, but only hides those that answer an idempotency key.
    fn drop_or_hide(&mut self, is_meant: impl Fn(&Kept) -> bool) {
        let answers: Vec<ReservationId> = self
            .keys_used
            .values()
            .filter(|used| matches!(used.progress, Progress::Answered(..)))
            .map(|used| used.reservation)
            .collect();
        self.generations.retain(|_, kept| {
            if !is_meant(kept) {
                return true;
            }
            kept.is_listed = false;
            (kept.thumbnail, kept.generation.has_thumbnail, kept.generation.revised) = (None, false, None);
            answers.contains(&kept.reservation)
        });
    }

    /// Stores a charge's generation.
    pub(super) fn keep(
        &mut self,
        new: &NewGeneration,
        (reservation, account): (ReservationId, AccountId),
        created_at: Timestamp,
        usage: UsageAtCharge,
    ) {
        let NewGeneration { id, options, product, data, summary, thumbnail, is_listed } = new.clone();
        let options = ListingOptions { market: None, ..options };
        let generation = Generation {
            id,
            account,
            created_at,
            options,
            product,
            data,
            revised: None,
            rewrites: 0,
            usage,
            has_thumbnail: thumbnail.is_some(),
        };
        self.generations.insert(id, Kept { generation, thumbnail, summary, reservation, is_listed });
    }

    /// Returns the account's usage at a reservation's charge, if its generation is stored.
    pub(super) fn usage_at_charge(&self, reservation: ReservationId) -> Option<UsageAtCharge> {
        let mut kept = self.generations.values();
        kept.find(|kept| kept.reservation == reservation).map(|kept| kept.generation.usage)
    }

    /// Returns the stored answer for a key's generation.
    pub(super) fn stored_answer(&self, id: GenerationId) -> Option<StoredAnswer> {
        let Generation { data, usage, .. } = &self.generations.get(&id)?.generation;
        Some(StoredAnswer { data: data.clone(), usage: *usage })
    }
}
