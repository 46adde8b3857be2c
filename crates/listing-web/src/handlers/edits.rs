//! The handlers that check and save edits of listings.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_answer::GeneratedData;
use listing_domain::edit::ListingEdit;
use listing_domain::generation::Generation;
use listing_domain::ids::GenerationId;
use listing_domain::marketplace::Platform;
use listing_domain::usecase::{EditBasis, EditedGeneration, GenerationEdit, ListingOutcome};
use listing_http::ApiError;
use serde::Serialize;

use super::generations::own_generation;
use crate::edits::{TypedListing, typed, version};
use crate::form::Fields;
use crate::generation_page::{self, Overlay};
use crate::lang;
use crate::page::{Page, PathId};
use crate::problems::internal_error;
use crate::view::{Flash, Notice, NoticeKind, Problem};

/// The response to a check of an edited listing, for the script.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JudgedListing {
    #[serde(flatten)]
    judged: generation_page::Judged,
    #[serde(rename = "titleSaid")]
    title_sentence: String,
    #[serde(rename = "descriptionSaid")]
    description_sentence: String,
    #[serde(rename = "netSaid")]
    net_sentence: String,
}

/// `POST /account/generations/{id}/judge`: checks a typed listing by the marketplace's rules.
pub(crate) async fn judge(
    mut page: Page,
    id: PathId<GenerationId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let generation = own_generation(&page, *id).await?;
    let typed = typed(&fields)?;
    let judged =
        typed.first().and_then(|typed| generation_page::judge(&page.web, &generation, typed, page.language));
    let judged = judged.ok_or_else(|| ApiError::absent("listing"))?;
    let words = lang::texts(page.language);
    let length_sentence = words.generations.length;
    let net = judged.net.map(|net| (words.generations.net)(&(words.values.money)(&net)));
    Ok(HttpResponse::Ok().json(JudgedListing {
        title_sentence: length_sentence(&judged.title_length, &judged.title_limit),
        description_sentence: length_sentence(&judged.description_length, &judged.description_limit),
        net_sentence: net.unwrap_or_default(),
        judged,
    }))
}

/// The result of saving the listings of a form, each of which may be refused.
struct Saved {
    generation: Generation,
    data: GeneratedData,
    listings: Vec<(TypedListing, ListingOutcome)>,
}

/// The response to an automatic save, for the script.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SavedForScript {
    /// The sentence to show when everything was saved.
    #[serde(rename = "said")]
    message: &'static str,
    /// The sentence to show when some listings were not saved.
    not_all: &'static str,
    listings: Vec<SavedListing>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SavedListing {
    platform: &'static str,
    /// The digest of the stored version, on which the next save is based.
    version: String,
    is_edited: bool,
    /// True when the listing differs from its first version, so that the page offers to restore it.
    is_restorable: bool,
    /// The reason why the typed fields were not saved.
    problem: Option<String>,
    /// True when the listing was not saved because it changed meanwhile.
    is_overtaken: bool,
}

/// `POST /account/generations/{id}/edit`: saves every changed listing of the form, and restores the listing
/// named by `restore` to its first version. It also saves listings that the marketplace would refuse, since
/// the owner decides. The page shows unsaved listings as typed.
pub(crate) async fn edit(
    mut page: Page,
    id: PathId<GenerationId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let restored: Option<Platform> = fields.get("restore").parse().ok();
    let saved = save(&page, *id, typed(&fields)?, restored).await?;
    if page.is_for_script() {
        return Ok(HttpResponse::Ok().json(saved.for_script(&page)?));
    }
    let refused: Vec<Overlay> = saved.refused().collect();
    if !refused.is_empty() {
        return show_refused(&page, &saved.generation, &refused);
    }
    let back: Option<Platform> = restored.or_else(|| fields.get("back").parse().ok());
    let anchor = back.map(|platform| format!("#{}", platform.code())).unwrap_or_default();
    let flash = if restored.is_some() { Flash::ListingRestored } else { Flash::ListingsSaved };
    Ok(page.redirect_with_notice(&format!("/account/generations/{}{anchor}", *id), flash))
}

/// Responds with the generation's page, which shows refused listings as typed.
fn show_refused(page: &Page, generation: &Generation, refused: &[Overlay]) -> Result<HttpResponse, ApiError> {
    let is_overtaken = refused.iter().all(|one| one.problem == Problem::ListingChanged);
    let status = if is_overtaken { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
    let mut layout = page.layout();
    let text = lang::texts(page.language).generations.not_all_saved.to_owned();
    layout.notice = Some(Notice { kind: NoticeKind::Bad, text });
    let shown =
        generation_page::build(&page.web, layout, &generation.into(), refused).map_err(internal_error)?;
    page.show_as(status, &shown)
}

async fn save(
    page: &Page,
    id: GenerationId,
    typed: Vec<TypedListing>,
    restored: Option<Platform>,
) -> Result<Saved, ApiError> {
    let (_, principal) = page.signed_in()?;
    let listings = typed.iter().map(TypedListing::change).collect();
    let edit = GenerationEdit { listings, restored, ..GenerationEdit::default() };
    let basis = |number: usize, stored: &ListingEdit, edited: &ListingEdit| {
        typed.get(number).map_or(EditBasis::Current, |typed| typed.basis(stored, edited))
    };
    let edited = page.web.edit.run(principal.account, id, &edit, basis).await.map_err(ApiError::logged)?;
    let EditedGeneration { generation, outcomes } = edited;
    let data = GeneratedData::read(generation.current()).map_err(internal_error)?;
    Ok(Saved { generation, data, listings: typed.into_iter().zip(outcomes).collect() })
}

/// Returns the problem to show for a change that was not saved.
pub(super) fn problem(outcome: &ListingOutcome) -> Option<Problem> {
    match outcome {
        ListingOutcome::Unchanged | ListingOutcome::Edited => None,
        ListingOutcome::Invalid(faults) => faults.first().copied().map(Problem::from),
        ListingOutcome::Overtaken => Some(Problem::ListingChanged),
    }
}

impl Saved {
    fn for_script(&self, page: &Page) -> Result<SavedForScript, ApiError> {
        let (data, listing_language) = (&self.data, self.generation.options.language);
        let first = GeneratedData::read(&self.generation.data).map_err(internal_error)?;
        let one = |(typed, outcome): &(TypedListing, ListingOutcome)| {
            let listing = data.listing(typed.platform)?;
            let currency = data.listing_currency(listing, &page.web.catalogue, listing_language);
            let original = data.original(&first, typed.platform);
            let problem = problem(outcome);
            Some(SavedListing {
                platform: typed.platform.code(),
                version: version(&listing.editable(currency)),
                is_edited: listing.is_edited(),
                is_restorable: original.is_some_and(|original| original != listing),
                is_overtaken: problem == Some(Problem::ListingChanged),
                problem: problem.map(|problem| problem.sentence(page.language)),
            })
        };
        let words = lang::texts(page.language).generations;
        let listings = self.listings.iter().filter_map(one).collect();
        Ok(SavedForScript { message: words.saved, not_all: words.not_saved_in_part, listings })
    }

    /// Returns the listings that were not saved, as typed.
    fn refused(&self) -> impl Iterator<Item = Overlay> {
        self.listings
            .iter()
            .filter_map(|(typed, outcome)| Some(Overlay { typed: typed.clone(), problem: problem(outcome)? }))
    }
}
