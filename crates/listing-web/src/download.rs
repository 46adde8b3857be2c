//! Downloads of what may be much: generations are read page by page while those before them are
//! sent, so that none of it is held for longer than that.

use std::error::Error;
use std::mem;

use actix_web::http::header::{CONTENT_DISPOSITION, ContentType};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::stream;
use listing_domain::ErrorChain;
use listing_domain::generation::{Generation, GenerationEntry, GenerationPlace, ListPurpose};
use listing_domain::ids::AccountId;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::StoreError;
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;
use crate::problems::failed;
use crate::search::Wanted;

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
    Unreadable(#[source] Box<dyn Error>),
}

/// Writes one generation.
pub(crate) type WriteOne = fn(&Catalogue, &Generation) -> Result<Vec<u8>, Box<dyn Error>>;

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
    document: Document,
    wanted: Wanted,
    after: Option<GenerationPlace>,
    /// Whether one was written already.
    has_some: bool,
    is_over: bool,
}

impl Sending {
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
            for generation in &page {
                if mem::replace(&mut self.has_some, true) {
                    piece.extend_from_slice(self.document.between);
                }
                piece.extend(
                    (self.document.write)(&self.web.catalogue, generation).map_err(Broken::Unreadable)?,
                );
            }
            if !piece.is_empty() {
                break;
            }
        }
        Ok((!piece.is_empty()).then(|| piece.into()))
    }

    /// The wanted generations of the next page, and where the page ends; nowhere behind the last.
    async fn page(&self) -> Result<(Vec<Generation>, Option<GenerationPlace>), Broken> {
        let Self { web, account, after, wanted, .. } = self;
        let generations = &web.generations;
        if wanted.is_all() {
            let page = generations.list_in_full(*account, *after, AT_ONCE).await?;
            let after = page.last().map(Generation::place);
            return Ok((page, after));
        }
        let entries = generations.list(*account, *after, AT_ONCE, ListPurpose::Search).await?;
        let after = entries.last().map(GenerationEntry::place);
        let found = wanted.among(web, entries).await.map_err(|error| Broken::Unreadable(error.into()))?;
        let mut page = Vec::new();
        for entry in found {
            // One that was deleted meanwhile is left out.
            page.extend(generations.get(*account, entry.id).await?);
        }
        Ok((page, after))
    }
}

/// Answers with a document of those of an account's generations that are wanted. What is at the
/// beginning is read before the answer begins. A failure after that breaks the connection off, so
/// that nobody takes a part for the whole.
///
/// # Errors
/// When the beginning cannot be read.
pub(crate) async fn send(page: &Page, document: Document, wanted: Wanted) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let (web, account, name, kind) = (page.web.clone(), principal.account, document.name, document.kind);
    let (after, has_some, is_over) = (None, false, false);
    let mut sending = Sending { web, account, document, wanted, after, has_some, is_over };
    let first = sending.next().await.map_err(|error| match error {
        Broken::Store(error) => failed(error),
        Broken::Unreadable(_) => {
            tracing::error!(error = %ErrorChain(&error), "failed to begin a download; answered 500");
            ApiError::internal()
        }
    })?;
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

/// An answer that is kept as a file.
pub(crate) fn attached(page: &Page, name: &str, kind: &str) -> Result<HttpResponseBuilder, ApiError> {
    let kind = ContentType(kind.parse().map_err(|_| ApiError::internal())?);
    let mut response = HttpResponse::Ok();
    page.decorate(&mut response);
    response.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    response.content_type(kind);
    Ok(response)
}
