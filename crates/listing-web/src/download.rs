//! Downloads of what may be much: generations are read page by page while those before them are
//! sent, so that none of it is held for longer than that. A download has one of its account's places,
//! and what takes time is done on threads that may take it, at the account's expense.

use std::error::Error;
use std::mem;
use std::sync::Arc;

use actix_web::http::header::{CONTENT_DISPOSITION, ContentType};
use actix_web::web::{self, Bytes, Data};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::stream;
use listing_domain::ErrorChain;
use listing_domain::generation::{Generation, GenerationEntry, GenerationPlace, ListPurpose};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{Place, StoreError};
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;
use crate::problems::failed;
use crate::search::Search;

/// Generations that are read in one go.
const AT_ONCE: u32 = 50;

/// A failure that ends a download too early.
#[derive(Debug, thiserror::Error)]
enum Broken {
    /// The history failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A generation cannot be written.
    #[error("a stored generation cannot be exported")]
    Unreadable(#[source] Box<dyn Error + Send + Sync>),
}

impl Broken {
    /// The answer to a download that could not begin; its causes go to the log.
    fn at_once(self) -> ApiError {
        match self {
            Self::Store(error) => failed(error),
            Self::Unreadable(_) => {
                tracing::error!(error = %ErrorChain(&self), "failed to begin a download; answered 500");
                ApiError::internal()
            }
        }
    }
}

/// Writes one generation.
pub(crate) type WriteOne = fn(&Catalogue, &Generation) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// What generations are written into.
pub(crate) struct Document {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// What stands before them.
    pub(crate) head: Vec<u8>,
    /// What stands between two.
    pub(crate) between: &'static [u8],
    /// What stands behind them.
    pub(crate) tail: &'static [u8],
    /// How one is written.
    pub(crate) write: WriteOne,
}

/// A document of an account's generations, newest first, on its way out.
struct Sending {
    web: Data<Web>,
    account: AccountId,
    place: Arc<dyn Place>,
    document: Document,
    search: Option<Search>,
    after: Option<GenerationPlace>,
    /// Whether one was written already.
    has_some: bool,
    is_over: bool,
}

impl Sending {
    /// Takes a place for a download of the page's account.
    async fn begin(page: &Page, document: Document, search: &str) -> Result<Self, ApiError> {
        let (_, principal) = page.signed_in()?;
        let place: Arc<dyn Place> = page.edge.enter(&page.request, &principal).await?.into();
        let (web, account, search) = (page.web.clone(), principal.account, Search::within(&place, search));
        let (after, has_some, is_over) = (None, false, false);
        Ok(Self { web, account, place, document, search, after, has_some, is_over })
    }

    /// The next piece; `None` behind the last.
    async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        let mut piece = mem::take(&mut self.document.head);
        while !self.is_over {
            let (page, after) = self.page().await?;
            if after.is_none() {
                self.is_over = true;
                piece.extend_from_slice(self.document.tail);
                break;
            }
            self.after = after;
            piece.extend(self.written(page).await?);
            if !piece.is_empty() {
                break;
            }
        }
        Ok((!piece.is_empty()).then(|| piece.into()))
    }

    /// The wanted generations of the next page, and where the page ends; nowhere behind the last.
    async fn page(&self) -> Result<(Vec<Generation>, Option<GenerationPlace>), Broken> {
        let Self { web, account, after, .. } = self;
        let generations = &web.generations;
        let Some(search) = &self.search else {
            let page = generations.list_in_full(*account, *after, AT_ONCE).await?;
            let after = page.last().map(Generation::place);
            return Ok((page, after));
        };
        let entries = generations.list(*account, *after, AT_ONCE, ListPurpose::Search).await?;
        let after = entries.last().map(GenerationEntry::place);
        let found = search.among(web, entries).await.map_err(|error| Broken::Unreadable(error.into()))?;
        let mut page = Vec::new();
        for entry in found {
            // One that was deleted meanwhile is left out.
            page.extend(generations.get(*account, entry.id).await?);
        }
        Ok((page, after))
    }

    /// Generations as they stand in the document, behind those that were written before.
    async fn written(&mut self, page: Vec<Generation>) -> Result<Vec<u8>, Broken> {
        let (catalogue, place) = (Arc::clone(&self.web.catalogue), Arc::clone(&self.place));
        let Document { between, write, .. } = self.document;
        let mut has_some = self.has_some;
        self.has_some |= !page.is_empty();
        let write_all = move || {
            let mut written = Ok(Vec::new());
            place.work(&mut || {
                written = page.iter().try_fold(Vec::new(), |mut written, one| {
                    if mem::replace(&mut has_some, true) {
                        written.extend_from_slice(between);
                    }
                    written.extend(write(&catalogue, one)?);
                    Ok(written)
                });
            });
            written
        };
        let written = web::block(write_all).await.map_err(|error| Broken::Unreadable(error.into()))?;
        written.map_err(Broken::Unreadable)
    }
}

/// Answers with a document of those of an account's generations that a search finds; of all when it has
/// no words. What is at the beginning is read before the answer begins. A failure after that breaks the
/// connection off, so that nobody takes a part for the whole.
///
/// # Errors
/// When the account has no place or no processor time left, and when the beginning cannot be read.
pub(crate) async fn send(page: &Page, document: Document, search: &str) -> Result<HttpResponse, ApiError> {
    let (name, kind) = (document.name, document.kind);
    let mut sending = Sending::begin(page, document, search).await?;
    let first = sending.next().await.map_err(Broken::at_once)?;
    let pieces = stream::try_unfold((first, sending), async |(first, mut sending)| {
        let piece = match first {
            Some(piece) => Some(piece),
            None => sending.next().await.inspect_err(|error| {
                tracing::error!(error = %ErrorChain(error), "a download was broken off");
            })?,
        };
        Ok::<_, Broken>(piece.map(|piece| (piece, (None, sending))))
    });
    let mut response = attached(page, name, kind)?;
    Ok(response.streaming(pieces))
}

/// Answers with a document of one generation.
///
/// # Errors
/// As for [`send`]; 404 when the account has no such generation.
pub(crate) async fn send_one(
    page: &Page,
    document: Document,
    id: GenerationId,
) -> Result<HttpResponse, ApiError> {
    let (name, kind) = (document.name, document.kind);
    let mut sending = Sending::begin(page, document, "").await?;
    let kept = sending.web.generations.get(sending.account, id).await.map_err(failed)?;
    let generation = kept.ok_or_else(|| ApiError::absent("generation"))?;
    let written = sending.written(vec![generation]).await.map_err(Broken::at_once)?;
    let Document { head, tail, .. } = sending.document;
    Ok(attached(page, name, kind)?.body([head, written, tail.to_vec()].concat()))
}

/// An answer that is kept as a file.
fn attached(page: &Page, name: &str, kind: &str) -> Result<HttpResponseBuilder, ApiError> {
    let kind = ContentType(kind.parse().map_err(|_| ApiError::internal())?);
    let mut response = HttpResponse::Ok();
    page.decorate(&mut response);
    response.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    response.content_type(kind);
    Ok(response)
}
