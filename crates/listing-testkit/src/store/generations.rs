use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::SearchText;
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, ListPurpose, NewGeneration, Revised,
    Revision, RewriteCount,
};
use listing_domain::idempotency::{ANSWER_RETENTION, StoredAnswer};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{GenerationStore, StoreError};
use listing_domain::quota::UsageAtCharge;
use listing_domain::request::ListingOptions;

use super::kept_photos::KeptSet;
use super::{MemoryStore, Progress, State, StoredGeneration};

#[async_trait]
impl GenerationStore for MemoryStore {
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationCursor>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        let state = self.lock();
        let page = state.page(account, &GenerationFilter::default(), after, limit);
        Ok(page.into_iter().map(|stored| stored.entry(purpose)).collect())
    }

    async fn list_matching(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        let state = self.lock();
        let page = state.page(account, filter, after, limit);
        Ok(page.into_iter().map(|stored| stored.entry(ListPurpose::Show)).collect())
    }

    async fn list_in_full(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError> {
        let state = self.lock();
        let page = state.page(account, filter, after, limit);
        Ok(page.into_iter().map(|stored| stored.generation.clone()).collect())
    }

    async fn get_all(&self, account: AccountId, ids: &[GenerationId]) -> Result<Vec<Generation>, StoreError> {
        let state = self.lock();
        let find = |id: &GenerationId| state.listed(account).find(|stored| stored.generation.id == *id);
        Ok(ids.iter().filter_map(find).map(|stored| stored.generation.clone()).collect())
    }

    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let state = self.lock();
        Ok(state
            .listed(account)
            .map(|stored| &stored.generation)
            .find(|generation| generation.id == id)
            .cloned())
    }

    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError> {
        let state = self.lock();
        let stored = state.listed(account).find(|stored| stored.generation.id == id);
        Ok(stored.and_then(|stored| stored.thumbnail.clone()))
    }

    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError> {
        let state = self.lock();
        Ok(state.listed(account).find(|stored| stored.generation.id == id).map(|stored| stored.reservation))
    }

    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let state = self.lock();
        let stored = state.generations.get(&id).filter(|stored| stored.is_listed);
        Ok(stored.map(|stored| stored.generation.clone()))
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
            Some(StoredGeneration { generation, .. }) if generation.rewrites >= limit => {
                RewriteCount::Exhausted
            }
            Some(StoredGeneration { generation, .. }) => {
                generation.rewrites += 1;
                RewriteCount::Counted { rewrites: generation.rewrites }
            }
        })
    }

    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError> {
        if let Some(StoredGeneration { generation, .. }) = self.lock().listed_mut(account, id) {
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
        Ok(self.lock().revise(account, id, revision))
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError> {
        let mut state = self.lock();
        let is_there = state.listed(account).any(|stored| stored.generation.id == id);
        if is_there {
            state.drop_or_hide(|stored| stored.generation.id == id);
        }
        Ok(is_there)
    }

    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let mut state = self.lock();
        let is_over =
            |stored: &StoredGeneration, time| now.duration_since(stored.generation.created_at) >= time;
        state.drop_or_hide(|stored| stored.is_listed && is_over(stored, keep_for));
        state.drop_or_hide(|stored| !stored.is_listed && is_over(stored, ANSWER_RETENTION));
        Ok(())
    }
}

impl StoredGeneration {
    fn entry(&self, purpose: ListPurpose) -> GenerationEntry {
        let Generation { id, created_at, has_thumbnail, .. } = self.generation;
        let mut summary = self.summary.clone();
        if purpose == ListPurpose::Show {
            summary.search_text = SearchText::default();
        }
        GenerationEntry { id, created_at, summary, has_thumbnail }
    }

    fn matches(&self, filter: &GenerationFilter) -> bool {
        let at = self.generation.created_at;
        filter.from.is_none_or(|from| at >= from)
            && filter.to.is_none_or(|to| at < to)
            && filter.sku.as_ref().is_none_or(|sku| self.summary.sku.as_ref() == Some(sku))
    }
}

impl State {
    fn listed(&self, account: AccountId) -> impl Iterator<Item = &StoredGeneration> {
        self.generations
            .values()
            .filter(move |stored| stored.is_listed && stored.generation.account == account)
    }

    fn listed_mut(&mut self, account: AccountId, id: GenerationId) -> Option<&mut StoredGeneration> {
        let stored = self.generations.get_mut(&id)?;
        (stored.is_listed && stored.generation.account == account).then_some(stored)
    }

    /// Stores new data for a generation, unless another revision came first.
    pub(super) fn revise(&mut self, account: AccountId, id: GenerationId, revision: &Revision) -> Revised {
        let Some(stored) = self.listed_mut(account, id) else { return Revised::Missing };
        if stored.generation.revised != revision.based_on {
            return Revised::Overtaken;
        }
        (stored.generation.revised, stored.summary) = (Some(revision.data.clone()), revision.summary.clone());
        stored.generation.product = revision.product;
        Revised::Done
    }

    /// Returns a page of an account's history after a position.
    fn page(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Vec<&StoredGeneration> {
        let is_next =
            |stored: &&StoredGeneration| after.is_none_or(|after| stored.generation.place() < after);
        let mut page: Vec<&StoredGeneration> =
            self.listed(account).filter(|stored| stored.matches(filter)).filter(is_next).collect();
        page.sort_by_key(|stored| std::cmp::Reverse(stored.generation.place()));
        page.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        page
    }

    /// Only hides those that are the answer for an idempotency key.
    fn drop_or_hide(&mut self, is_meant: impl Fn(&StoredGeneration) -> bool) {
        let answers: Vec<ReservationId> = self
            .keys_used
            .values()
            .filter(|used| matches!(used.progress, Progress::Answered(..)))
            .map(|used| used.reservation)
            .collect();
        self.generations.retain(|_, stored| {
            if !is_meant(stored) {
                return true;
            }
            stored.is_listed = false;
            (stored.thumbnail, stored.generation.has_thumbnail, stored.generation.revised) =
                (None, false, None);
            stored.photos = None;
            answers.contains(&stored.reservation)
        });
    }

    pub(super) fn keep(
        &mut self,
        new: &NewGeneration,
        (reservation, account): (ReservationId, AccountId),
        created_at: Timestamp,
        usage: UsageAtCharge,
    ) {
        let NewGeneration { id, options, product, data, summary, thumbnail, photos, is_listed } = new.clone();
        let retention = self.photo_retentions.get(&account).filter(|_| is_listed);
        let photos =
            retention.zip(photos).map(|(retention, photos)| KeptSet::new(&photos, *retention, created_at));
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
        self.generations
            .insert(id, StoredGeneration { generation, thumbnail, summary, photos, reservation, is_listed });
    }

    /// `None` if the generation is not stored.
    pub(super) fn usage_at_charge(&self, reservation: ReservationId) -> Option<UsageAtCharge> {
        let mut stored = self.generations.values();
        stored.find(|stored| stored.reservation == reservation).map(|stored| stored.generation.usage)
    }

    pub(super) fn stored_answer(&self, id: GenerationId) -> Option<StoredAnswer> {
        let Generation { data, usage, .. } = &self.generations.get(&id)?.generation;
        Some(StoredAnswer { generation: id, data: data.clone(), usage: *usage })
    }
}
