//! Listings are asked for on a page, and waited for.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::generation::Generation;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::origin::Origin;
use listing_domain::person::Preferences;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::{PhotoError, Place};
use listing_domain::product::Product;
use listing_domain::request::{Extent, GenerationRequest, PhotoUploads, Platforms, Violation, Wish};
use listing_domain::usecase::{AnnouncedRequest, ErrorKind, GenerateError, WriteError};
use listing_domain::wish::{Quality, Tone};
use listing_http::{ApiError, body};
use serde::Serialize;
use uuid::Uuid;

use super::account::{failed, plan};
use crate::form::Fields;
use crate::page::Page;
use crate::upload::Upload;
use crate::view::{AttributeKind, NewGeneration, PlatformChoice, Problem, Typed};

/// `GET /account/new`.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let kept = page.web.preferences.now(principal.account).await;
    let wish = kept.map_err(|error| ApiError::of_person(&error))?.wish;
    let draft = GenerationId::new(page.web.people.ids.id());
    form(&page, StatusCode::OK, Wanted::like(wish.as_ref(), &page), draft, Vec::new()).await
}

/// What somebody wants, as far as it can be shown again: all but the photos.
struct Wanted {
    platforms: Vec<Platform>,
    language: listing_domain::wish::Language,
    tone: Tone,
    quality: Quality,
    typed: Typed,
}

impl Wanted {
    /// As it was wanted the last time.
    fn like(last: Option<&Wish>, page: &Page) -> Self {
        Self {
            platforms: last.map(|wish| wish.platforms.as_slice().to_vec()).unwrap_or_default(),
            language: last.map_or(page.language, |wish| wish.language),
            tone: last.map(|wish| wish.tone).unwrap_or_default(),
            quality: last.map(|wish| wish.quality).unwrap_or_default(),
            typed: Typed::default(),
        }
    }

    /// As it was typed.
    fn of(fields: &Fields, page: &Page) -> Self {
        let text = |name| fields.get(name).to_owned();
        Self {
            platforms: fields.all("platforms").filter_map(|code| code.parse().ok()).collect(),
            language: fields.get("language").parse().unwrap_or(page.language),
            tone: fields.get("tone").parse().unwrap_or_default(),
            quality: fields.get("quality").parse().unwrap_or_default(),
            typed: Typed {
                brand: text("brand"),
                size: text("size"),
                condition: text("condition"),
                color: text("color"),
                material: text("material"),
            },
        }
    }
}

/// What is wrong with a form, for the script.
#[derive(Serialize)]
struct Wrong {
    errors: Vec<String>,
}

/// Where to wait for what a form asks for, for the script.
#[derive(Serialize)]
struct Accepted<'a> {
    location: &'a str,
}

async fn form(
    page: &Page,
    status: StatusCode,
    wanted: Wanted,
    draft: GenerationId,
    problems: Vec<Problem>,
) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let usage = page.web.usage.run(principal.account).await?;
    let platforms = page.web.catalogue.iter().map(|marketplace| PlatformChoice {
        platform: marketplace.platform(),
        name: marketplace.name().to_owned(),
        is_checked: wanted.platforms.contains(&marketplace.platform()),
    });
    let new = NewGeneration {
        layout: page.layout(),
        platforms: platforms.collect(),
        language: wanted.language,
        tone: wanted.tone,
        quality: wanted.quality,
        typed: wanted.typed,
        problems,
        draft,
        plan: plan(&usage),
    };
    if page.is_for_script() {
        let errors: Vec<String> =
            new.problems.iter().map(|problem| problem.sentence(page.language)).collect();
        return Ok(HttpResponse::build(status).json(Wrong { errors }));
    }
    page.show_as(status, &new)
}

/// `POST /account/new`.
pub(crate) async fn create(page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let (account, edge) = (principal.account, page.edge.clone());
    edge.count_call(&principal).await?;
    let announced = AnnouncedRequest { has_large_body: body::is_large(&page.request), has_key: false };
    match page.web.generate.refuse_early(account, announced).await {
        // The form says it, in its reader's language.
        Err(refused) if refused.kind() == ErrorKind::QuotaExhausted => {}
        Err(refused) => return Err(ApiError::from(refused).closing()),
        Ok(()) => {}
    }
    let place = edge.enter(&page.request, &principal).await?;
    let Upload { fields, photos } = Upload::of(&page, payload, place.as_ref()).await?;
    fields.check(&page)?;
    let wanted = Wanted::of(&fields, &page);
    let draft: Uuid = fields.get("draft").parse().unwrap_or_else(|_| page.web.people.ids.id());
    let id = generation_id(account, draft);
    let request = match request(&page, id, photos, &wanted, &fields).await? {
        Ok(request) => request,
        Err(problems) => {
            return form(&page, StatusCode::BAD_REQUEST, wanted, GenerationId::new(draft), problems).await;
        }
    };
    let wish = request.wish.clone();
    let remembered = page.web.preferences.run(account, |kept| Preferences { wish: Some(wish), ..kept });
    remembered.await.map_err(|error| ApiError::of_person(&error))?;
    // A form that is sent twice makes one generation, and costs one unit.
    let is_known = page.web.generations.get(account, id).await.map_err(failed)?.is_some();
    let now = page.web.people.clock.now();
    if !is_known && page.web.running.begin(account, id, now) {
        start(&page, account, page.origin(&principal)?, id, request, place);
    }
    // Another process that is asked there knows by the moment that there is something to wait for.
    let place = format!("/account/generations/{id}?begun={}", now.as_microsecond());
    if page.is_for_script() {
        return Ok(HttpResponse::Ok().json(Accepted { location: &place }));
    }
    Ok(page.lead_to(&place))
}

/// Has a generation made beside requests, and notes what becomes of it.
fn start(
    page: &Page,
    account: AccountId,
    origin: Origin,
    id: GenerationId,
    request: GenerationRequest,
    place: Box<dyn Place>,
) {
    let (web, edge, wish) = (page.web.clone(), page.edge.clone(), request.wish.clone());
    let generate = Arc::clone(&web.generate);
    let work = async move { generate.run(account, origin, request, None).await };
    actix_web::rt::spawn(async move {
        match edge.generation_tasks.outcome(place, edge.metrics.clone(), work).await {
            Ok(Ok(_)) if web.kept_days > 0 => web.running.is_kept(id),
            Ok(Ok(answer)) => web.running.keep(Generation {
                id,
                account,
                created_at: web.people.clock.now(),
                wish,
                product: Product::Unknown,
                data: answer.data,
                usage: answer.usage,
                thumbnail: None,
                revised: None,
                rewrites: u32::MAX,
            }),
            Ok(Err(error)) => web.running.fail(account, id, problem(error)),
            Err(_) => web.running.fail(account, id, Problem::NotWritten),
        }
    });
}

/// What is asked for, or what is wrong with it.
async fn request(
    page: &Page,
    id: GenerationId,
    photos: Vec<PhotoUpload>,
    wanted: &Wanted,
    fields: &Fields,
) -> Result<Result<GenerationRequest, Vec<Problem>>, ApiError> {
    let (_, principal) = page.signed_in()?;
    let mut wrong = Vec::new();
    let count = photos.len();
    let photos = PhotoUploads::new(photos).map_err(|_| {
        wrong.push(if count == 0 { Problem::NoPhoto } else { Problem::TooManyPhotos });
    });
    let platforms = Platforms::new(wanted.platforms.iter().copied());
    let platforms = platforms.map_err(|_| wrong.push(Problem::NoPlatform));
    let known = known(fields).map_err(|problems| wrong.extend(problems));
    if !page.web.usage.run(principal.account).await?.can_generate() {
        wrong.push(Problem::NothingLeft);
    }
    let (Ok(photos), Ok(platforms), Ok(known), true) = (photos, platforms, known, wrong.is_empty()) else {
        return Ok(Err(wrong));
    };
    let market = page.owner().and_then(|owner| owner.market);
    let Wanted { language, tone, quality, .. } = *wanted;
    let wish = Wish { platforms, language, tone, quality, market };
    Ok(Ok(GenerationRequest {
        photos,
        wish,
        known,
        extent: Extent::WithDetails,
        id: Some(id),
        ignored: Vec::new(),
    }))
}

/// What the seller states, or what is wrong with it.
pub(crate) fn known(fields: &Fields) -> Result<KnownAttributes, Vec<Problem>> {
    let mut wrong = Vec::new();
    let mut read = |name: &str, kind, parse: fn(&str, &str) -> Result<Option<AttributeText>, Violation>| {
        parse(name, fields.get(name)).unwrap_or_else(|_| {
            // Nothing else can be wrong with one.
            wrong.push(Problem::TooLong(kind));
            None
        })
    };
    let known = KnownAttributes {
        brand: read("brand", AttributeKind::Brand, AttributeText::parse_brand),
        size: read("size", AttributeKind::Size, AttributeText::parse),
        condition: read("condition", AttributeKind::Condition, AttributeText::parse),
        color: read("color", AttributeKind::Color, AttributeText::parse),
        material: read("material", AttributeKind::Material, AttributeText::parse),
    };
    if wrong.is_empty() { Ok(known) } else { Err(wrong) }
}

/// The identity of the generation that a form of an account asks for: the same whenever the form
/// is sent, and never one of another account.
fn generation_id(account: AccountId, draft: Uuid) -> GenerationId {
    use sha2::{Digest as _, Sha256};
    let mut hasher = Sha256::new();
    hasher.update(account.as_uuid().as_bytes());
    hasher.update(draft.as_bytes());
    let digest: [u8; 32] = hasher.finalize().into();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    GenerationId::new(uuid::Builder::from_custom_bytes(half).into_uuid())
}

/// Why there are no listings, for whoever waits for them. Nothing was charged.
fn problem(error: GenerateError) -> Problem {
    match &error {
        GenerateError::Photos(PhotoError::Unusable(photos))
        | GenerateError::Write(WriteError::NothingShown(photos)) => match photos.as_slice() {
            [photo, ..] => Problem::Photo(photo.index + 1),
            [] => Problem::NoPhoto,
        },
        known => match known.kind() {
            ErrorKind::QuotaExhausted => Problem::NothingLeft,
            ErrorKind::Busy => Problem::Busy,
            _ => {
                // Its causes go to the log with it.
                let _ = ApiError::from(error);
                Problem::NotWritten
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_asks_for_one_generation_of_its_account() {
        let account = |number| AccountId::new(Uuid::from_u128(number));
        let id = generation_id(account(1), Uuid::from_u128(7));
        assert_eq!(generation_id(account(1), Uuid::from_u128(7)), id);
        assert_ne!(generation_id(account(2), Uuid::from_u128(7)), id);
        assert_ne!(generation_id(account(1), Uuid::from_u128(8)), id);
    }
}
