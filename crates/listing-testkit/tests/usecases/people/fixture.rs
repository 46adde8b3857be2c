use std::net::IpAddr;
use std::sync::Arc;

use listing_domain::account::{Account, Email};
use listing_domain::ids::AccountId;
use listing_domain::mail::{MailLink, WaitingMail};
use listing_domain::options::Language;
use listing_domain::password::Password;
use listing_domain::person::{Epoch, Person, Preferences, Registration};
use listing_domain::ports::{
    AccountStore as _, Clock as _, IdSource as _, Outbox as _, PasswordHasher as _, PersonStore as _,
    SessionStore as _,
};
use listing_domain::session::{BrowserName, Session, SessionPolicy};
use listing_domain::token::Token;
use listing_domain::usecase::people::{
    AttemptLimits, AuthDeps, ClientInfo, FollowLink, FollowedLink, Invite, LinkChoices, LinkKind,
    PeoplePolicy, PersonError, RequestLink, SignIn, SignInAttempt, SignUp, SignUpRequest, SignedIn, SignedUp,
};
use listing_testkit::{FixedClock, MemoryLimiter, MemoryStore, QuickHasher, SeededIds};

use crate::support::email;

const BASE: &str = "https://ptl.example.com/link/";

pub(super) const PASSWORD: &str = "quatre lapins au jardin";

pub(super) struct PeopleFixture {
    pub(super) store: Arc<MemoryStore>,
    pub(super) clock: Arc<FixedClock>,
    pub(super) ids: Arc<SeededIds>,
    pub(super) hasher: Arc<QuickHasher>,
    pub(super) deps: AuthDeps,
}

impl PeopleFixture {
    /// The fixture sends mail.
    pub(super) fn with(registration: Registration) -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(FixedClock::at("2026-11-21T10:00:00Z"));
        let ids = Arc::new(SeededIds::new(13));
        let hasher = Arc::new(QuickHasher::default());
        let deps = AuthDeps {
            people: store.clone(),
            sessions: store.clone(),
            links: store.clone(),
            outbox: store.clone(),
            passwords: hasher.clone(),
            limiter: Arc::new(MemoryLimiter::new(clock.clone())),
            clock: clock.clone(),
            ids: ids.clone(),
            policy: PeoplePolicy {
                registration,
                sends_mail: true,
                sessions: SessionPolicy::default(),
                link_base: BASE.to_owned(),
                limits: AttemptLimits::default(),
            },
        };
        Self { store, clock, ids, hasher, deps }
    }

    /// The fixture sends mail.
    pub(super) fn open() -> Self {
        Self::with(Registration::Open)
    }

    pub(super) fn without_mail(mut self) -> Self {
        self.deps.policy.sends_mail = false;
        self
    }

    /// The browser is not known to any account.
    pub(super) fn client(&self) -> ClientInfo {
        self.client_from(1)
    }

    /// The browser is unknown; the number is that of its network address.
    pub(super) fn client_from(&self, number: u8) -> ClientInfo {
        ClientInfo {
            address: IpAddr::from([203, 0, 113, number]),
            browser_name: BrowserName::of("Firefox"),
            visit: self.ids.token(),
            known_browser: None,
            former: None,
            language: Language::Fr,
        }
    }

    /// With a password and a confirmed email.
    pub(super) async fn person(&self, name: &str) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let hash = self.hasher.hash(&Password::choose(PASSWORD, name).unwrap()).await.unwrap();
        let person = Person {
            account: Account::new(id, email(name), self.clock.now()),
            password: Some(hash),
            confirmed_at: Some(self.clock.now()),
            is_administrator: false,
            preferences: Preferences { language: Some(Language::En), ..Preferences::default() },
            epoch: Epoch::default(),
        };
        self.store.add_person(&person, None).await.unwrap();
        id
    }

    pub(super) async fn person_without_password(&self, name: &str) -> AccountId {
        let id = AccountId::new(self.ids.id());
        self.store.add_account(&Account::new(id, email(name), self.clock.now())).await.unwrap();
        id
    }

    pub(super) async fn suspend(&self, account: AccountId) {
        assert!(self.store.suspend(account, self.clock.now()).await.unwrap());
    }

    pub(super) async fn sign_in(
        &self,
        name: &str,
        password: &str,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let email = email(name);
        let attempt = SignInAttempt { email: email.as_str(), password };
        SignIn::new(self.deps.clone()).run(&attempt, client).await
    }

    pub(super) async fn session(&self, name: &str) -> Session {
        let signed_in = self.sign_in(name, PASSWORD, &self.client()).await.unwrap();
        self.session_of(&signed_in.token).await
    }

    pub(super) async fn sessions(&self, account: AccountId) -> Vec<Session> {
        self.store.sessions(account, self.clock.now(), &SessionPolicy::default()).await.unwrap()
    }

    pub(super) async fn session_of(&self, token: &Token) -> Session {
        let (digest, policy) = (token.digest(), SessionPolicy::default());
        self.store.owner(&digest, self.clock.now(), &policy).await.unwrap().unwrap().session
    }

    pub(super) async fn sign_up(
        &self,
        name: &str,
        invitation: Option<Token>,
        client: &ClientInfo,
    ) -> Result<Option<SignedIn>, PersonError> {
        let sign_up = SignUp::new(self.deps.clone());
        let email = email(name);
        let request = SignUpRequest { email: email.as_str(), password: PASSWORD, invitation };
        match sign_up.run(request, client).await? {
            SignedUp::Open(signed_in) => Ok(Some(signed_in)),
            SignedUp::CheckMail(pending) => sign_up.finish(*pending).await.map(|()| None),
        }
    }

    pub(super) async fn invite(&self, to: Option<Email>) -> Token {
        token(&Invite::new(self.deps.clone()).run(to, Language::Fr).await.unwrap())
    }

    pub(super) async fn request_link(
        &self,
        name: &str,
        kind: LinkKind,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let request_link = RequestLink::new(self.deps.clone());
        let email = request_link.check(email(name).as_str(), client).await?;
        request_link.run(email, kind, client).await
    }

    /// With [`NEW_PASSWORD`] if the link needs one.
    pub(super) async fn follow(
        &self,
        token: &Token,
        client: &ClientInfo,
    ) -> Result<FollowedLink, PersonError> {
        let chosen = LinkChoices { password: Some(NEW_PASSWORD), ..LinkChoices::default() };
        FollowLink::new(self.deps.clone()).run(token, &chosen, client).await
    }

    /// All messages, oldest first.
    pub(super) async fn mails(&self) -> Vec<WaitingMail> {
        let mut waiting = self.store.waiting(self.clock.now(), 10_000).await.unwrap();
        waiting.reverse();
        waiting
    }

    /// Recipients and codes of the subjects, sorted.
    pub(super) async fn subjects(&self) -> Vec<(String, &'static str)> {
        let mails = self.mails().await;
        let mut subjects: Vec<_> =
            mails.iter().map(|waiting| (waiting.mail.to.to_string(), waiting.mail.about.code())).collect();
        subjects.sort();
        subjects
    }

    /// Empties the outbox and returns the token of its only link.
    pub(super) async fn sent_token(&self) -> Token {
        let mut tokens = Vec::new();
        for waiting in self.mails().await {
            tokens.extend(waiting.mail.about.link().map(token));
            self.store.remove(waiting.id).await.unwrap();
        }
        assert_eq!(tokens.len(), 1, "exactly one message has a link");
        tokens.pop().unwrap()
    }

    pub(super) async fn by_email(&self, name: &str) -> Option<Person> {
        self.store.person_by_email(&email(name)).await.unwrap()
    }

    pub(super) async fn is_signed_in(&self, token: &Token) -> bool {
        let policy = SessionPolicy::default();
        self.store.owner(&token.digest(), self.clock.now(), &policy).await.unwrap().is_some()
    }
}

/// Set through links.
pub(super) const NEW_PASSWORD: &str = "trois ponts sans riviere";

pub(super) fn token(link: &MailLink) -> Token {
    link.reveal().strip_prefix(BASE).unwrap().parse().unwrap()
}

pub(super) fn refusal<T>(outcome: Result<T, PersonError>) -> String {
    outcome.err().expect("the call must be refused").to_string()
}
