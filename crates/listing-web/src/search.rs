//! Which generations are searched for, and how they are looked through: on threads that may take
//! their time, and at the account's expense.

use std::sync::Arc;

use actix_web::error::BlockingError;
use actix_web::web;
use listing_answer::{GeneratedData, ItemAttributes};
use listing_domain::SearchWords;
use listing_domain::generation::Generation;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::Place;
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

    /// Those of some generations that are wanted.
    ///
    /// # Errors
    /// When looking through them failed.
    pub(crate) async fn among(
        &self,
        web: &Web,
        some: Vec<Generation>,
    ) -> Result<Vec<Generation>, BlockingError> {
        let Some(Search { words, place }) = &self.0 else { return Ok(some) };
        let (catalogue, words, place) = (Arc::clone(&web.catalogue), Arc::clone(words), Arc::clone(place));
        let look_through = move || {
            let (mut left, mut found) = (some, Vec::new());
            place.work(&mut || {
                let all = std::mem::take(&mut left);
                found = all.into_iter().filter(|generation| has(&catalogue, generation, &words)).collect();
            });
            found
        };
        web::block(look_through).await
    }
}

/// Whether all words are in a generation: in its listings, its attributes or the names of its
/// marketplaces.
fn has(catalogue: &Catalogue, generation: &Generation, words: &SearchWords) -> bool {
    let Ok(stored) = GeneratedData::read(generation.current()) else { return false };
    let platforms = stored.listings.iter().filter_map(|listing| listing.platform.known());
    let names = platforms.map(|platform| catalogue.marketplace(platform).name());
    let ItemAttributes { name, brand, size, condition, color, material } = &stored.attributes;
    let attributes = [name, brand, size, condition, color, material].map(String::as_str);
    let texts = stored.listings.iter().flat_map(|listing| [&*listing.title, &*listing.description]);
    words.are_in(names.chain(attributes).chain(texts))
}
