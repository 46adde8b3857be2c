//! Files that users download: their generations, and everything stored for their account.

use std::error::Error;

use jiff::Timestamp;
use listing_answer::GeneratedData;
use listing_domain::billing::{CheckoutId, Order, OrderState};
use listing_domain::entitlement::Term;
use listing_domain::generation::Generation;
use listing_domain::ids::TrayPhotoId;
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention};
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::locale::Market;
use listing_domain::marketplace::Catalogue;
use listing_domain::notes::Notes;
use listing_domain::options::Language;
use listing_domain::person::LinkedIdentity;
use listing_domain::request::ListingOptions;
use listing_domain::session::Session;
use listing_domain::sku::Sku;
use listing_domain::tray::Tray;
use listing_domain::usecase::people::AccountExport;
use listing_domain::webhook::{AttemptResult, Delivery, Webhook};
use listing_export::{ExportFormat as _, ExportItem, ListingsCsv};
use serde::Serialize;

use crate::download::Document;

type ExportError = Box<dyn Error + Send + Sync>;

/// Everything stored for an account, as JSON, with its generations last. It contains no digests or hashes,
/// which would help only a thief. The settings page lists what else is missing.
///
/// # Errors
/// When serializing fails.
pub(crate) fn account(all: &AccountExport) -> Result<Document, ExportError> {
    let (whole, tail) = (serde_json::to_vec(&AccountFile::from(all))?, b"]}");
    let head = whole.strip_suffix(tail).ok_or("the list of generations is not the last field")?.to_vec();
    Ok(Document { name: "photo-to-listing.json", head, tail, ..list() })
}

/// The format of a download of generations as a JSON list.
pub(crate) fn list() -> Document {
    Document {
        name: "listings.json",
        kind: "application/json",
        head: b"[".to_vec(),
        between: b",",
        tail: b"]",
        write: |_, one| Ok(serde_json::to_vec(&GenerationFile::read(one)?)?),
    }
}

/// The format of a download of listings as CSV, one line for each listing.
///
/// # Errors
/// When the header line cannot be written.
pub(crate) fn table() -> Result<Document, ExportError> {
    Ok(Document {
        name: ListingsCsv.file_name(),
        kind: ListingsCsv.media_type(),
        head: ListingsCsv::header()?,
        between: b"",
        tail: b"",
        write: rows,
    })
}

/// Everything stored for an account. The download inserts the generations into the empty list at the end.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountFile<'a> {
    taken_at: String,
    email: &'a str,
    created_at: String,
    email_confirmed_at: Option<String>,
    is_administrator: bool,
    identities: Vec<IdentityFile<'a>>,
    preferences: PreferencesFile,
    usage: UsageFile,
    plans: Vec<PlanFile>,
    keys: Vec<KeyFile<'a>>,
    sessions: Vec<SessionFile<'a>>,
    webhooks: Vec<WebhookFile<'a>>,
    orders: Vec<OrderFile<'a>>,
    photos: KeptPhotosFile,
    photos_to_sort: Vec<PileFile<'a>>,
    generations: [GenerationFile; 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IdentityFile<'a> {
    issuer: &'a str,
    subject: &'a str,
    linked_at: String,
}

/// An order; `orderedAt` is also the time of the buyer's consent to lose the right of withdrawal.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OrderFile<'a> {
    id: String,
    product: &'static str,
    credits: Option<u32>,
    ordered_at: String,
    state: &'static str,
    checkout: Option<&'a str>,
    paid_at: Option<String>,
    amount: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PreferencesFile {
    language: Option<&'static str>,
    market: Option<&'static str>,
    last_choice: Option<ChoiceFile>,
}

/// The form options that the user last chose.
#[derive(Serialize)]
struct ChoiceFile {
    platforms: Vec<&'static str>,
    #[serde(flatten)]
    options: OptionsFile,
}

/// The options with which a generation was requested.
#[derive(Serialize)]
struct OptionsFile {
    language: &'static str,
    tone: &'static str,
    quality: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UsageFile {
    plan: &'static str,
    free_used: u32,
    free_limit: u32,
    credits_remaining: u32,
}

#[derive(Serialize)]
struct PlanFile {
    plan: &'static str,
    starts: String,
    ends: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KeyFile<'a> {
    name: &'a str,
    begins: &'a str,
    scopes: Vec<&'static str>,
    created_at: String,
    last_used_at: Option<String>,
    expires_at: Option<String>,
    /// In the future for a replaced key that still works.
    revoked_at: Option<String>,
    is_revoked: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionFile<'a> {
    browser: &'a str,
    created_at: String,
    last_used_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WebhookFile<'a> {
    url: &'a str,
    created_at: String,
    disabled_at: Option<String>,
    deliveries: Vec<DeliveryFile>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryFile {
    id: String,
    r#type: &'static str,
    state: &'static str,
    created_at: String,
    attempts: u32,
    last_attempt_at: Option<String>,
    last_status: Option<u16>,
    last_fault: Option<&'static str>,
}

/// The photos kept for exports, as numbers and dates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KeptPhotosFile {
    /// Absent if the account keeps no photos.
    days: Option<u8>,
    photos: u32,
    items: u32,
    oldest: Option<String>,
    deleted_until: Option<String>,
}

/// The photos of an item that no batch has yet, without their files.
#[derive(Serialize)]
struct PileFile<'a> {
    photos: Vec<PhotoFile<'a>>,
    notes: Option<&'a str>,
    sku: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhotoFile<'a> {
    name: &'a str,
    taken_at: Option<String>,
}

fn piles(tray: &Tray) -> impl Iterator<Item = PileFile<'_>> {
    let photo = |id: &TrayPhotoId| {
        let photo = tray.photo(*id)?;
        let taken_at = photo.traits.taken_at.map(|at| at.to_string());
        Some(PhotoFile { name: photo.name.as_str(), taken_at })
    };
    tray.piles().iter().map(move |pile| PileFile {
        photos: pile.photos().iter().filter_map(photo).collect(),
        notes: pile.text().notes.as_ref().map(Notes::as_str),
        sku: pile.text().sku.as_ref().map(Sku::as_str),
    })
}

/// A generation with the `data` of its API response.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationFile {
    id: String,
    created_at: String,
    #[serde(flatten)]
    options: OptionsFile,
    data: GeneratedData,
}

impl<'a> From<&'a AccountExport> for AccountFile<'a> {
    fn from(all: &'a AccountExport) -> Self {
        let AccountExport {
            taken_at,
            person,
            identities,
            usage,
            entitlements,
            keys,
            sessions,
            webhooks,
            tray,
            ..
        } = all;
        let preferences = &person.preferences;
        Self {
            taken_at: taken_at.to_string(),
            email: person.account.email.as_str(),
            created_at: person.account.created_at.to_string(),
            email_confirmed_at: text(person.confirmed_at),
            is_administrator: person.is_administrator,
            identities: identities.iter().map(IdentityFile::from).collect(),
            preferences: PreferencesFile {
                language: preferences.language.map(Language::code),
                market: preferences.market.map(Market::code),
                last_choice: preferences.options.as_ref().map(ChoiceFile::from),
            },
            usage: UsageFile {
                plan: usage.plan.code(),
                free_used: usage.free_used,
                free_limit: usage.free_limit,
                credits_remaining: usage.credits_remaining,
            },
            plans: entitlements.iter().map(|it| PlanFile::from(&it.term)).collect(),
            keys: keys.iter().map(|key| KeyFile::at(key, *taken_at)).collect(),
            sessions: sessions.iter().map(SessionFile::from).collect(),
            webhooks: webhooks.iter().map(|(webhook, log)| WebhookFile::with(webhook, log)).collect(),
            orders: all.orders.iter().map(OrderFile::from).collect(),
            photos: KeptPhotosFile {
                days: all.photo_retention.map(PhotoRetention::days),
                ..(&all.photos).into()
            },
            photos_to_sort: tray.iter().flat_map(piles).collect(),
            generations: [],
        }
    }
}

impl<'a> From<&'a Order> for OrderFile<'a> {
    fn from(order: &'a Order) -> Self {
        let paid = if let OrderState::Paid(paid) = &order.state { Some(paid) } else { None };
        Self {
            id: order.terms.id.to_string(),
            product: order.terms.product.code(),
            credits: order.terms.credits.map(std::num::NonZeroU32::get),
            ordered_at: order.terms.ordered_at.to_string(),
            state: order.state.step().code(),
            checkout: order.state.checkout().map(CheckoutId::as_str),
            paid_at: paid.map(|paid| paid.paid_at.to_string()),
            amount: paid.and_then(|paid| paid.amount).map(|amount| format!("{amount} {}", amount.currency())),
        }
    }
}

fn text(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}

impl<'a> From<&'a LinkedIdentity> for IdentityFile<'a> {
    fn from(linked: &'a LinkedIdentity) -> Self {
        let (issuer, subject) = (linked.identity.issuer.as_str(), linked.identity.subject.as_str());
        Self { issuer, subject, linked_at: linked.linked_at.to_string() }
    }
}

impl From<&ListingOptions> for ChoiceFile {
    fn from(options: &ListingOptions) -> Self {
        let platforms = options.platforms.as_slice().iter().map(|platform| platform.code());
        Self { platforms: platforms.collect(), options: options.into() }
    }
}

impl From<&ListingOptions> for OptionsFile {
    fn from(options: &ListingOptions) -> Self {
        Self { language: options.language.code(), tone: options.tone.code(), quality: options.quality.code() }
    }
}

impl From<&Term> for PlanFile {
    fn from(term: &Term) -> Self {
        Self { plan: term.plan.code(), starts: term.starts.to_string(), ends: text(term.ends) }
    }
}

impl<'a> KeyFile<'a> {
    fn at(key: &'a KeyRecord, now: Timestamp) -> Self {
        Self {
            name: key.name.as_str(),
            begins: key.hint.as_str(),
            scopes: key.scopes.codes().collect(),
            created_at: key.created_at.to_string(),
            last_used_at: text(key.last_used_at),
            expires_at: text(key.expires_at),
            revoked_at: text(key.revoked_at),
            is_revoked: matches!(key.state_at(now), KeyState::Revoked(_)),
        }
    }
}

impl<'a> From<&'a Session> for SessionFile<'a> {
    fn from(session: &'a Session) -> Self {
        let (created_at, last_used_at) = (session.created_at.to_string(), session.seen_at.to_string());
        Self { browser: session.browser.as_str(), created_at, last_used_at }
    }
}

impl<'a> WebhookFile<'a> {
    fn with(webhook: &'a Webhook, log: &[Delivery]) -> Self {
        Self {
            url: webhook.url.as_str(),
            created_at: webhook.created_at.to_string(),
            disabled_at: text(webhook.disabled_at),
            deliveries: log.iter().map(DeliveryFile::from).collect(),
        }
    }
}

impl From<&Delivery> for DeliveryFile {
    fn from(delivery: &Delivery) -> Self {
        let (last_at, result) = delivery.last.unzip();
        let (last_status, last_fault) = match result {
            Some(AttemptResult::Answered(status)) => (Some(status), None),
            Some(AttemptResult::Failed(fault)) => (None, Some(fault.code())),
            None => (None, None),
        };
        Self {
            id: delivery.id.to_string(),
            r#type: delivery.event.code(),
            state: delivery.state.code(),
            created_at: delivery.at.to_string(),
            attempts: delivery.attempts,
            last_attempt_at: text(last_at),
            last_status,
            last_fault,
        }
    }
}

impl From<&KeptPhotoSummary> for KeptPhotosFile {
    fn from(kept: &KeptPhotoSummary) -> Self {
        let KeptPhotoSummary { generations: items, photos, oldest, last_delete_at } = *kept;
        Self { days: None, photos, items, oldest: text(oldest), deleted_until: text(last_delete_at) }
    }
}

impl GenerationFile {
    fn read(generation: &Generation) -> serde_json::Result<Self> {
        Ok(Self {
            id: generation.id.to_string(),
            created_at: generation.created_at.to_string(),
            options: (&generation.options).into(),
            data: GeneratedData::read(generation.current())?,
        })
    }
}

/// Returns the CSV lines of a generation's listings.
///
/// # Errors
/// When the stored data cannot be read.
fn rows(catalogue: &Catalogue, generation: &Generation) -> Result<Vec<u8>, ExportError> {
    let data = GeneratedData::read(generation.current())?;
    let item = ExportItem::new(catalogue, generation, &data, Vec::new());
    Ok(ListingsCsv::rows(&item)?)
}
