//! The web app: pages rendered on the server.
//!
//! Users sign in, create API keys, upload photos and export their listings; administrators manage accounts.
//! The pages use the same use cases, quotas and limits as the API. [`view`] has the data of each page, `lang`
//! its texts, and `handlers` its actions.
//!
//! No page needs a script or loads anything from other origins. The session cookie is for this host only.
//! Every change is a `POST` with the form token of a page of this service. `docs/threat-model.md` lists
//! threats and defenses.

mod control_characters;
mod doctor;
mod download;
mod edits;
mod export;
mod export_file;
mod form;
mod generation_page;
mod handlers;
mod lang;
mod multipart;
mod page;
mod piles;
mod problems;
mod progress;
mod routes;
mod search;
mod typed_fields;
mod upload;
pub mod view;

use std::sync::Arc;

use actix_web::web;
use listing_answer::JsonAnswers;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{
    Activity, BillingQueue, EntitlementStore, ExpenseBook, GenerationStore, IdentityProvider, KeptPhotoStore,
    OrderStore, QuotaLedger, WebhookStore,
};
use listing_domain::usecase::billing::{ManageSales, Sell};
use listing_domain::usecase::people::{
    Administer, AdministerAccounts, AuthDeps, ChangeEmail, ChangePassword, DeleteOwnAccount, EndSessions,
    ExportAccount, FollowLink, Invite, LinkIdentity, NotifyKeyCreated, PersonError, RequestLink,
    SetPhotoRetention, SetPreferences, SignIn, SignInWithProvider, SignUp,
};
use listing_domain::usecase::{
    AddCredits, ChangePlan, CreateKey, DeleteAccount, EditListings, GetUsage, KeyFactory, ResumeAccount,
    RevokeKey, RotateKey, SuspendAccount,
};
use listing_export::{ExportOptions, FormatId};
use listing_http::{Desk, RouteGroup, Tasks};

pub use doctor::DoctorRunner;
pub use piles::Piles;
pub use routes::routes;

use doctor::DoctorState;
use listing_domain::ErrorChain;
use listing_domain::kept_photos::PhotoRetention;
use progress::Running;
use view::FormatMenu;

/// The dependencies of the web app.
pub struct WebDeps {
    /// The dependencies of authentication.
    pub people: AuthDeps,
    /// The dependencies of key creation.
    pub keys: KeyFactory,
    /// Admits and runs generations and rewrites.
    pub desk: Desk,
    /// The use case for quota and plan.
    pub usage: Arc<GetUsage>,
    /// The history of generations.
    pub generations: Arc<dyn GenerationStore>,
    /// The photos that accounts keep for exports.
    pub kept_photos: Arc<dyn KeptPhotoStore>,
    /// The longest retention that accounts may choose for photos; `None` forbids photos.
    pub photo_limit: Option<PhotoRetention>,
    /// The use cases of many items.
    pub piles: Piles,
    /// The store of the number of generations by day and key.
    pub activity: Arc<dyn Activity>,
    /// The costs of AI calls.
    pub expenses: Arc<dyn ExpenseBook>,
    /// The plans of accounts.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// The quota ledger.
    pub quota: Arc<dyn QuotaLedger>,
    /// The webhooks.
    pub webhooks: Arc<dyn WebhookStore>,
    /// The identity provider, if one is configured.
    pub provider: Option<Arc<dyn IdentityProvider>>,
    /// The orders of accounts.
    pub orders: Arc<dyn OrderStore>,
    /// The queue of objects at the payment provider.
    pub billing_queue: Arc<dyn BillingQueue>,
    /// The sales through the payment provider, if one is configured.
    pub sales: Option<Sales>,
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// The host's options for exported files.
    pub exports: ExportOptions,
    /// The number of days for which generations stay in the history.
    pub retention_days: u32,
    /// The runner of the doctor's checks.
    pub doctor: Arc<dyn DoctorRunner>,
    /// The settings as names and values, without secrets.
    pub settings: Vec<(String, String)>,
    /// The program version.
    pub version: String,
    /// The public origin of the service, for example `https://ptl.example.com`.
    pub public_origin: String,
}

/// The use cases of sales.
#[derive(Clone)]
pub struct Sales {
    /// Sells to the users.
    pub sell: Arc<Sell>,
    /// Manages sales for administrators.
    pub manage: Arc<ManageSales>,
}

/// The state that all page handlers share.
pub(crate) struct Web {
    pub(crate) people: AuthDeps,
    pub(crate) keys: KeyFactory,
    pub(crate) desk: Desk,
    /// The path patterns of pages that answer `GET`.
    pub(crate) patterns: Vec<&'static str>,
    pub(crate) usage: Arc<GetUsage>,
    pub(crate) generations: Arc<dyn GenerationStore>,
    pub(crate) kept_photos: Arc<dyn KeptPhotoStore>,
    pub(crate) photo_retention: SetPhotoRetention,
    pub(crate) piles: Piles,
    pub(crate) edit: EditListings,
    pub(crate) activity: Arc<dyn Activity>,
    pub(crate) expenses: Arc<dyn ExpenseBook>,
    pub(crate) provider: Option<Arc<dyn IdentityProvider>>,
    pub(crate) sales: Option<Sales>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) exports: ExportOptions,
    pub(crate) retention_days: u32,
    pub(crate) doctor: Arc<dyn DoctorRunner>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) version: String,
    public_origin: String,
    pub(crate) running: Running,
    pub(crate) doctor_state: DoctorState,
    pub(crate) sign_in: SignIn,
    pub(crate) sign_up: Arc<SignUp>,
    pub(crate) sign_in_with_provider: SignInWithProvider,
    pub(crate) link_identity: LinkIdentity,
    pub(crate) request_link: Arc<RequestLink>,
    pub(crate) follow_link: FollowLink,
    pub(crate) end_sessions: EndSessions,
    pub(crate) change_password: ChangePassword,
    pub(crate) change_email: ChangeEmail,
    pub(crate) preferences: SetPreferences,
    pub(crate) delete_own: DeleteOwnAccount,
    pub(crate) export: ExportAccount,
    pub(crate) notify_key_created: Arc<NotifyKeyCreated>,
    pub(crate) create_key: CreateKey,
    pub(crate) rotate_key: RotateKey,
    pub(crate) revoke_key: RevokeKey,
    pub(crate) invite: Invite,
    pub(crate) administer: Administer,
    pub(crate) change_plan: ChangePlan,
    pub(crate) add_credits: AddCredits,
    pub(crate) others: AdministerAccounts,
    pub(crate) resume: ResumeAccount,
}

/// Returns the web app's routes, ready to mount in the server.
pub fn route_group(parts: WebDeps) -> RouteGroup {
    let routes = routes();
    let shared = web::Data::new(Web::new(parts, page::readable(&routes)));
    let configure = move |config: &mut web::ServiceConfig| {
        config.app_data(shared.clone());
    };
    RouteGroup {
        configure: Arc::new(configure),
        guide: "the web app is at /",
        error_page: Some(Arc::new(handlers::errors::respond)),
        ..RouteGroup::of(routes)
    }
}

fn export_account(parts: &WebDeps) -> ExportAccount {
    ExportAccount {
        parts: parts.people.clone(),
        accounts: parts.keys.accounts.clone(),
        entitlements: parts.entitlements.clone(),
        quota: parts.quota.clone(),
        webhooks: parts.webhooks.clone(),
        orders: parts.orders.clone(),
        photos: parts.kept_photos.clone(),
        trays: parts.piles.trays.clone(),
        policy: parts.keys.policy,
    }
}

impl Web {
    fn new(parts: WebDeps, patterns: Vec<&'static str>) -> Self {
        let WebDeps { people, keys, .. } = &parts;
        let (people, keys) = (people.clone(), keys.clone());
        let (accounts, clock) = (keys.accounts.clone(), people.clock.clone());
        let delete = || {
            DeleteAccount::new(accounts.clone(), clock.clone())
                .with_subscriptions(parts.orders.clone(), parts.billing_queue.clone())
        };
        let suspend = SuspendAccount::new(accounts.clone(), clock.clone());
        Self {
            sign_in: SignIn::new(people.clone()),
            sign_up: Arc::new(SignUp::new(people.clone())),
            sign_in_with_provider: SignInWithProvider::new(people.clone()),
            link_identity: LinkIdentity::new(people.clone()),
            request_link: Arc::new(RequestLink::new(people.clone())),
            follow_link: FollowLink::new(people.clone()),
            end_sessions: EndSessions::new(people.clone()),
            change_password: ChangePassword::new(people.clone()),
            change_email: ChangeEmail::new(people.clone()),
            preferences: SetPreferences::new(people.people.clone()),
            delete_own: DeleteOwnAccount::new(people.clone(), delete()),
            export: export_account(&parts),
            notify_key_created: Arc::new(NotifyKeyCreated::new(people.clone())),
            create_key: CreateKey::new(keys.clone()),
            rotate_key: RotateKey::new(keys.clone()),
            revoke_key: RevokeKey::new(accounts.clone(), clock.clone()),
            invite: Invite::new(people.clone()),
            administer: Administer::new(people.clone()),
            change_plan: ChangePlan::new(parts.entitlements, clock.clone()),
            add_credits: AddCredits::new(parts.quota, clock.clone(), keys.policy),
            others: AdministerAccounts::new(people.clone(), suspend, delete()),
            resume: ResumeAccount::new(accounts.clone()),
            running: Running::default(),
            doctor_state: DoctorState::default(),
            people,
            keys,
            desk: parts.desk,
            patterns,
            usage: parts.usage,
            edit: EditListings {
                generations: parts.generations.clone(),
                answers: Arc::new(JsonAnswers),
                catalogue: parts.catalogue.clone(),
            },
            photo_retention: SetPhotoRetention::new(parts.kept_photos.clone(), parts.photo_limit),
            kept_photos: parts.kept_photos,
            generations: parts.generations,
            piles: parts.piles,
            activity: parts.activity,
            expenses: parts.expenses,
            provider: parts.provider,
            sales: parts.sales,
            catalogue: parts.catalogue,
            exports: parts.exports,
            retention_days: parts.retention_days,
            doctor: parts.doctor,
            settings: parts.settings,
            version: parts.version,
            public_origin: parts.public_origin,
        }
    }

    /// Returns the display name of the identity provider, if one is configured.
    pub(crate) fn provider_name(&self) -> Option<String> {
        self.provider.as_ref().map(|provider| provider.name().to_owned())
    }

    /// Returns the display name of an issuer: the provider's name, or the host for an issuer other than the
    /// configured one.
    pub(crate) fn issuer_name(&self, issuer: &str) -> String {
        if let Some(provider) = self.provider.as_deref().filter(|provider| provider.issuer() == issuer) {
            return provider.name().to_owned();
        }
        let (_, host) = issuer.split_once("://").unwrap_or(("", issuer));
        host.split('/').next().unwrap_or_default().to_owned()
    }

    /// Returns the formats that the host offers, with the chosen one if any.
    pub(crate) fn format_menu(&self, chosen: Option<FormatId>) -> FormatMenu {
        FormatMenu { formats: self.exports.formats(), chosen }
    }

    pub(crate) fn public_origin(&self) -> &str {
        &self.public_origin
    }
}

/// Sends a mail in a separate task, so that the response time does not disclose if an account exists. Errors
/// go to the log.
pub(crate) fn send_mail_in_background(
    tasks: &Tasks,
    mail: impl Future<Output = Result<(), PersonError>> + Send + 'static,
) {
    tasks.spawn_quietly("mail", async move {
        match mail.await {
            Ok(()) => {}
            // The limit on mail to one recipient worked as intended.
            Err(PersonError::TooManyAttempts { .. }) => {
                tracing::info!("email not sent: the recipient's limit is reached");
            }
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "failed to queue an email");
            }
        }
    });
}
