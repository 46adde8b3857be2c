//! Which generations are searched for, and how they are looked through: on threads that may take
//! their time, and at the account's expense.

use std::sync::Arc;

use actix_web::error::BlockingError;
use actix_web::web;
use listing_domain::generation::{GenerationEntry, GenerationSummary};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::Place;
use listing_domain::{SearchText, SearchWords};
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;

/// The generations that are wanted.
pub(crate) struct Wanted(Option<Search>);

/// A search, which has one of its account's places while it lasts.
struct Search {
    words: Arc<SearchWords>,
    place: Arc<dyn Place>,
}

impl Wanted {
    /// All generations.
    pub(crate) const ALL: Self = Self(None);

    /// Those in which the words of a search are; all when it has none.
    ///
    /// # Errors
    /// When the account has no place or no processor time left.
    pub(crate) async fn of(page: &Page, search: &str) -> Result<Self, ApiError> {
        let words = SearchWords::parse(search);
        if words.is_empty() {
            return Ok(Self::ALL);
        }
        let (_, principal) = page.signed_in()?;
        let place = page.edge.enter(&page.request, &principal).await?;
        Ok(Self(Some(Search { words: Arc::new(words), place: place.into() })))
    }

    /// Whether all are wanted.
    pub(crate) const fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Those of some entries that are wanted. They need their search texts.
    ///
    /// # Errors
    /// When looking through them failed.
    pub(crate) async fn among(
        &self,
        web: &Web,
        entries: Vec<GenerationEntry>,
    ) -> Result<Vec<GenerationEntry>, BlockingError> {
        let Some(Search { words, place }) = &self.0 else { return Ok(entries) };
        let (catalogue, words, place) = (Arc::clone(&web.catalogue), Arc::clone(words), Arc::clone(place));
        let look_through = move || {
            let mut found = entries;
            place.work(&mut || found.retain(|entry| has(&catalogue, entry, &words)));
            found
        };
        web::block(look_through).await
    }
}

/// Whether all words are in a generation: in its listings, its attributes or the names of its
/// marketplaces.
fn has(catalogue: &Catalogue, entry: &GenerationEntry, words: &SearchWords) -> bool {
    let GenerationSummary { platforms, search_text, .. } = &entry.summary;
    let names = platforms.iter().map(|platform| catalogue.marketplace(*platform).name());
    words.are_in(&[&SearchText::new(names), search_text])
}
