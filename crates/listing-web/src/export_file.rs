//! Files for marketplaces and shops, made from chosen generations. The work occupies one of the account's
//! slots, on blocking threads.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::web;
use listing_answer::GeneratedData;
use listing_domain::ErrorChain;
use listing_domain::generation::{Generation, GenerationEntry, GenerationFilter, ListPurpose};
use listing_domain::ids::{AccountId, BatchId, GenerationId};
use listing_domain::ports::AdmissionSlot;
use listing_export::{ExportDownload, ExportError, ExportFile, FormatId, PhotoSource};
use listing_http::ApiError;

use crate::Web;
use crate::page::Page;
use crate::problems::{internal_error, store_error};
use crate::search::Search;

/// The number of generations per read of a search.
const BATCH_SIZE: u32 = 50;

/// The number of generations to read for a file: one more than it holds shows whether more match.
const READ_AT_ONCE: u32 = ExportFile::MAX_ITEMS + 1;

/// The generations of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// Those with these ids, in this order. Unknown ones are ignored.
    Ids(Vec<GenerationId>),
    /// Those of a batch, in its order.
    Batch(BatchId),
    /// The newest that match a search, or of all if it is empty.
    Search(String),
}

/// Returns the maximum number of items in a file.
pub(crate) fn max_items() -> usize {
    usize::try_from(ExportFile::MAX_ITEMS).unwrap_or(usize::MAX)
}

/// A written file.
pub(crate) struct Written {
    pub(crate) file: ExportDownload,
    /// The items' names.
    pub(crate) names: HashMap<GenerationId, String>,
    /// True when more generations match than a file holds.
    pub(crate) has_more: bool,
}

/// Begins the file of a selection.
///
/// # Errors
/// When the account has no slot or no processor time left, or a generation cannot be read.
pub(crate) async fn write(page: &Page, format: FormatId, selection: &Selection) -> Result<Written, ApiError> {
    let (_, principal) = page.signed_in()?;
    let slot: Arc<dyn AdmissionSlot> = page.edge.enter(&page.request, &principal).await?.into();
    let (generations, has_more) = select(&page.web, principal.account, &slot, selection).await?;
    let names = names_within(&slot, generations.clone()).await?;
    let web = &page.web;
    let source = PhotoSource {
        store: web.kept_photos.clone(),
        account: principal.account,
        now: web.people.clock.now(),
        slot: Some(slot),
    };
    let begun = ExportDownload::begin(format, &web.exports, web.catalogue.clone(), generations, source).await;
    Ok(Written { file: begun.map_err(failed)?, names, has_more })
}

/// Logs a failed export, and returns its response.
pub(crate) fn failed(error: ExportError) -> ApiError {
    if let ExportError::Store(error) = error {
        return store_error(error);
    }
    tracing::error!(error = %ErrorChain(&error), "failed to write an export; answered 500");
    ApiError::internal()
}

async fn names_within(
    slot: &Arc<dyn AdmissionSlot>,
    generations: Vec<Generation>,
) -> Result<HashMap<GenerationId, String>, ApiError> {
    let slot = Arc::clone(slot);
    let read_all = move || {
        let mut read = None;
        slot.work(&mut || read = Some(names(&generations)));
        read
    };
    let read = web::block(read_all).await.map_err(internal_error)?;
    read.ok_or_else(ApiError::internal)?.map_err(failed)
}

fn names(generations: &[Generation]) -> Result<HashMap<GenerationId, String>, ExportError> {
    let name = |generation: &Generation| {
        let id = generation.id;
        let data = GeneratedData::read(generation.current());
        let data = data.map_err(|source| ExportError::Unreadable { id, source })?;
        Ok((id, data.headline(generation.options.language).0.to_owned()))
    };
    generations.iter().map(name).collect()
}

/// Reads the generations of a selection, and returns true if more match than a file holds.
async fn select(
    web: &Web,
    account: AccountId,
    slot: &Arc<dyn AdmissionSlot>,
    selection: &Selection,
) -> Result<(Vec<Generation>, bool), ApiError> {
    let text = match selection {
        Selection::Ids(ids) => {
            return Ok((web.generations.get_all(account, ids).await.map_err(store_error)?, false));
        }
        Selection::Batch(id) => {
            let batch = web.piles.batches.get(account, *id).await.map_err(store_error)?;
            let batch = batch.ok_or_else(|| ApiError::absent("batch"))?;
            let ids: Vec<GenerationId> = batch.done().collect();
            return Ok((web.generations.get_all(account, &ids).await.map_err(store_error)?, false));
        }
        Selection::Search(text) => text,
    };
    let Some(search) = Search::within(slot, text) else {
        let all = GenerationFilter::default();
        let found = web.generations.list_in_full(account, &all, None, READ_AT_ONCE).await;
        let mut found = found.map_err(store_error)?;
        let has_more = found.len() > max_items();
        found.truncate(max_items());
        return Ok((found, has_more));
    };
    let (mut ids, mut after) = (Vec::new(), None);
    while ids.len() <= max_items() {
        let batch = web.generations.list(account, after, BATCH_SIZE, ListPurpose::Search).await;
        let batch = batch.map_err(store_error)?;
        let Some(last) = batch.last() else { break };
        after = Some(last.place());
        let found: Vec<GenerationEntry> = search.filter(web, batch).await.map_err(internal_error)?;
        ids.extend(found.into_iter().map(|entry| entry.id));
    }
    let has_more = ids.len() > max_items();
    ids.truncate(max_items());
    Ok((web.generations.get_all(account, &ids).await.map_err(store_error)?, has_more))
}
