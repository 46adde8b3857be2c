//! The account area: pages for people, drawn on the server.
//!
//! People sign in, make keys, drop photos and take their listings with them; administrators look
//! after accounts. All of it stands on the same use-cases, units and limits as the interface for
//! programs. [`view`] holds what each page shows and `lang` the words it says it with, `handlers`
//! what each does.
//!
//! No page needs a script, and nothing is loaded from elsewhere. A session is a cookie for this
//! very host; what changes anything is a `POST` by a form that a page of ours gave to whoever
//! sends it. `docs/threat-model.md` lists threats and defenses.

mod cards;
mod control;
mod download;
mod edits;
mod examination;
mod export;
mod form;
mod handlers;
mod lang;
mod multipart;
mod page;
mod problems;
mod progress;
mod routes;
mod search;
mod spoken;
mod upload;
pub mod view;

use std::sync::Arc;

use actix_web::web;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{
    Activity, EntitlementStore, ExpenseBook, GenerationStore, IdentityProvider, QuotaLedger,
};
use listing_domain::usecase::people::{
    Administer, AdministerAccounts, AuthDeps, ChangeEmail, ChangePassword, DeleteOwnAccount, EndSessions,
    ExportAccount, FollowLink, Invite, LinkIdentity, NotifyKeyCreated, PersonError, RequestLink,
    SetPreferences, SignIn, SignInElsewhere, SignUp,
};
use listing_domain::usecase::{
    AddCredits, ChangePlan, CreateKey, DeleteAccount, GetUsage, KeyMaking, ResumeAccount, RevokeKey,
    RotateKey, SuspendAccount,
};
use listing_http::{Desk, RouteGroup, Tasks};

pub use examination::Examiner;
pub use routes::routes;

use examination::Examination;
use listing_domain::ErrorChain;
use progress::Running;

/// What the pages are built from.
pub struct WebParts {
    /// What letting people in is made of.
    pub people: AuthDeps,
    /// What keys are made with.
    pub keys: KeyMaking,
    /// Admits and runs generations and rewrites.
    pub desk: Desk,
    /// Tells how an account stands.
    pub usage: Arc<GetUsage>,
    /// Keeps what was generated.
    pub generations: Arc<dyn GenerationStore>,
    /// Tells what was done day by day.
    pub activity: Arc<dyn Activity>,
    /// Tells what writers' calls cost.
    pub expenses: Arc<dyn ExpenseBook>,
    /// Keeps which plans accounts are on.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Keeps the units.
    pub quota: Arc<dyn QuotaLedger>,
    /// Where people may have signed in already.
    pub provider: Option<Arc<dyn IdentityProvider>>,
    /// The rules of the marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// For how many days generations are kept.
    pub kept_days: u32,
    /// Examines the service.
    pub examiner: Arc<dyn Examiner>,
    /// How the service is set: names and values, secrets as none.
    pub settings: Vec<(String, String)>,
    /// The version of the program.
    pub version: String,
    /// Where browsers reach the service, as `https://ptl.example.com`.
    pub public_origin: String,
}

/// What the handlers share.
pub(crate) struct Web {
    pub(crate) people: AuthDeps,
    pub(crate) keys: KeyMaking,
    pub(crate) desk: Desk,
    /// The paths of pages that can be asked for, as patterns.
    pub(crate) patterns: Vec<&'static str>,
    pub(crate) usage: Arc<GetUsage>,
    pub(crate) generations: Arc<dyn GenerationStore>,
    pub(crate) activity: Arc<dyn Activity>,
    pub(crate) expenses: Arc<dyn ExpenseBook>,
    pub(crate) provider: Option<Arc<dyn IdentityProvider>>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) kept_days: u32,
    pub(crate) examiner: Arc<dyn Examiner>,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) version: String,
    public_origin: String,
    pub(crate) running: Running,
    pub(crate) examination: Examination,
    pub(crate) sign_in: SignIn,
    pub(crate) sign_up: Arc<SignUp>,
    pub(crate) sign_in_elsewhere: SignInElsewhere,
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

/// The pages, to be mounted.
pub fn face(parts: WebParts) -> RouteGroup {
    let routes = routes();
    let shared = web::Data::new(Web::new(parts, page::readable(&routes)));
    let configure = move |config: &mut web::ServiceConfig| {
        config.app_data(shared.clone());
    };
    RouteGroup {
        configure: Arc::new(configure),
        guide: "people begin at /",
        error_page: Some(Arc::new(handlers::errors::tell)),
        ..RouteGroup::of(routes)
    }
}

impl Web {
    fn new(parts: WebParts, patterns: Vec<&'static str>) -> Self {
        let WebParts { people, keys, .. } = &parts;
        let (people, keys) = (people.clone(), keys.clone());
        let (accounts, clock) = (keys.accounts.clone(), people.clock.clone());
        let delete = || DeleteAccount::new(accounts.clone(), clock.clone());
        let suspend = SuspendAccount::new(accounts.clone(), clock.clone());
        Self {
            sign_in: SignIn::new(people.clone()),
            sign_up: Arc::new(SignUp::new(people.clone())),
            sign_in_elsewhere: SignInElsewhere::new(people.clone()),
            link_identity: LinkIdentity::new(people.clone()),
            request_link: Arc::new(RequestLink::new(people.clone())),
            follow_link: FollowLink::new(people.clone()),
            end_sessions: EndSessions::new(people.clone()),
            change_password: ChangePassword::new(people.clone()),
            change_email: ChangeEmail::new(people.clone()),
            preferences: SetPreferences::new(people.people.clone()),
            delete_own: DeleteOwnAccount::new(people.clone(), delete()),
            export: ExportAccount {
                parts: people.clone(),
                accounts: accounts.clone(),
                entitlements: parts.entitlements.clone(),
                quota: parts.quota.clone(),
                policy: keys.policy,
            },
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
            examination: Examination::default(),
            people,
            keys,
            desk: parts.desk,
            patterns,
            usage: parts.usage,
            generations: parts.generations,
            activity: parts.activity,
            expenses: parts.expenses,
            provider: parts.provider,
            catalogue: parts.catalogue,
            kept_days: parts.kept_days,
            examiner: parts.examiner,
            settings: parts.settings,
            version: parts.version,
            public_origin: parts.public_origin,
        }
    }

    /// What people know the provider of identities by, if there is one.
    pub(crate) fn provider_name(&self) -> Option<String> {
        self.provider.as_ref().map(|provider| provider.name().to_owned())
    }

    /// What people know an issuer of identities by: the provider's name, or, if it is another one
    /// than that of today, its host.
    pub(crate) fn issuer_name(&self, issuer: &str) -> String {
        if let Some(provider) = self.provider.as_deref().filter(|provider| provider.issuer() == issuer) {
            return provider.name().to_owned();
        }
        let (_, host) = issuer.split_once("://").unwrap_or(("", issuer));
        host.split('/').next().unwrap_or_default().to_owned()
    }

    /// Where browsers reach the service.
    pub(crate) fn public_origin(&self) -> &str {
        &self.public_origin
    }
}

/// Sends a mail in a task of its own, so that its time tells nobody who has an account. What goes wrong
/// is in the log.
pub(crate) fn send_quietly(
    tasks: &Tasks,
    mail: impl Future<Output = Result<(), PersonError>> + Send + 'static,
) {
    tasks.spawn_quietly("mail", async move {
        match mail.await {
            Ok(()) => {}
            // That is what the limit is for.
            Err(PersonError::TooManyTries { .. }) => {
                tracing::info!("no mail was written because its reader was sent enough lately");
            }
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "what was to be written to somebody was not");
            }
        }
    });
}
