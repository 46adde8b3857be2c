//! Downloads of an account's generations, of any size. The service reads generations in batches while it
//! sends earlier ones, so that it never holds all in memory. A download occupies one of its account's slots.
//! Slow work runs on blocking threads and uses the account's processor time.

use std::error::Error;
use std::mem;
use std::sync::Arc;

use actix_web::http::header::{CONTENT_DISPOSITION, ContentType};
use actix_web::web::{self, Bytes, Data};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::stream;
use listing_domain::ErrorChain;
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, ListPurpose,
};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{AdmissionSlot, StoreError};
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;
use crate::problems::store_error;
use crate::search::Search;

/// The number of generations per read.
const BATCH_SIZE: u32 = 50;

/// A failure that cuts a download short.
#[derive(Debug, thiserror::Error)]
enum DownloadError {
    /// Reading the history failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored generation cannot be read or serialized.
    #[error("cannot export a stored generation")]
    Unreadable(#[source] Box<dyn Error + Send + Sync>),
}

impl DownloadError {
    /// Returns the response to a download that failed before it began, and logs the causes.
    fn into_response(self) -> ApiError {
        match self {
            Self::Store(error) => store_error(error),
            Self::Unreadable(_) => {
                tracing::error!(error = %ErrorChain(&self), "failed to start a download; answered 500");
                ApiError::internal()
            }
        }
    }
}

/// A function that serializes one generation for a download.
pub(crate) type WriteOne = fn(&Catalogue, &Generation) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>>;

/// The file format of a download, for example CSV.
pub(crate) struct Document {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    /// The bytes before the first generation.
    pub(crate) head: Vec<u8>,
    /// The bytes between two generations.
    pub(crate) between: &'static [u8],
    /// The bytes after the last generation.
    pub(crate) tail: &'static [u8],
    pub(crate) write: WriteOne,
}

/// A download in progress: an account's generations, newest first.
struct Download {
    web: Data<Web>,
    account: AccountId,
    slot: Arc<dyn AdmissionSlot>,
    document: Document,
    search: Option<Search>,
    after: Option<GenerationCursor>,
    /// True once the download contains a generation, so that the separator precedes the next one.
    has_some: bool,
    is_over: bool,
}

impl Download {
    /// Takes one of the account's slots and begins a download in it.
    async fn begin(page: &Page, document: Document, search: &str) -> Result<Self, ApiError> {
        let (_, principal) = page.signed_in()?;
        let slot: Arc<dyn AdmissionSlot> = page.edge.enter(&page.request, &principal).await?.into();
        let (web, account, search) = (page.web.clone(), principal.account, Search::within(&slot, search));
        let (after, has_some, is_over) = (None, false, false);
        Ok(Self { web, account, slot, document, search, after, has_some, is_over })
    }

    /// Returns the next bytes to send; `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, DownloadError> {
        let mut chunk = mem::take(&mut self.document.head);
        while !self.is_over {
            let (page, after) = self.page().await?;
            if after.is_none() {
                self.is_over = true;
                chunk.extend_from_slice(self.document.tail);
                break;
            }
            self.after = after;
            chunk.extend(self.written(page).await?);
            if !chunk.is_empty() {
                break;
            }
        }
        Ok((!chunk.is_empty()).then(|| chunk.into()))
    }

    /// Reads the next batch: the generations that match the search, and where the batch ends. `None` ends the
    /// download.
    async fn page(&self) -> Result<(Vec<Generation>, Option<GenerationCursor>), DownloadError> {
        let Self { web, account, after, .. } = self;
        let generations = &web.generations;
        let Some(search) = &self.search else {
            let page =
                generations.list_in_full(*account, &GenerationFilter::default(), *after, BATCH_SIZE).await?;
            let after = page.last().map(Generation::place);
            return Ok((page, after));
        };
        let entries = generations.list(*account, *after, BATCH_SIZE, ListPurpose::Search).await?;
        let after = entries.last().map(GenerationEntry::place);
        let found =
            search.filter(web, entries).await.map_err(|error| DownloadError::Unreadable(error.into()))?;
        let mut page = Vec::new();
        for entry in found {
            // Skips a generation that was deleted since the list was read.
            page.extend(generations.get(*account, entry.id).await?);
        }
        Ok((page, after))
    }

    /// Serializes a batch of generations, which continue the document.
    async fn written(&mut self, page: Vec<Generation>) -> Result<Vec<u8>, DownloadError> {
        let (catalogue, slot) = (Arc::clone(&self.web.catalogue), Arc::clone(&self.slot));
        let Document { between, write, .. } = self.document;
        let mut has_some = self.has_some;
        self.has_some |= !page.is_empty();
        let write_all = move || {
            let mut written = Ok(Vec::new());
            slot.work(&mut || {
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
        let written = web::block(write_all).await.map_err(|error| DownloadError::Unreadable(error.into()))?;
        written.map_err(DownloadError::Unreadable)
    }
}

/// Responds with a document of the account's generations that match a search, or of all if `search` is empty.
/// It reads the first chunk before the response begins. A later failure aborts the connection, so that users
/// notice the missing rest.
///
/// # Errors
/// When the account has no slot or no processor time left, or the first chunk cannot be read.
pub(crate) async fn send(page: &Page, document: Document, search: &str) -> Result<HttpResponse, ApiError> {
    let (name, kind) = (document.name, document.kind);
    let mut download = Download::begin(page, document, search).await?;
    let first = download.next().await.map_err(DownloadError::into_response)?;
    let chunks = stream::try_unfold((first, download), async |(first, mut download)| {
        let chunk = match first {
            Some(chunk) => Some(chunk),
            None => download.next().await.inspect_err(|error| {
                tracing::error!(error = %ErrorChain(error), "aborted a download: the rest could not be read");
            })?,
        };
        Ok::<_, DownloadError>(chunk.map(|chunk| (chunk, (None, download))))
    });
    let mut response = attached(page, name, kind)?;
    Ok(response.streaming(chunks))
}

/// Responds with a document that contains one generation.
///
/// # Errors
/// As for [`send`]; 404 when the account has no such generation.
pub(crate) async fn send_one(
    page: &Page,
    document: Document,
    id: GenerationId,
) -> Result<HttpResponse, ApiError> {
    let (name, kind) = (document.name, document.kind);
    let mut download = Download::begin(page, document, "").await?;
    let stored = download.web.generations.get(download.account, id).await.map_err(store_error)?;
    let generation = stored.ok_or_else(|| ApiError::absent("generation"))?;
    let written = download.written(vec![generation]).await.map_err(DownloadError::into_response)?;
    let Document { head, tail, .. } = download.document;
    Ok(attached(page, name, kind)?.body([head, written, tail.to_vec()].concat()))
}

/// Returns a response that browsers save as a file.
///
/// # Errors
/// When the media type is not valid.
pub(crate) fn attached(page: &Page, name: &str, kind: &str) -> Result<HttpResponseBuilder, ApiError> {
    let kind = ContentType(kind.parse().map_err(|_| ApiError::internal())?);
    let mut response = HttpResponse::Ok();
    page.add_page_headers(&mut response);
    response.insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    response.content_type(kind);
    Ok(response)
}
