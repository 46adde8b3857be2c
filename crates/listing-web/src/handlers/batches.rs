//! The handlers of batches: progress, corrections and cancellation.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_answer::GeneratedData;
use listing_domain::batch::{Batch, BatchItem, ItemProgress, ItemState};
use listing_domain::edit::ListingEdit;
use listing_domain::generation::Generation;
use listing_domain::ids::{BatchId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::sku::Sku;
use listing_domain::usecase::{EditError, GenerationEdit};
use listing_http::ApiError;

use super::edits::problem;
use crate::edits::{TypedListing, version};
use crate::form::Fields;
use crate::lang;
use crate::page::{Page, PathId};
use crate::problems::{internal_error, store_error};
use crate::view::{
    BatchPage, BatchRow, Batches, CorrectionRow, CorrectionTable, Flash, ItemRow, PlatformChoice, Problem,
};

/// The maximum number of batches in the list.
const MAX_LISTED: u32 = 50;

/// `GET /account/batches`: lists the batches.
pub(crate) async fn list(page: Page) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let batches = page.web.piles.batches.list(principal.account, MAX_LISTED).await.map_err(store_error)?;
    page.show(&Batches { layout: page.layout(), batches: batches.iter().map(row).collect() })
}

fn row(batch: &Batch) -> BatchRow {
    let is_open = |item: &&BatchItem| matches!(item.state(), ItemState::Waiting | ItemState::Running);
    let all = batch.items.len();
    BatchRow {
        id: batch.id,
        created_at: batch.created_at,
        state: batch.state,
        all,
        ended: all - batch.items.iter().filter(is_open).count(),
        done: batch.count(ItemState::Done),
        failed: batch.count(ItemState::Failed),
    }
}

/// `GET /account/batches/{id}`: shows the progress of a batch, and its listings once it has ended.
pub(crate) async fn show(page: Page, id: PathId<BatchId>) -> Result<HttpResponse, ApiError> {
    let platform = page.query("platform").parse().ok();
    respond(&page, StatusCode::OK, *id, platform, &[]).await
}

/// A typed correction that could not be saved.
struct Refused {
    id: GenerationId,
    typed: TypedListing,
    problem: Problem,
}

/// A generation with its stored answer.
struct Listed {
    generation: Generation,
    data: GeneratedData,
}

async fn own_batch(page: &Page, id: BatchId) -> Result<Batch, ApiError> {
    let (_, principal) = page.signed_in()?;
    let batch = page.web.piles.batches.get(principal.account, id).await.map_err(store_error)?;
    batch.ok_or_else(|| ApiError::absent("batch"))
}

async fn respond(
    page: &Page,
    status: StatusCode,
    id: BatchId,
    platform: Option<Platform>,
    refused: &[Refused],
) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let batch = own_batch(page, id).await?;
    let found = page
        .web
        .generations
        .get_all(principal.account, &batch.done().collect::<Vec<_>>())
        .await
        .map_err(store_error)?;
    let listed = found.into_iter().map(|generation| {
        let data = GeneratedData::read(generation.current()).map_err(internal_error)?;
        Ok((generation.id, Listed { generation, data }))
    });
    let listed = listed.collect::<Result<HashMap<_, _>, ApiError>>()?;
    let shown = row(&batch);
    let has_ended = shown.ended == shown.all;
    let table = if has_ended { table(page, &batch, &listed, platform, refused) } else { None };
    let layout = page.layout();
    page.show_as(
        status,
        &BatchPage {
            layout,
            items: batch.items.iter().map(|item| item_row(item, &listed)).collect(),
            batch: shown,
            table,
            formats: page.web.format_menu(None),
        },
    )
}

fn item_row(item: &BatchItem, listed: &HashMap<GenerationId, Listed>) -> ItemRow {
    let listed = listed.get(&item.id);
    let language = |listed: &Listed| listed.generation.options.language;
    let headline = listed.map(|it| it.data.headline(language(it)));
    let name = headline.map(|(name, _)| name.to_owned()).filter(|name| !name.is_empty());
    let fault = match &item.progress {
        ItemProgress::Failed(failure) => Some(failure.fault),
        _ => None,
    };
    ItemRow {
        id: item.id,
        sku: item.sku.as_ref().map(Sku::to_string),
        state: item.state(),
        fault,
        name,
        price: headline.map(|(_, price)| price),
        has_thumbnail: listed.is_some_and(|it| it.generation.has_thumbnail),
    }
}

/// Returns the titles and prices of one marketplace; `None` if no item has listings.
fn table(
    page: &Page,
    batch: &Batch,
    listed: &HashMap<GenerationId, Listed>,
    platform: Option<Platform>,
    refused: &[Refused],
) -> Option<CorrectionTable> {
    let has = |platform: Platform| listed.values().any(|it| it.data.listing(platform).is_some());
    let all: Vec<Platform> = Platform::ALL.iter().copied().filter(|platform| has(*platform)).collect();
    let platform = platform.filter(|platform| all.contains(platform)).or_else(|| all.first().copied())?;
    let words = lang::texts(page.language);
    let row = |(number, item): (usize, &BatchItem)| {
        let Listed { generation, data } = listed.get(&item.id)?;
        let listing = data.listing(platform)?;
        let currency = data.listing_currency(listing, &page.web.catalogue, generation.options.language);
        let stored = listing.editable(currency);
        let refused = refused.iter().find(|refused| refused.id == item.id);
        let typed = refused.map(|refused| &refused.typed);
        let amount = typed.and_then(|typed| typed.price.clone());
        Some(CorrectionRow {
            id: item.id,
            number,
            version: version(&stored),
            has_thumbnail: generation.has_thumbnail,
            sku: item.sku.as_ref().map(Sku::to_string),
            title: typed.and_then(|typed| typed.title.clone()).unwrap_or_else(|| stored.title.clone()),
            amount: amount.unwrap_or_else(|| (words.values.amount)(&stored.price)),
            currency,
            problem: refused.map(|refused| refused.problem.clone()),
        })
    };
    let choice = |one: &Platform| PlatformChoice {
        platform: *one,
        name: page.web.catalogue.marketplace(*one).name().to_owned(),
        is_checked: *one == platform,
    };
    let rows = (1..).zip(&batch.items).filter_map(row).collect();
    Some(CorrectionTable { platforms: all.iter().map(choice).collect(), platform, rows })
}

/// `POST /account/batches/{id}/cancel`: cancels the waiting items.
pub(crate) async fn cancel(
    mut page: Page,
    id: PathId<BatchId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let now = page.web.people.clock.now();
    let cancelled = page.web.piles.batches.cancel(principal.account, *id, now).await.map_err(store_error)?;
    cancelled.ok_or_else(|| ApiError::absent("batch"))?;
    Ok(page.redirect_with_notice(&format!("/account/batches/{}", *id), Flash::BatchCancelled))
}

/// `POST /account/batches/{id}/edit`: saves the corrected titles and prices of one marketplace. Rows that
/// cannot be saved are shown as typed.
pub(crate) async fn edit(
    mut page: Page,
    id: PathId<BatchId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_large(&mut page, payload).await?;
    let platform = fields.get("platform").parse::<Platform>();
    let platform = platform.map_err(|error| ApiError::invalid(format!("platform: {error}")))?;
    let known: Vec<GenerationId> = own_batch(&page, *id).await?.done().collect();
    let mut refused = Vec::new();
    for (item, typed) in rows(&fields, platform) {
        if !known.contains(&item) {
            continue;
        }
        if let Some(problem) = save(&page, item, &typed).await? {
            refused.push(Refused { id: item, typed, problem });
        }
    }
    if refused.is_empty() {
        let path = format!("/account/batches/{}?platform={platform}", *id);
        return Ok(page.redirect_with_notice(&path, Flash::ListingsSaved));
    }
    respond(&page, StatusCode::BAD_REQUEST, *id, Some(platform), &refused).await
}

/// Returns the rows of a form. Each field belongs to the last `id` field before it.
fn rows(fields: &Fields, platform: Platform) -> Vec<(GenerationId, TypedListing)> {
    let mut rows: Vec<(GenerationId, TypedListing)> = Vec::new();
    for (name, value) in fields.iter() {
        if name == "id" {
            rows.extend(value.parse().ok().map(|id| (id, TypedListing::new(platform))));
        } else if let Some((_, row)) = rows.last_mut() {
            match name {
                "version" => row.version = Some(value.to_owned()),
                "title" => row.title = Some(value.to_owned()),
                "price" => row.price = Some(value.to_owned()),
                _ => {}
            }
        }
    }
    rows
}

/// Saves one corrected listing, and returns the reason if that is impossible.
async fn save(page: &Page, id: GenerationId, typed: &TypedListing) -> Result<Option<Problem>, ApiError> {
    let (_, principal) = page.signed_in()?;
    let edit = GenerationEdit { listings: vec![typed.change()], ..GenerationEdit::default() };
    let basis = |_: usize, stored: &ListingEdit, edited: &ListingEdit| typed.basis(stored, edited);
    match page.web.edit.run(principal.account, id, &edit, basis).await {
        Ok(edited) => Ok(edited.outcomes.first().and_then(problem)),
        // The seller deleted or rewrote the item meanwhile.
        Err(EditError::NoSuchGeneration(_) | EditError::NoSuchListing(_)) => Ok(None),
        Err(EditError::Overtaken) => Ok(Some(Problem::ListingChanged)),
        Err(error) => Err(ApiError::logged(error)),
    }
}
