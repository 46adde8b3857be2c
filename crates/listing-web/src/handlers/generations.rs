//! The handlers of the history of generations.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::web::Payload;
use jiff::Timestamp;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationSummary, ListPurpose,
};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::options::Language;
use listing_domain::request::Platforms;
use listing_domain::usecase::{RewriteError, RewriteOptions};
use listing_http::{Admitted, Announced, ApiError, Outcome};
use serde::Serialize;

use crate::Web;
use crate::download::{self, Document};
use crate::export;
use crate::form::Fields;
use crate::generation_page::{self, Shown};
use crate::lang;
use crate::page::{Page, PathId};
use crate::problems::{internal_error, store_error};
use crate::progress::State;
use crate::search::Search;
use crate::view::{
    AttributeKind, Flash, GenerationItem, GenerationPage, Generations, Notice, NoticeKind, Problem, Progress,
    ProgressState,
};
use listing_domain::ErrorChain;

const PER_PAGE: usize = 20;
/// The number of generations per read: a page and one more, which shows that another page follows.
const BATCH_SIZE: u32 = 21;
/// The number of generations per read of a search.
const SEARCH_BATCH_SIZE: u32 = 50;
/// The maximum number of generations that a search reads for a page.
const MAX_SEARCHED: usize = 2_000;
/// The maximum bytes of search texts that a search reads for a page.
const MAX_SEARCHED_BYTES: usize = 8 * 1024 * 1024;

/// `GET /account/generations`: lists or searches the generations.
pub(crate) async fn list(page: Page) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let text = page.query("search");
    let after = parse_place(&page.query("after"));
    let search = Search::begin(&page, &text).await?;
    let (found, next) = found(&page.web, principal.account, search.as_ref(), after).await?;
    page.show(&Generations {
        layout: page.layout(),
        items: items(&page.web, found),
        search: text,
        next: next.map(|place| format!("{}.{}", place.created_at.as_microsecond(), place.id)),
        formats: page.web.format_menu(None),
        retention_days: page.web.retention_days,
    })
}

/// Parses the position after which a page begins from the query of its address.
fn parse_place(text: &str) -> Option<GenerationCursor> {
    let (micros, id) = text.split_once('.')?;
    let created_at = Timestamp::from_microsecond(micros.parse().ok()?).ok()?;
    Some(GenerationCursor { created_at, id: id.parse().ok()? })
}

/// Returns the page of generations after a position, and the position of the next page if there is one.
/// `search` filters them. A search that reaches its limits also ends the page, so that users do not wait
/// longer.
async fn found(
    web: &Web,
    account: AccountId,
    search: Option<&Search>,
    mut after: Option<GenerationCursor>,
) -> Result<(Vec<GenerationEntry>, Option<GenerationCursor>), ApiError> {
    let (batch_size, purpose) = match search {
        None => (BATCH_SIZE, ListPurpose::Show),
        Some(_) => (SEARCH_BATCH_SIZE, ListPurpose::Search),
    };
    let (mut found, mut read, mut bytes) = (Vec::new(), 0, 0);
    while read < MAX_SEARCHED && bytes < MAX_SEARCHED_BYTES {
        let batch = web.generations.list(account, after, batch_size, purpose).await.map_err(store_error)?;
        let Some(last) = batch.last() else { return Ok((found, None)) };
        after = Some(last.place());
        read += batch.len();
        bytes += batch.iter().map(|entry| entry.summary.search_text.as_str().len()).sum::<usize>();
        match search {
            None => found.extend(batch),
            Some(search) => found.extend(search.filter(web, batch).await.map_err(internal_error)?),
        }
        if found.len() > PER_PAGE {
            found.truncate(PER_PAGE);
            let next = found.last().map(GenerationEntry::place);
            return Ok((found, next));
        }
    }
    Ok((found, after))
}

pub(crate) fn items(web: &Web, entries: Vec<GenerationEntry>) -> Vec<GenerationItem> {
    let name = |platform| web.catalogue.marketplace(platform).name().to_owned();
    let item = |GenerationEntry { id, created_at, summary, has_thumbnail }| {
        let GenerationSummary { name: item, price, platforms, .. } = summary;
        let platforms = platforms.into_iter().map(name).collect();
        GenerationItem { id, created_at, name: item, platforms, price, has_thumbnail }
    };
    entries.into_iter().map(item).collect()
}

/// The response on the progress of a generation, for the script.
#[derive(Serialize)]
struct ProgressReply {
    state: &'static str,
    /// The sentences about a failure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
    /// The photos that cannot be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    photos: Vec<RefusedPhoto>,
    /// The guessed names of the item, from which the user may choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<String>,
}

#[derive(Serialize)]
struct RefusedPhoto {
    /// The photo's number, from 1.
    number: usize,
    reason: String,
}

impl ProgressReply {
    const fn at(state: &'static str) -> Self {
        Self { state, errors: Vec::new(), photos: Vec::new(), guesses: Vec::new() }
    }

    fn failed(problems: &[Problem], language: Language) -> Self {
        let mut failed = Self::at("failed");
        for problem in problems {
            match problem {
                Problem::Photo(number, fault) => failed.photos.push(RefusedPhoto {
                    number: *number,
                    reason: (lang::texts(language).values.photo_fault)(fault),
                }),
                other => {
                    failed.guesses.extend(other.guesses().iter().cloned());
                    failed.errors.push(other.sentence(language));
                }
            }
        }
        failed
    }
}

/// `GET /account/generations/{id}`: shows the listings or the progress.
pub(crate) async fn show(page: Page, id: PathId<GenerationId>) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let (account, id) = (principal.account, *id);
    // A generation may be stored between these two reads. In the reverse order, neither would find it.
    let state = page.web.running.state(account, id);
    let stored = page.web.generations.get(account, id).await.map_err(store_error)?;
    let started_at = started_at(&page);
    if page.is_for_script() {
        let state = match (&stored, &state) {
            (Some(_), _) | (None, Some(State::Done(_))) => ProgressReply::at("done"),
            (None, Some(State::Running { .. })) => ProgressReply::at("running"),
            (None, Some(State::Failed(problems))) => ProgressReply::failed(problems, page.language),
            (None, None) if started_at.is_some() => ProgressReply::at("running"),
            (None, None) => return Err(ApiError::absent("generation")),
        };
        return Ok(HttpResponse::Ok().json(state));
    }
    if let Some(generation) = stored {
        return show_generation(&page, StatusCode::OK, &generation, None);
    }
    let state = match (state, started_at) {
        (Some(State::Running { since }), _) => ProgressState::Running { since },
        (Some(State::Failed(problems)), _) => ProgressState::Failed { problems },
        (Some(State::Done(transient)), _) => {
            return show_generation(&page, StatusCode::OK, &*transient, None);
        }
        (None, Some(since)) => ProgressState::Elsewhere { since },
        (None, None) => return Err(ApiError::absent("generation")),
    };
    page.show(&Progress { layout: page.layout(), id, state })
}

/// Returns the start time that the form put into the address. `None` if the generation must have ended by
/// now.
fn started_at(page: &Page) -> Option<Timestamp> {
    let started_at = Timestamp::from_microsecond(page.query("begun").parse().ok()?).ok()?;
    let longest = page.web.desk.policy().hold_for;
    let ago = page.web.people.clock.now().duration_since(started_at);
    (ago < longest && ago > -longest).then_some(started_at)
}

/// Responds with the page of a generation, and with the problem of a refused form if any.
fn show_generation<'a>(
    page: &Page,
    status: StatusCode,
    shown: impl Into<Shown<'a>>,
    wrong: Option<Problem>,
) -> Result<HttpResponse, ApiError> {
    page.show_as(status, &build_page(page, shown, wrong)?)
}

fn build_page<'a>(
    page: &Page,
    shown: impl Into<Shown<'a>>,
    wrong: Option<Problem>,
) -> Result<GenerationPage, ApiError> {
    let mut layout = page.layout();
    if let Some(problem) = wrong {
        layout.notice = Some(Notice { kind: NoticeKind::Bad, text: problem.sentence(page.language) });
    }
    let shown = shown.into();
    generation_page::build(&page.web, layout, &shown, &[]).map_err(|error| {
        let generation = shown.id;
        tracing::error!(%generation, %error, "failed to read stored generation {generation}; answered 500");
        ApiError::internal()
    })
}

/// Returns a generation of the signed-in user.
pub(super) async fn own_generation(page: &Page, id: GenerationId) -> Result<Generation, ApiError> {
    let (_, principal) = page.signed_in()?;
    let stored = page.web.generations.get(principal.account, id).await.map_err(store_error)?;
    stored.ok_or_else(|| ApiError::absent("generation"))
}

/// `GET /account/generations/{id}/thumbnail`: serves the thumbnail of the item.
pub(crate) async fn thumbnail(page: Page, id: PathId<GenerationId>) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let picture = page.web.generations.thumbnail(principal.account, *id).await.map_err(store_error)?;
    let picture = picture.ok_or_else(|| ApiError::absent("picture"))?;
    let mut response = HttpResponse::Ok();
    page.add_page_headers(&mut response);
    response.insert_header((CACHE_CONTROL, "private, max-age=3600"));
    Ok(response.content_type(ContentType::jpeg()).body(picture.as_jpeg().to_vec()))
}

/// `POST /account/generations/{id}/again`: rewrites the listings from the stored facts, free of charge.
pub(crate) async fn again(
    mut page: Page,
    id: PathId<GenerationId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (fields, admitted, generation) = admitted_rewrite(&mut page, *id, payload).await?;
    let Ok(platforms) = Platforms::new(fields.all("platforms").filter_map(|code| code.parse().ok())) else {
        return show_generation(&page, StatusCode::BAD_REQUEST, &generation, Some(Problem::NoPlatform));
    };
    let options = RewriteOptions {
        platforms: Some(platforms),
        language: fields.get("language").parse().ok(),
        tone: fields.get("tone").parse().ok(),
        market: page.signed_in()?.0.market,
        corrected: KnownAttributes::default(),
    };
    rewrite(&page, admitted, &generation, options).await
}

/// `POST /account/generations/{id}/correct`: rewrites the listings for another item, free of charge.
pub(crate) async fn correct(
    mut page: Page,
    id: PathId<GenerationId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (fields, admitted, generation) = admitted_rewrite(&mut page, *id, payload).await?;
    // A pressed suggestion precedes the text field in the form.
    let typed = fields.all("item").find(|text| !text.trim().is_empty()).unwrap_or_default();
    let name = match AttributeText::parse("item", typed) {
        Ok(Some(name)) => name,
        refused => {
            let problem =
                if refused.is_ok() { Problem::NoItem } else { Problem::TooLong(AttributeKind::Name) };
            let mut shown = build_page(&page, &generation, Some(problem))?;
            if let Some(correction) = &mut shown.correction {
                typed.clone_into(&mut correction.typed);
            }
            return page.show_as(StatusCode::BAD_REQUEST, &shown);
        }
    };
    let options = RewriteOptions {
        market: page.signed_in()?.0.market,
        corrected: KnownAttributes { name: Some(name), ..KnownAttributes::default() },
        ..RewriteOptions::default()
    };
    rewrite(&page, admitted, &generation, options).await
}

/// Reads the form of a rewrite, admits the rewrite, and reads the generation.
async fn admitted_rewrite(
    page: &mut Page,
    id: GenerationId,
    payload: Payload,
) -> Result<(Fields, Admitted, Generation), ApiError> {
    let fields = Fields::read(page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let admitted = page.web.desk.admit(&page.edge, &page.request, &principal, Announced::Rewrite).await?;
    let generation = own_generation(page, id).await?;
    Ok((fields, admitted, generation))
}

/// Rewrites a generation and redirects to its page.
async fn rewrite(
    page: &Page,
    admitted: Admitted,
    generation: &Generation,
    options: RewriteOptions,
) -> Result<HttpResponse, ApiError> {
    let id = generation.id;
    match admitted.rewrite(id, options).await? {
        Outcome::Done(_) | Outcome::Replayed(_) => {
            Ok(page.redirect_with_notice(&format!("/account/generations/{id}"), Flash::Rewritten))
        }
        Outcome::Refused(RewriteError::NoneLeft { .. }) => {
            show_generation(page, StatusCode::CONFLICT, generation, Some(Problem::NoneAgain))
        }
        Outcome::Refused(error) => Err(ApiError::logged(error)),
        Outcome::CutOff => Err(ApiError::busy()),
        Outcome::Panicked => Err(ApiError::internal()),
    }
}

/// `POST /account/generations/{id}/delete`: deletes a generation.
pub(crate) async fn delete(
    mut page: Page,
    id: PathId<GenerationId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let is_known = page.web.generations.delete(principal.account, *id).await.map_err(store_error)?;
    if !is_known {
        return Err(ApiError::absent("generation"));
    }
    Ok(page.redirect_with_notice("/account/generations", Flash::GenerationDeleted))
}

/// `GET /account/generations/{id}.csv`: downloads one generation as CSV.
pub(crate) async fn one_as_csv(page: Page, id: PathId<GenerationId>) -> Result<HttpResponse, ApiError> {
    download::send_one(&page, table()?, *id).await
}

/// `GET /account/generations/{id}.json`: downloads one generation as JSON.
pub(crate) async fn one_as_json(page: Page, id: PathId<GenerationId>) -> Result<HttpResponse, ApiError> {
    download::send_one(&page, Document { head: Vec::new(), tail: b"", ..export::list() }, *id).await
}

/// `GET /account/generations.csv`: downloads the generations as CSV.
pub(crate) async fn all_as_csv(page: Page) -> Result<HttpResponse, ApiError> {
    download::send(&page, table()?, &page.query("search")).await
}

/// `GET /account/generations.json`: downloads the generations as JSON.
pub(crate) async fn all_as_json(page: Page) -> Result<HttpResponse, ApiError> {
    download::send(&page, export::list(), &page.query("search")).await
}

fn table() -> Result<Document, ApiError> {
    export::table().map_err(|error| unreadable(&*error))
}

pub(super) fn unreadable(error: &(dyn std::error::Error + 'static)) -> ApiError {
    tracing::error!(error = %ErrorChain(error), "failed to export stored generations; answered 500");
    ApiError::internal()
}
