//! The handlers of the form that requests listings.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::options::{Quality, Tone};
use listing_domain::person::Preferences;
use listing_domain::photo::PhotoUpload;
use listing_domain::ports::PhotoError;
use listing_domain::product::Audience;
use listing_domain::request::{
    DetailLevel, GenerationRequest, ItemReferences, ListingOptions, PhotoUploads, Platforms, Violation,
};
use listing_domain::sku::Sku;
use listing_domain::usecase::{ErrorKind, GenerateError, WriteError};
use listing_http::{Admitted, Announced, ApiError, Failure as _, Outcome};
use serde::Serialize;
use uuid::Uuid;

use super::account::plan;
use crate::form::Fields;
use crate::page::Page;
use crate::problems::store_error;
use crate::progress::TransientGeneration;
use crate::upload::Upload;
use crate::view::{AttributeKind, NewGeneration, PlatformChoice, Problem, TypedAttributes};

/// `GET /account/new`: shows the form that requests listings.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let stored = page.web.preferences.now(principal.account).await;
    let options = stored.map_err(|error| ApiError::from_person_error(&error))?.options;
    let draft = GenerationId::new(page.web.people.ids.id());
    let choices = FormChoices::from_last(options.as_ref(), &page);
    // Without a script, the link for a guessed item leads here.
    let typed = TypedAttributes { name: page.query("name"), ..TypedAttributes::default() };
    form(&page, StatusCode::OK, FormChoices { typed, ..choices }, draft, Vec::new()).await
}

/// The values to fill into the form again: all except the photos.
struct FormChoices {
    platforms: Vec<Platform>,
    language: listing_domain::options::Language,
    tone: Tone,
    quality: Quality,
    typed: TypedAttributes,
}

impl FormChoices {
    /// Returns the options of the account's last generation, or the defaults.
    fn from_last(last: Option<&ListingOptions>, page: &Page) -> Self {
        Self {
            platforms: last.map(|options| options.platforms.as_slice().to_vec()).unwrap_or_default(),
            language: last.map_or(page.language, |options| options.language),
            tone: last.map(|options| options.tone).unwrap_or_default(),
            quality: last.map(|options| options.quality).unwrap_or_default(),
            typed: TypedAttributes::default(),
        }
    }

    /// Returns the values of a sent form.
    fn from_fields(fields: &Fields, page: &Page) -> Self {
        let text = |name| fields.get(name).to_owned();
        Self {
            platforms: fields.all("platforms").filter_map(|code| code.parse().ok()).collect(),
            language: fields.get("language").parse().unwrap_or(page.language),
            tone: fields.get("tone").parse().unwrap_or_default(),
            quality: fields.get("quality").parse().unwrap_or_default(),
            typed: TypedAttributes {
                name: text("name"),
                notes: text("notes"),
                sku: text("sku"),
                brand: text("brand"),
                size: text("size"),
                condition: text("condition"),
                color: text("color"),
                material: text("material"),
                quantity: text("quantity"),
                audience: audience(fields),
            },
        }
    }
}

/// The sentences about a form's problems, for the script.
#[derive(Serialize)]
struct FormErrors {
    errors: Vec<String>,
}

/// The path of the progress page, for the script.
#[derive(Serialize)]
struct Accepted<'a> {
    location: &'a str,
}

async fn form(
    page: &Page,
    status: StatusCode,
    choices: FormChoices,
    draft: GenerationId,
    problems: Vec<Problem>,
) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let usage = page.web.usage.run(principal.account).await.map_err(ApiError::logged)?;
    let platforms = page.web.catalogue.iter().map(|marketplace| PlatformChoice {
        platform: marketplace.platform(),
        name: marketplace.name().to_owned(),
        is_checked: choices.platforms.contains(&marketplace.platform()),
    });
    let new = NewGeneration {
        layout: page.layout(),
        platforms: platforms.collect(),
        language: choices.language,
        tone: choices.tone,
        quality: choices.quality,
        typed: choices.typed,
        problems,
        draft,
        plan: plan(&usage),
    };
    if page.is_for_script() {
        let errors: Vec<String> =
            new.problems.iter().map(|problem| problem.sentence(page.language)).collect();
        return Ok(HttpResponse::build(status).json(FormErrors { errors }));
    }
    page.show_as(status, &new)
}

/// `POST /account/new`: starts a generation.
pub(crate) async fn create(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let account = principal.account;
    let admitted = page.web.desk.admit(&page.edge, &page.request, &principal, Announced::Form).await?;
    let Upload { fields, photos, .. } =
        Upload::read(&mut page, payload, &admitted, PhotoUploads::MAX).await?;
    let choices = FormChoices::from_fields(&fields, &page);
    let draft: Uuid = fields.get("draft").parse().unwrap_or_else(|_| page.web.people.ids.id());
    let id = GenerationId::from_form(account, draft);
    let request = match request(&page, id, photos, &choices, &fields).await? {
        ParsedForm::Request(request) => *request,
        ParsedForm::Invalid(problems) => {
            return form(&page, StatusCode::BAD_REQUEST, choices, GenerationId::new(draft), problems).await;
        }
    };
    let options = request.options.clone();
    let saved = page.web.preferences.run(account, |stored| Preferences { options: Some(options), ..stored });
    saved.await.map_err(|error| ApiError::from_person_error(&error))?;
    // A form sent twice starts one generation and costs one unit.
    let is_known = page.web.generations.charged(account, id).await.map_err(store_error)?.is_some();
    let now = page.web.people.clock.now();
    if !is_known && page.web.running.begin(account, id, now) {
        start(&page, admitted, account, id, request);
    }
    // Other processes see from the time in the address that the generation has begun.
    let address = format!("/account/generations/{id}?begun={}", now.as_microsecond());
    if page.is_for_script() {
        return Ok(HttpResponse::Ok().json(Accepted { location: &address }));
    }
    Ok(page.redirect_to(&address))
}

/// Starts a generation that continues after the response, and records the outcome.
fn start(page: &Page, admitted: Admitted, account: AccountId, id: GenerationId, request: GenerationRequest) {
    let (web, options) = (page.web.clone(), request.options.clone());
    page.edge.tasks.spawn("form", |_| async move {
        match admitted.generate(request, None).await {
            Outcome::Done(_) | Outcome::Replayed(_) if web.retention_days > 0 => web.running.remove(id),
            Outcome::Done(answer) | Outcome::Replayed(answer) => {
                let created_at = web.people.clock.now();
                web.running.store_transient(
                    account,
                    TransientGeneration { id, created_at, language: options.language, data: answer.data },
                );
            }
            Outcome::Refused(error) => web.running.fail(account, id, problems(&error)),
            Outcome::CutOff | Outcome::Panicked => {
                web.running.fail(account, id, vec![Problem::NotWritten]);
            }
        }
    });
}

enum ParsedForm {
    Request(Box<GenerationRequest>),
    Invalid(Vec<Problem>),
}

async fn request(
    page: &Page,
    id: GenerationId,
    photos: Vec<PhotoUpload>,
    choices: &FormChoices,
    fields: &Fields,
) -> Result<ParsedForm, ApiError> {
    let (_, principal) = page.signed_in()?;
    let mut wrong = Vec::new();
    let count = photos.len();
    let photos = PhotoUploads::new(photos).map_err(|_| {
        wrong.push(if count == 0 { Problem::NoPhoto } else { Problem::TooManyPhotos });
    });
    let platforms = Platforms::new(choices.platforms.iter().copied());
    let platforms = platforms.map_err(|_| wrong.push(Problem::NoPlatform));
    let known = known(fields).map_err(|problems| wrong.extend(problems));
    let sku = sku(fields).map_err(|problem| wrong.push(problem));
    if !page.web.usage.run(principal.account).await.map_err(ApiError::logged)?.can_generate() {
        wrong.push(Problem::NothingLeft);
    }
    let (Ok(photos), Ok(platforms), Ok(known), Ok(sku), true) =
        (photos, platforms, known, sku, wrong.is_empty())
    else {
        return Ok(ParsedForm::Invalid(wrong));
    };
    let references = ItemReferences { sku, ..ItemReferences::default() };
    let market = page.owner().and_then(|owner| owner.market);
    let FormChoices { language, tone, quality, .. } = *choices;
    let options = ListingOptions { platforms, language, tone, quality, market };
    let (detail_level, id, ignored) = (DetailLevel::WithDetails, Some(id), Vec::new());
    let request = GenerationRequest { photos, options, known, references, detail_level, id, ignored };
    Ok(ParsedForm::Request(Box::new(request)))
}

/// Returns what the seller stated about the item, or the problems with it.
pub(crate) fn known(fields: &Fields) -> Result<KnownAttributes, Vec<Problem>> {
    let mut wrong = Vec::new();
    let mut read = |name: &str, kind, parse: fn(&str, &str) -> Result<Option<AttributeText>, Violation>| {
        parse(name, fields.get(name)).unwrap_or_else(|_| {
            // The only possible violation is the length.
            wrong.push(Problem::TooLong(kind));
            None
        })
    };
    let known = KnownAttributes {
        name: read("name", AttributeKind::Name, AttributeText::parse),
        notes: None,
        brand: read("brand", AttributeKind::Brand, AttributeText::parse),
        size: read("size", AttributeKind::Size, AttributeText::parse),
        condition: read("condition", AttributeKind::Condition, AttributeText::parse),
        color: read("color", AttributeKind::Color, AttributeText::parse),
        material: read("material", AttributeKind::Material, AttributeText::parse),
        quantity: match fields.get("quantity").trim() {
            "" => None,
            text => text.parse().map_err(|_| wrong.push(Problem::Quantity)).ok(),
        },
        audience: audience(fields),
    };
    let notes = Notes::parse("notes", fields.get("notes"));
    let notes = notes.unwrap_or_else(|_| {
        wrong.push(Problem::NotesTooLong);
        None
    });
    let known = KnownAttributes { notes, ..known };
    if wrong.is_empty() { Ok(known) } else { Err(wrong) }
}

/// Returns the seller's stock number, if given.
fn sku(fields: &Fields) -> Result<Option<Sku>, Problem> {
    match fields.get("sku").trim() {
        "" => Ok(None),
        text => Sku::parse("sku", text).map(Some).map_err(|_| Problem::Sku),
    }
}

fn audience(fields: &Fields) -> Option<Audience> {
    fields.get("audience").parse().ok()
}

/// Returns the reasons why no listings were written, for the progress page. Nothing was charged.
fn problems(error: &GenerateError) -> Vec<Problem> {
    match error {
        GenerateError::Photos(PhotoError::Unusable(photos))
        | GenerateError::Write(WriteError::NothingShown(photos)) => {
            photos.iter().map(|photo| Problem::Photo(photo.index + 1, photo.fault)).collect()
        }
        GenerateError::Write(WriteError::NotRecognized { guesses, .. }) => {
            vec![Problem::NotRecognized(guesses.clone())]
        }
        known => vec![match known.kind() {
            ErrorKind::QuotaExhausted => Problem::NothingLeft,
            ErrorKind::Busy => Problem::Busy,
            ErrorKind::TooManyFailures => Problem::FailedTooOften,
            _ => {
                error.log();
                Problem::NotWritten
            }
        }],
    }
}
