//! Searches in an account's history. They run on blocking threads and use the account's processor time.

use std::sync::Arc;

use actix_web::error::BlockingError;
use actix_web::web;
use listing_domain::generation::{GenerationEntry, GenerationSummary};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::AdmissionSlot;
use listing_domain::{SearchText, SearchWords};
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;

/// A search for words in the history. It occupies one of the account's slots.
pub(crate) struct Search {
    words: Arc<SearchWords>,
    slot: Arc<dyn AdmissionSlot>,
}

impl Search {
    /// Returns the search for a text; `None` if it contains no words.
    ///
    /// # Errors
    /// When the account has no slot or no processor time left.
    pub(crate) async fn begin(page: &Page, text: &str) -> Result<Option<Self>, ApiError> {
        if SearchWords::parse(text).is_empty() {
            return Ok(None);
        }
        let (_, principal) = page.signed_in()?;
        let slot = page.edge.enter(&page.request, &principal).await?;
        Ok(Self::within(&slot.into(), text))
    }

    /// Returns the search as [`Search::begin`] does, within a slot that the account already has.
    pub(crate) fn within(slot: &Arc<dyn AdmissionSlot>, text: &str) -> Option<Self> {
        let words = SearchWords::parse(text);
        (!words.is_empty()).then(|| Self { words: Arc::new(words), slot: Arc::clone(slot) })
    }

    /// Returns the entries that match. They must have been read together with their search texts.
    ///
    /// # Errors
    /// When the blocking thread panicked.
    pub(crate) async fn filter(
        &self,
        web: &Web,
        entries: Vec<GenerationEntry>,
    ) -> Result<Vec<GenerationEntry>, BlockingError> {
        let Self { words, slot } = self;
        let (catalogue, words, slot) = (Arc::clone(&web.catalogue), Arc::clone(words), Arc::clone(slot));
        let filter_entries = move || {
            let mut found = entries;
            slot.work(&mut || found.retain(|entry| matches(&catalogue, entry, &words)));
            found
        };
        web::block(filter_entries).await
    }
}

/// Returns true when every word occurs in the generation: in its listings, its attributes or its
/// marketplaces' names.
fn matches(catalogue: &Catalogue, entry: &GenerationEntry, words: &SearchWords) -> bool {
    let GenerationSummary { platforms, search_text, .. } = &entry.summary;
    let names = platforms.iter().map(|platform| catalogue.marketplace(*platform).name());
    words.are_in(&[&SearchText::new(names), search_text])
}
