//! The web app on a free port, with users and their stored data.

use std::fmt::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use listing_answer::{
    Alternative, Amount, AttributeDetail, AttributeDetails, Code, Details, GeneratedData, ItemAttributes,
    JsonAnswers, ListingDetails, Missing, PhotoDetails, PhotoNote, PlatformListing, PriceDetails, Warning,
};
use listing_domain::account::{Account, Email};
use listing_domain::attributes::Source;
use listing_domain::generation::{GenerationFilter, HistoryPolicy};
use listing_domain::ids::{AccountId, GenerationId, KeyId, ReservationId, SessionId};
use listing_domain::locale::Market;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::Currency;
use listing_domain::options::Language;
use listing_domain::origin::Origin;
use listing_domain::password::Password;
use listing_domain::person::{Epoch, Person, Preferences, Registration};
use listing_domain::ports::{
    AccountStore as _, BatchStore, Clock as _, GenerationStore as _, IdSource as _, IdentityProvider,
    LinkStore as _, ListingWriter, Outbox as _, PasswordHasher as _, PersonStore as _, QuotaLedger as _,
    SessionStore as _, SettleRequest, TrayStore as _,
};
use listing_domain::principal::Scope;
use listing_domain::quota::{QuotaPolicy, RatePolicy, Usage};
use listing_domain::session::SessionPolicy;
use listing_domain::usecase::people::{AttemptLimits, AuthDeps, AuthenticateSession, Invite, PeoplePolicy};
use listing_domain::usecase::{
    AuthenticateCaller, CreateKey, FAILED_CALLS, GenerateListings, GenerationPolicy, GetUsage, KeyFactory,
    KeyOptions, RewriteListings, RewritePolicy, WriteListings, WritingPolicy,
};
use listing_export::ExportOptions;
use listing_http::{
    Access, Authenticated, CorsOrigins, Desk, Edge, HttpLimits, Metrics, OwnHosts, RouteEntry, RouteGroup,
    Tasks, TrustedProxies,
};
use listing_testkit::{
    FakeWriter, Faulty, FixedClock, MemoryLimiter, MemoryProvider, MemoryStore, QuickHasher, SeededIds,
    SketchPhotos, holding, new_generation,
};
use listing_web::WebDeps;

use crate::admission::RecordingAdmission;
use crate::doctor::{AlwaysReady, PanicsOnce};
use crate::history::History;

pub(crate) const ORIGIN: &str = "https://ptl.example.com";

pub(crate) const PASSWORD: &str = "quatre lapins au jardin";

/// The maximum time for shutting down the web app.
const PATIENCE: Duration = Duration::from_mins(1);

/// The settings in which tests differ.
#[derive(Clone, Copy)]
pub(crate) struct Setup {
    pub(crate) registration: Registration,
    pub(crate) sends_mail: bool,
    pub(crate) rates: RatePolicy,
}

impl Default for Setup {
    fn default() -> Self {
        let rates = RatePolicy { free: 100_000, pro: 100_000, anonymous: 100_000, pages: 100_000 };
        Self { registration: Registration::Open, sends_mail: true, rates }
    }
}

/// The web app on a free port.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) store: Arc<MemoryStore>,
    /// The store that the web app uses, which can be made to fail.
    pub(crate) faults: Arc<Faulty<MemoryStore>>,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) payments: Arc<MemoryProvider>,
    pub(crate) ids: Arc<SeededIds>,
    pub(crate) parts: AuthDeps,
    pub(crate) history: Arc<History>,
    pub(crate) admission: Arc<RecordingAdmission>,
    /// The background tasks of the web app.
    pub(crate) tasks: Tasks,
    /// The options of exports, for [`Site::another_process`].
    pub(crate) exports: ExportOptions,
    writer: Arc<dyn ListingWriter>,
    provider: Option<Arc<dyn IdentityProvider>>,
    hasher: Arc<QuickHasher>,
}

/// A user with an API key, a generation and other stored data.
pub(crate) struct Resident {
    pub(crate) account: AccountId,
    pub(crate) email: Email,
    pub(crate) key: String,
    pub(crate) key_id: KeyId,
    pub(crate) generation: GenerationId,
}

impl Site {
    pub(crate) fn open() -> Self {
        Self::with(Setup::default())
    }

    pub(crate) fn with(setup: Setup) -> Self {
        Self::build(setup, Arc::new(FakeWriter::default()), None)
    }

    /// Opens the web app with an identity provider.
    pub(crate) fn with_provider(setup: Setup, provider: Arc<dyn IdentityProvider>) -> Self {
        Self::build(setup, Arc::new(FakeWriter::default()), Some(provider))
    }

    /// Opens the web app with a writer of listings.
    pub(crate) fn with_writer(writer: Arc<dyn ListingWriter>) -> Self {
        Self::build(Setup::default(), writer, None)
    }

    fn build(
        setup: Setup,
        writer: Arc<dyn ListingWriter>,
        provider: Option<Arc<dyn IdentityProvider>>,
    ) -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
        let ids = Arc::new(SeededIds::new(13));
        let hasher = Arc::new(QuickHasher::default());
        let limiter = Arc::new(MemoryLimiter::new(clock.clone()));
        let faults = Arc::new(Faulty::over(store.clone()));
        let parts = AuthDeps {
            people: faults.clone(),
            sessions: faults.clone(),
            links: faults.clone(),
            outbox: faults.clone(),
            passwords: hasher.clone(),
            limiter,
            clock: clock.clone(),
            ids: ids.clone(),
            policy: PeoplePolicy {
                registration: setup.registration,
                sends_mail: setup.sends_mail,
                sessions: SessionPolicy::default(),
                link_base: format!("{ORIGIN}/link/"),
                limits: AttemptLimits::default(),
            },
        };
        let history = Arc::new(History::new(faults.clone()));
        let (address, admission) = (([127, 0, 0, 1], 0).into(), Arc::new(RecordingAdmission::new()));
        Self {
            payments: Arc::new(MemoryProvider::new(clock.clone())),
            address,
            store,
            faults,
            clock,
            ids,
            parts,
            history,
            admission,
            tasks: Tasks::on(tokio::runtime::Handle::current()),
            exports: ExportOptions::default(),
            writer,
            provider,
            hasher,
        }
        .serve(setup.rates)
    }

    /// Opens another process of the service on the same store.
    pub(crate) fn another_process(&self) -> Self {
        self.clone().serve(Setup::default().rates)
    }

    /// Serves the same state on another free port, as a separate process would.
    fn serve(self, rates: RatePolicy) -> Self {
        let edge = Edge {
            authenticate: Arc::new(AuthenticateCaller::new(self.faults.clone(), self.clock.clone())),
            sessions: Some(Arc::new(AuthenticateSession::new(
                self.faults.clone(),
                self.clock.clone(),
                SessionPolicy::default(),
            ))),
            hosts: OwnHosts::default().with_origin(Some(ORIGIN)),
            pricing_url: None,
            public_origin: Some(ORIGIN.to_owned()),
            limiter: self.parts.limiter.clone(),
            ids: self.ids.clone(),
            rates,
            readiness: Arc::new(AlwaysReady),
            metrics: Metrics::new().unwrap(),
            tasks: self.tasks.clone(),
            admission: self.admission.clone(),
            limits: HttpLimits::default(),
            trusted_proxies: "127.0.0.1".parse::<TrustedProxies>().unwrap(),
            cors_origins: CorsOrigins::default(),
        };
        let route_groups = vec![listing_web::route_group(self.web_deps()), programs()];
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(
            listing_http::serve(listener, edge, route_groups, NonZeroUsize::new(1), PATIENCE).unwrap(),
        );
        Self { address, ..self }
    }

    fn web_deps(&self) -> WebDeps {
        let (store, clock) = (self.faults.clone(), self.clock.clone());
        let usage = Arc::new(GetUsage::new(store.clone(), clock, QuotaPolicy::default()));
        WebDeps {
            people: self.parts.clone(),
            keys: self.key_factory(),
            desk: Desk::new(
                Arc::new(self.generate()),
                Some(RewriteListings {
                    generations: store.clone(),
                    write: self.writing(),
                    answers: Arc::new(JsonAnswers),
                    expenses: Some(store.clone()),
                    clock: self.clock.clone(),
                    policy: RewritePolicy::default(),
                }),
            ),
            usage,
            generations: self.history.clone(),
            kept_photos: store.clone(),
            photo_limit: HistoryPolicy::default().photo_limit,
            piles: self.piles(),
            activity: store.clone(),
            expenses: store.clone(),
            entitlements: store.clone(),
            quota: store,
            webhooks: self.store.clone(),
            provider: self.provider.clone(),
            orders: self.faults.clone(),
            billing_queue: self.faults.clone(),
            sales: Some(self.sales()),
            catalogue: Arc::new(Catalogue::default()),
            exports: self.exports.clone(),
            retention_days: 90,
            doctor: Arc::new(PanicsOnce::default()),
            settings: vec![("listen".to_owned(), "127.0.0.1:8080".to_owned())],
            version: "1.0.0".to_owned(),
            public_origin: ORIGIN.to_owned(),
        }
    }

    pub(crate) fn generate(&self) -> GenerateListings {
        GenerateListings {
            photos: Arc::new(SketchPhotos),
            people: self.faults.clone(),
            quota: self.faults.clone(),
            write: self.writing(),
            answers: Arc::new(JsonAnswers),
            thumbnails: Arc::new(SketchPhotos),
            expenses: Some(self.faults.clone()),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            policy: GenerationPolicy {
                quota: QuotaPolicy::default(),
                hold_for: SignedDuration::from_mins(5),
                history: HistoryPolicy::default(),
                failed_calls: Some(FAILED_CALLS),
            },
        }
    }

    fn writing(&self) -> WriteListings {
        WriteListings { writer: self.writer.clone(), market: None, policy: WritingPolicy::default() }
    }

    fn key_factory(&self) -> KeyFactory {
        let (accounts, clock, ids) = (self.faults.clone(), self.clock.clone(), self.ids.clone());
        KeyFactory { accounts, clock, ids, policy: QuotaPolicy::default() }
    }

    /// Adds a user with a password, optionally an administrator.
    pub(crate) async fn person(&self, name: &str, is_administrator: bool) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let hash = self.hasher.hash(&Password::choose(PASSWORD, name).unwrap()).await.unwrap();
        let person = Person {
            account: Account::new(id, email(name), self.clock.now()),
            password: Some(hash),
            confirmed_at: Some(self.clock.now()),
            is_administrator,
            preferences: Preferences { language: Some(Language::En), ..Preferences::default() },
            epoch: Epoch::default(),
        };
        self.store.add_person(&person, None).await.unwrap();
        id
    }

    /// Adds a user with an API key and a generation whose texts contain `text`.
    pub(crate) async fn resident(&self, name: &str, text: &str) -> Resident {
        let account = self.person(name, false).await;
        let options = KeyOptions { name: format!("{name}'s key").parse().unwrap(), ..KeyOptions::default() };
        let made = CreateKey::new(self.key_factory()).run(account, options).await.unwrap();
        let generation = self.generation(account, &stored(text, text)).await;
        self.batch(account).await;
        self.order(account).await;
        Resident {
            account,
            email: email(name),
            key: made.key.reveal().to_owned(),
            key_id: made.id,
            generation,
        }
    }

    /// Adds a stored generation to an account.
    pub(crate) async fn generation(&self, account: AccountId, data: &str) -> GenerationId {
        let (now, origin) = (self.clock.now(), Origin::CLI);
        let reservation = ReservationId::new(self.ids.id());
        let hold = holding(reservation, account, 10_000, now);
        self.store.hold(&hold).await.unwrap();
        let mut new = (*new_generation(&self.ids, data)).clone();
        // Some tests store unreadable data.
        if let Ok(data) = GeneratedData::read(&new.data) {
            new.summary = data.rendered(new.options.language).unwrap().summary;
        }
        let (id, new) = (new.id, Arc::new(new));
        let settle =
            SettleRequest { reservation, free_limit: 10_000, at: now, generation: Some(new), origin };
        self.store.settle(&settle).await.unwrap();
        id
    }

    /// Returns the token of a new invitation.
    pub(crate) async fn invitation(&self) -> String {
        let link = Invite::new(self.parts.clone()).run(None, Language::En).await.unwrap();
        link.reveal().rsplit('/').next().unwrap().to_owned()
    }

    pub(crate) async fn suspend(&self, account: AccountId) {
        assert!(self.store.suspend(account, self.clock.now()).await.unwrap());
    }

    pub(crate) async fn account_of(&self, name: &str) -> AccountId {
        self.store.person_by_email(&email(name)).await.unwrap().unwrap().account.id
    }

    pub(crate) async fn usage(&self, account: AccountId) -> Usage {
        self.store.usage(account, 3, self.clock.now()).await.unwrap()
    }

    /// Returns the sessions of an account, newest first.
    pub(crate) async fn sessions(&self, account: AccountId) -> Vec<SessionId> {
        let all = self.store.sessions(account, self.clock.now(), &SessionPolicy::default()).await;
        all.unwrap().into_iter().map(|session| session.id).collect()
    }

    /// Returns all stored data as text, for comparison. Links cannot be listed, but using one changes other
    /// data.
    pub(crate) async fn stored_state(&self) -> String {
        let (store, now) = (&self.store, self.clock.now());
        let mut text = String::new();
        for account in store.accounts().await.unwrap() {
            let id = account.id;
            writeln!(text, "{:?}", store.person(id).await.unwrap()).unwrap();
            writeln!(text, "{:?}", store.keys(id).await.unwrap()).unwrap();
            let sessions = store.sessions(id, now, &SessionPolicy::default()).await.unwrap();
            writeln!(text, "{sessions:?}").unwrap();
            let all = GenerationFilter::default();
            for generation in store.list_in_full(id, &all, None, 1_000).await.unwrap() {
                let current = String::from_utf8_lossy(generation.current().as_bytes()).into_owned();
                writeln!(text, "{generation:?} {current}").unwrap();
            }
            writeln!(text, "{:?}", store.usage(id, 3, now).await.unwrap()).unwrap();
            writeln!(text, "{:?}", store.tray(id).await.unwrap()).unwrap();
            writeln!(text, "{:?}", BatchStore::list(&**store, id, 100).await.unwrap()).unwrap();
        }
        writeln!(text, "{:?}", store.invitations(now).await.unwrap()).unwrap();
        writeln!(text, "{:?}", store.waiting(now, 1_000).await.unwrap()).unwrap();
        text
    }

    /// Waits for a message to a user and returns the token in the newest one.
    pub(crate) async fn sent_token(&self, to: &str) -> String {
        let to = email(to);
        for _ in 0..100_000 {
            let waiting = self.store.waiting(self.clock.now(), 1_000).await.unwrap();
            let mut newest = waiting.into_iter().filter(|it| it.mail.to == to);
            if let Some(link) = newest.find_map(|it| it.mail.about.link().cloned()) {
                return link.reveal().strip_prefix(ORIGIN).unwrap().rsplit('/').next().unwrap().to_owned();
            }
            tokio::task::yield_now().await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("no message to {to}");
    }
}

pub(crate) fn email(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

/// Returns a stored generation with `text` in every field that users or models can fill.
#[expect(clippy::too_many_lines, reason = "one stored answer with all its fields")]
pub(crate) fn stored(text: &str, number: &str) -> String {
    let text = || text.to_owned();
    let amount = |text: &str| text.parse::<Amount>().unwrap();
    let listing = |platform: Platform| PlatformListing {
        platform: platform.into(),
        title: format!("{} {number}", text()),
        description: text(),
        price: amount("12.5"),
        category: text(),
        condition: text(),
        language: None,
        edited: None,
    };
    let seen = || {
        Some(AttributeDetail {
            value: text(),
            source: Source::Label.into(),
            evidence: text(),
            confidence: 0.9,
            stated: None,
        })
    };
    let details = Details {
        attributes: AttributeDetails {
            name: seen(),
            brand: seen(),
            size: seen(),
            condition: seen(),
            color: seen(),
            material: seen(),
            audience: None,
        },
        warnings: vec![Warning { code: Code::Other(text()), message: text() }],
        alternatives: vec![Alternative { name: text(), confidence: 0.2 }],
        missing: vec![Missing { code: Code::Other(text()), message: text() }],
        price: PriceDetails {
            low: amount("10"),
            quick_sale: amount("11"),
            suggested: amount("12.5"),
            patient: amount("14"),
            high: amount("15"),
            currency: Currency::Eur.into(),
            market: Market::France.into(),
            confidence: Code::Other(text()),
            basis: Code::Other(text()),
            sample_size: 0,
            asked: 0,
            sold: 0,
            ignored: 0,
            oldest: None,
            newest: None,
            rates_date: None,
            sources: Vec::new(),
        },
        photos: vec![PhotoDetails {
            photo: 1,
            notes: vec![PhotoNote { code: Code::Other(text()), message: text() }],
        }],
        listings: [(Platform::Vinted.into(), listing_details(text()))].into_iter().collect(),
        ignored: Vec::new(),
    };
    let data = GeneratedData {
        listings: [Platform::Vinted, Platform::Leboncoin].map(listing).into(),
        attributes: ItemAttributes {
            quantity: None,
            name: text(),
            brand: text(),
            size: text(),
            condition: text(),
            color: text(),
            material: text(),
            audience: None,
        },
        suggested_price: amount("12.5"),
        price_rationale: text(),
        notes: None,
        sku: Some(text()),
        metadata: None,
        details: Some(details),
    };
    String::from_utf8(data.rendered(Language::Fr).unwrap().data.as_bytes().to_vec()).unwrap()
}

fn listing_details(text: String) -> ListingDetails {
    ListingDetails {
        tags: Some(vec![text.clone()]),
        currency: Currency::Eur.into(),
        net_after_fees: None,
        warnings: vec![Warning { code: Code::Other(text.clone()), message: text }],
    }
}

/// Returns an API route, which a session must not open.
fn programs() -> RouteGroup {
    let show = |caller: Authenticated| async move { caller.0.account.to_string() };
    RouteGroup::of(vec![RouteEntry::at("/api/v1/usage").get(Access::Scope(Scope::UsageRead), show)])
}
