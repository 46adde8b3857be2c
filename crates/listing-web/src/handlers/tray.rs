//! The handlers of the page that sorts the photos of many items.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::web::Payload;
use listing_domain::batch::BatchPolicy;
use listing_domain::ids::TrayPhotoId;
use listing_domain::locale::Market;
use listing_domain::marketplace::{Marketplace, Platform};
use listing_domain::options::Language;
use listing_domain::person::Preferences;
use listing_domain::ports::PhotoFault;
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::sku::Sku;
use listing_domain::tray::{PhotoName, Pile, PileText, Tray, TrayRefusal, TrayStep};
use listing_domain::usecase::{AddedToTray, TrayError, TrayUpload};
use listing_http::{Announced, ApiError, Outcome};
use serde::Serialize;
use uuid::Uuid;

use super::account::plan;
use super::generate::known;
use crate::form::Fields;
use crate::lang;
use crate::page::{Page, PathId};
use crate::piles::{TrayForm, parse_step};
use crate::problems::store_error;
use crate::upload::Upload;
use crate::view::{
    PilePhoto, PileRow, PileTyped, PlatformChoice, Problem, SharedOptions, ShownTray, TrayPage,
};

const PATH: &str = "/account/batch";

/// `GET /account/batch`: shows the photos to sort.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    let (owner, principal) = page.signed_in()?;
    let stored = page.web.preferences.now(principal.account).await;
    let options = stored.map_err(|error| ApiError::from_person_error(&error))?.options;
    let shared = shared_from_last(&page, options.as_ref(), owner.market);
    respond(&page, StatusCode::OK, View { shared, typed: Vec::new(), problems: Vec::new() }).await
}

/// The parts of the page that the handlers vary.
struct View {
    shared: SharedOptions,
    /// The texts of piles as typed, in place of the stored ones.
    typed: Vec<PileTyped>,
    problems: Vec<Problem>,
}

async fn respond(page: &Page, status: StatusCode, view: View) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let usage = page.web.usage.run(principal.account).await.map_err(ApiError::logged)?;
    let tray = page.web.piles.trays.tray(principal.account).await.map_err(store_error)?;
    page.show_as(
        status,
        &TrayPage {
            layout: page.layout(),
            draft: page.web.people.ids.id(),
            tray: tray.map(|tray| shown(&tray, view.typed)),
            moved: page.query("moved").parse().ok(),
            shared: view.shared,
            problems: view.problems,
            plan: plan(&usage),
        },
    )
}

fn shown(tray: &Tray, typed: Vec<PileTyped>) -> ShownTray {
    let mut typed = typed.into_iter();
    let photo = |id: &TrayPhotoId| {
        let name = tray.photo(*id).map(|photo| photo.name.to_string());
        PilePhoto { id: *id, name: name.unwrap_or_default() }
    };
    let pile = |pile: &Pile| PileRow {
        photos: pile.photos().iter().map(photo).collect(),
        typed: typed.next().unwrap_or_else(|| stored(pile.text())),
    };
    ShownTray {
        id: tray.id(),
        version: tray.version(),
        piles: tray.piles().iter().map(pile).collect(),
        can_undo: tray.previous().is_some(),
        is_arranged: tray.piles().iter().any(Pile::is_arranged),
    }
}

fn stored(text: &PileText) -> PileTyped {
    PileTyped {
        notes: text.notes.as_ref().map(|notes| notes.as_str().to_owned()).unwrap_or_default(),
        sku: text.sku.as_ref().map(Sku::to_string).unwrap_or_default(),
    }
}

/// Returns the options of the account's last generation, or the defaults.
fn shared_from_last(page: &Page, last: Option<&ListingOptions>, market: Option<Market>) -> SharedOptions {
    let chosen = last.map(|options| options.platforms.as_slice()).unwrap_or_default();
    SharedOptions {
        platforms: platforms(page, |platform| chosen.contains(&platform)),
        language: last.map_or(page.language, |options| options.language),
        tone: last.map(|options| options.tone).unwrap_or_default(),
        quality: last.map(|options| options.quality).unwrap_or_default(),
        market,
        brand: String::new(),
        condition: String::new(),
        audience: None,
    }
}

/// Returns the options of a sent form.
fn shared_from_fields(page: &Page, fields: &Fields) -> SharedOptions {
    let chosen: Vec<_> = fields.all("platforms").filter_map(|code| code.parse().ok()).collect();
    SharedOptions {
        platforms: platforms(page, |platform| chosen.contains(&platform)),
        language: fields.get("language").parse::<Language>().unwrap_or(page.language),
        tone: fields.get("tone").parse().unwrap_or_default(),
        quality: fields.get("quality").parse().unwrap_or_default(),
        market: fields.get("market").parse().ok(),
        brand: fields.get("brand").to_owned(),
        condition: fields.get("condition").to_owned(),
        audience: fields.get("audience").parse().ok(),
    }
}

fn platforms(page: &Page, is_checked: impl Fn(Platform) -> bool) -> Vec<PlatformChoice> {
    let choice = |marketplace: &Marketplace| PlatformChoice {
        platform: marketplace.platform(),
        name: marketplace.name().to_owned(),
        is_checked: is_checked(marketplace.platform()),
    };
    page.web.catalogue.iter().map(choice).collect()
}

/// The response to an upload, for the script.
#[derive(Serialize)]
struct AddedForScript {
    /// The version before the upload.
    seen: u32,
    version: u32,
    /// The photos that cannot be used.
    refused: Vec<RefusedPhoto>,
    /// The reasons why not all photos were added.
    errors: Vec<String>,
}

#[derive(Serialize)]
struct RefusedPhoto {
    name: String,
    reason: String,
}

/// `POST /account/batch`: adds photos.
pub(crate) async fn add(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let account = principal.account;
    let admitted = page.web.desk.admit(&page.edge, &page.request, &principal, Announced::Photos).await?;
    let Upload { fields, photos, names } =
        Upload::read(&mut page, payload, &admitted, Tray::MAX_PHOTOS).await?;
    if photos.is_empty() {
        return refuse_upload(&page, vec![Problem::NoPhoto]).await;
    }
    let draft: Uuid = fields.get("draft").parse().unwrap_or_else(|_| page.web.people.ids.id());
    let uploads = photos.into_iter().zip(names).enumerate().map(|(position, (upload, name))| {
        let id = TrayPhotoId::from_form(account, draft, position);
        TrayUpload { id, name: PhotoName::new(&name), upload }
    });
    let (add, regroup) = (page.web.piles.add.clone(), fields.get("regroup") == "1");
    match admitted.add_to_tray(add, uploads.collect(), regroup).await {
        Outcome::Done(added) | Outcome::Replayed(added) => added_photos(&page, added).await,
        Outcome::Refused(error) => refuse_upload(&page, vec![problem(error)?]).await,
        Outcome::CutOff => Err(ApiError::busy()),
        Outcome::Panicked => Err(ApiError::internal()),
    }
}

async fn added_photos(page: &Page, added: AddedToTray) -> Result<HttpResponse, ApiError> {
    let AddedToTray { seen, tray, unusable } = added;
    if page.is_for_script() {
        let words = lang::texts(page.language);
        let refused = |(name, fault): (PhotoName, PhotoFault)| RefusedPhoto {
            name: name.to_string(),
            reason: (words.values.photo_fault)(&fault),
        };
        let refused = unusable.into_iter().map(refused).collect();
        let version = tray.version();
        return Ok(HttpResponse::Ok().json(AddedForScript { seen, version, refused, errors: Vec::new() }));
    }
    if unusable.is_empty() {
        return Ok(page.redirect_to(&format!("{PATH}#tray")));
    }
    let problems = unusable.into_iter().map(|(name, fault)| Problem::NamedPhoto(name.to_string(), fault));
    refuse_upload(page, problems.collect()).await
}

async fn refuse_upload(page: &Page, problems: Vec<Problem>) -> Result<HttpResponse, ApiError> {
    if page.is_for_script() {
        let errors = problems.iter().map(|problem| problem.sentence(page.language)).collect();
        let refused = AddedForScript { seen: 0, version: 0, refused: Vec::new(), errors };
        return Ok(HttpResponse::BadRequest().json(refused));
    }
    let (owner, principal) = page.signed_in()?;
    let stored = page.web.preferences.now(principal.account).await;
    let options = stored.map_err(|error| ApiError::from_person_error(&error))?.options;
    let shared = shared_from_last(page, options.as_ref(), owner.market);
    respond(page, StatusCode::BAD_REQUEST, View { shared, typed: Vec::new(), problems }).await
}

/// `POST /account/batch/arrange`: saves the texts of the piles and takes a step.
pub(crate) async fn arrange(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_large(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let Some(form) = TrayForm::from_fields(&fields) else {
        return refuse(&page, &fields, Vec::new(), vec![Problem::PilesChanged]).await;
    };
    let step = match fields.get("step") {
        "" => None,
        text => Some(parse_step(text).ok_or_else(|| ApiError::invalid("step: not a step of the page"))?),
    };
    let texts = match form.texts() {
        Ok(texts) => texts,
        Err(problems) => return refuse(&page, &fields, form.typed, problems).await,
    };
    match page.web.piles.arrange.run(principal.account, form.seen, texts, step).await {
        Ok(_) => Ok(page.redirect_to(&place(step))),
        Err(error) => refuse(&page, &fields, Vec::new(), vec![problem(error)?]).await,
    }
}

/// Returns the address of the page with the photo or pile of a step in view.
fn place(step: Option<TrayStep>) -> String {
    match step {
        Some(
            TrayStep::Move { photo, .. }
            | TrayStep::Shift(photo, _)
            | TrayStep::ToNeighbor(photo, _)
            | TrayStep::Separate(photo)
            | TrayStep::Split(photo),
        ) => format!("{PATH}?moved={photo}#photo-{photo}"),
        Some(TrayStep::MovePile { to, .. }) => format!("{PATH}#item-{}", to + 1),
        Some(TrayStep::Merge(pile)) => format!("{PATH}#item-{pile}"),
        _ => format!("{PATH}#tray"),
    }
}

/// `POST /account/batch/start`: starts a batch of the piles.
pub(crate) async fn start(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_large(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let account = principal.account;
    let Some(form) = TrayForm::from_fields(&fields) else {
        return refuse(&page, &fields, Vec::new(), vec![Problem::NoPhoto]).await;
    };
    let mut wrong = Vec::new();
    let chosen = fields.all("platforms").filter_map(|code| code.parse().ok());
    let platforms = Platforms::new(chosen).map_err(|_| wrong.push(Problem::NoPlatform));
    let known = known(&fields).map_err(|problems| wrong.extend(problems));
    let texts = form.texts().map_err(|problems| wrong.extend(problems));
    let (Ok(platforms), Ok(known), Ok(texts)) = (platforms, known, texts) else {
        return refuse(&page, &fields, form.typed, wrong).await;
    };
    let SharedOptions { language, tone, quality, market, .. } = shared_from_fields(&page, &fields);
    let market = market.or_else(|| page.owner().and_then(|owner| owner.market));
    let options = ListingOptions { platforms, language, tone, quality, market };
    match page.web.piles.start.run(account, form.seen, texts, &options, &known).await {
        Ok(batch) => {
            let options = Some(options);
            let saved = page.web.preferences.run(account, |stored| Preferences { options, ..stored });
            saved.await.map_err(|error| ApiError::from_person_error(&error))?;
            Ok(page.redirect_to(&format!("/account/batches/{batch}")))
        }
        Err(error) => refuse(&page, &fields, form.typed, vec![problem(error)?]).await,
    }
}

/// Responds with the photos as they are sorted now, the options as typed, and the problems.
async fn refuse(
    page: &Page,
    fields: &Fields,
    typed: Vec<PileTyped>,
    problems: Vec<Problem>,
) -> Result<HttpResponse, ApiError> {
    let is_overtaken = problems.contains(&Problem::PilesChanged);
    let status = if is_overtaken { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
    // Texts that were typed for other piles do not fit the present ones.
    let typed = if is_overtaken { Vec::new() } else { typed };
    respond(page, status, View { shared: shared_from_fields(page, fields), typed, problems }).await
}

/// Returns the problem to show, or the error for an error page.
fn problem(error: TrayError) -> Result<Problem, ApiError> {
    Ok(match error {
        TrayError::Refused(TrayRefusal::PileFull) => Problem::PileFull,
        TrayError::Refused(TrayRefusal::TooManyPhotos) => Problem::TooManyToSort,
        TrayError::Refused(TrayRefusal::TooLarge) => Problem::TooLargeToSort,
        TrayError::Refused(TrayRefusal::NothingToUndo) => Problem::NothingToUndo,
        TrayError::Refused(TrayRefusal::Unknown) | TrayError::Overtaken => Problem::PilesChanged,
        TrayError::Empty => Problem::NoPhoto,
        TrayError::NoHistory => Problem::NoHistory,
        TrayError::TooMany => Problem::TooManyBatches(BatchPolicy::MAX_RUNNING),
        error => return Err(ApiError::logged(error)),
    })
}

/// `GET /account/batch/photos/{id}/thumbnail`: serves the small picture of a photo to sort.
pub(crate) async fn thumbnail(page: Page, id: PathId<TrayPhotoId>) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let picture = page.web.piles.trays.photo_thumbnail(principal.account, *id).await.map_err(store_error)?;
    let picture = picture.ok_or_else(|| ApiError::absent("picture"))?;
    let mut response = HttpResponse::Ok();
    page.add_page_headers(&mut response);
    response.insert_header((CACHE_CONTROL, "private, max-age=86400, immutable"));
    Ok(response.content_type(ContentType::jpeg()).body(picture.as_jpeg().to_vec()))
}
