//! The dependencies of the use cases for people, with the steps that they share.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::PersonError;
use crate::account::Email;
use crate::ids::{AccountId, LinkId, MailId, SessionId};
use crate::link::{Link, LinkPurpose};
use crate::mail::{Mail, MailLink, MailSubject, WaitingMail};
use crate::options::Language;
use crate::person::{Epoch, OtherAccess, Registration, TakeBack};
use crate::ports::{
    Clock, IdSource, LinkStore, Outbox, PasswordHasher, PersonStore, RateKey, RateLimiter, RateSubject,
    SessionStore,
};
use crate::session::{BrowserName, Session, SessionPolicy};
use crate::token::{Token, TokenDigest};

/// The dependencies of the use cases for people.
#[derive(Clone)]
pub struct AuthDeps {
    /// Stores people.
    pub people: Arc<dyn PersonStore>,
    /// Stores sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Stores links.
    pub links: Arc<dyn LinkStore>,
    /// Stores messages until they are sent.
    pub outbox: Arc<dyn Outbox>,
    /// Hashes passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// Counts attempts, and refuses too many of them.
    pub limiter: Arc<dyn RateLimiter>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids and secrets.
    pub ids: Arc<dyn IdSource>,
    /// The settings of the use cases.
    pub policy: PeoplePolicy,
}

/// The rules of the use cases for people.
#[derive(Debug, Clone)]
pub struct PeoplePolicy {
    /// The rule for opening an account.
    pub registration: Registration,
    /// True when mail is sent. Otherwise an administrator hands over the links.
    pub sends_mail: bool,
    /// The lifetimes of sessions.
    pub sessions: SessionPolicy,
    /// The start of a link's address, before its token.
    pub link_base: String,
    /// The limits of sign-in attempts and requested messages.
    pub limits: AttemptLimits,
}

/// The limits of attempts, per minute. A browser known to the account has its own limit, so that attempts by
/// others lock no owner out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimits {
    /// The maximum number of attempts from one address.
    pub per_address: u32,
    /// The maximum number of attempts for one email, from unknown browsers.
    pub per_email: u32,
    /// The maximum number of attempts from one known browser.
    pub per_browser: u32,
    /// The maximum number of passwords compared or hashed for clients at one address that are already known
    /// by a browser, session or link. They count for no other limit of the address, so that strangers there
    /// lock no owner out.
    pub per_known_address: u32,
    /// The maximum number of messages to one email that one address, one known browser or one account
    /// requests.
    pub mails: u32,
    /// The maximum number of messages to one email that all strangers together request, except links to
    /// choose a password.
    pub strangers_mails: u32,
    /// The maximum number of messages that one account causes to all emails other than its own.
    pub account_mails: u32,
    /// The maximum number of password links mailed to one email, for all clients together. Each link works in
    /// any browser, so at the limit the owner already has one.
    pub password_mails: u32,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self {
            per_address: 20,
            per_email: 10,
            per_browser: 10,
            per_known_address: 60,
            mails: 2,
            strangers_mails: 4,
            account_mails: 5,
            password_mails: 2,
        }
    }
}

/// The client of a request that is not signed in.
#[derive(Clone)]
pub struct ClientInfo {
    /// The client's address.
    pub address: IpAddr,
    /// The browser's name for itself, its `User-Agent`.
    pub browser_name: BrowserName,
    /// The token of the browser's visit, which lasts while it is open. A link must be opened in the visit
    /// that requested it.
    pub visit: Token,
    /// The token that the browser got at an earlier sign-in.
    pub known_browser: Option<Token>,
    /// The token of the session that the browser already has. A new sign-in ends that session.
    pub former: Option<Token>,
    /// The language of the page that the client sees.
    pub language: Language,
}

/// The result of a sign-in.
pub struct SignedIn {
    /// The account that the person signed in to.
    pub account: AccountId,
    /// The token of the new session, for the browser's cookie.
    pub token: Token,
    /// The token that makes the browser known from now on.
    pub known_browser: Token,
}

impl AuthDeps {
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Begins a session in the epoch in which the user proved the right to sign in. The browser's former
    /// session ends, even if it belongs to another account.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when that epoch has ended.
    pub(super) async fn begin_session(
        &self,
        account: AccountId,
        epoch: Epoch,
        client: &ClientInfo,
    ) -> Result<SignedIn, PersonError> {
        let now = self.now();
        let token = self.ids.token();
        let session = Session {
            id: SessionId::new(self.ids.id()),
            account,
            created_at: now,
            seen_at: now,
            browser: client.browser_name.clone(),
            epoch,
        };
        if !self.sessions.begin(&session, &token.digest()).await? {
            return Err(PersonError::Overtaken);
        }
        if let Some(former) = &client.former
            && let Some(owner) = self.sessions.owner(&former.digest(), now, &self.policy.sessions).await?
        {
            self.sessions.end(owner.session.account, owner.session.id).await?;
        }
        let known_browser = self.remember_browser(account, epoch, client, now).await?;
        Ok(SignedIn { account, token, known_browser })
    }

    /// Makes a browser known to the account, and returns the token that the browser keeps.
    async fn remember_browser(
        &self,
        account: AccountId,
        epoch: Epoch,
        client: &ClientInfo,
        now: Timestamp,
    ) -> Result<Token, PersonError> {
        if let Some(known) = &client.known_browser
            && self.is_browser_known(account, known, now).await?
        {
            return Ok(known.clone());
        }
        let token = self.ids.token();
        let purpose = LinkPurpose::KnownBrowser { account };
        // If the epoch has ended meanwhile, the session has ended too.
        self.links.add_link(&self.link(purpose, epoch, now, None), &token.digest()).await?;
        Ok(token)
    }

    /// Returns true for a browser known to the account.
    pub(super) async fn is_browser_known(
        &self,
        account: AccountId,
        browser: &Token,
        now: Timestamp,
    ) -> Result<bool, PersonError> {
        Ok(self.known_browser_account(browser, now).await? == Some(account))
    }

    /// Returns the account in which a browser is known, if any.
    pub(super) async fn known_browser_account(
        &self,
        browser: &Token,
        now: Timestamp,
    ) -> Result<Option<AccountId>, PersonError> {
        let link = self.links.link(&browser.digest(), now).await?;
        Ok(link.and_then(|link| match link.purpose {
            LinkPurpose::KnownBrowser { account } => Some(account),
            _ => None,
        }))
    }

    /// Returns a [`TakeBack`] that ends all access except that of the current browser. It holds the epoch in
    /// which the owner was authenticated.
    pub(super) fn take_back(
        &self,
        epoch: Epoch,
        session: Option<SessionId>,
        client: &ClientInfo,
    ) -> TakeBack {
        let browser = client.known_browser.as_ref().map(Token::digest);
        TakeBack { seen: epoch, at: self.now(), session, browser, other_access: OtherAccess::Nothing }
    }

    /// Returns a link with this purpose and epoch, created at `now`.
    pub(super) fn link(
        &self,
        purpose: LinkPurpose,
        epoch: Epoch,
        now: Timestamp,
        browser: Option<TokenDigest>,
    ) -> Link {
        let expires_at = now.saturating_add(purpose.lifetime()).unwrap_or(now);
        Link { id: LinkId::new(self.ids.id()), purpose, created_at: now, expires_at, browser, epoch }
    }

    /// Creates a link in an epoch, stores its digest, and returns its address.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when that epoch has ended.
    pub(super) async fn make_link(
        &self,
        purpose: LinkPurpose,
        epoch: Epoch,
        browser: Option<TokenDigest>,
    ) -> Result<(Link, MailLink), PersonError> {
        let token = self.ids.token();
        let link = self.link(purpose, epoch, self.now(), browser);
        self.store_link(&link, &token).await?;
        Ok((link, self.link_address(&token)))
    }

    /// Stores a link by its digest.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when its epoch has ended.
    pub(super) async fn store_link(&self, link: &Link, token: &Token) -> Result<(), PersonError> {
        let is_stored = self.links.add_link(link, &token.digest()).await?;
        if is_stored { Ok(()) } else { Err(PersonError::Overtaken) }
    }

    /// Stores a link that never works and whose token is discarded. It takes as long as storing a real link.
    pub(super) async fn store_dead_link(&self) -> Result<(), PersonError> {
        let (token, now) = (self.ids.token(), self.now());
        let link = self.link(LinkPurpose::Invitation { email: None }, Epoch::default(), now, None);
        self.store_link(&Link { expires_at: now, ..link }, &token).await
    }

    /// Queues a message that expires at once. It takes as long as queueing a real message.
    pub(super) async fn queue_dead_mail(&self, to: Email, language: Language) -> Result<(), PersonError> {
        self.queue_mail(to, language, MailSubject::AlreadyRegistered, self.now()).await
    }

    pub(super) fn link_address(&self, token: &Token) -> MailLink {
        MailLink::new(format!("{}{}", self.policy.link_base, token.reveal()))
    }

    /// Queues a message for sending at once. It is not sent after its link has expired.
    pub(super) async fn queue_mail(
        &self,
        to: Email,
        language: Language,
        about: MailSubject,
        expires_at: Timestamp,
    ) -> Result<(), PersonError> {
        Ok(self.outbox.put(&self.mail(to, language, about, expires_at)).await?)
    }

    fn mail(&self, to: Email, language: Language, about: MailSubject, expires_at: Timestamp) -> WaitingMail {
        let mail = Mail { to, language, about };
        let (id, created_at) = (MailId::new(self.ids.id()), self.now());
        WaitingMail { id, mail, created_at, expires_at, failures: 0 }
    }

    /// Returns a message about an account event, which may wait for three days.
    pub(super) fn notice(&self, to: Email, language: Language, about: MailSubject) -> WaitingMail {
        let expires_at =
            self.now().saturating_add(SignedDuration::from_hours(3 * 24)).unwrap_or(Timestamp::MAX);
        self.mail(to, language, about, expires_at)
    }

    /// Informs a person of an account event, if the service sends mail.
    pub(super) async fn notify(
        &self,
        to: Email,
        language: Language,
        about: MailSubject,
    ) -> Result<(), PersonError> {
        if !self.policy.sends_mail {
            return Ok(());
        }
        Ok(self.outbox.put(&self.notice(to, language, about)).await?)
    }

    /// Counts an attempt; fails when there were too many.
    pub(super) async fn count(&self, key: RateKey, limit: u32) -> Result<(), PersonError> {
        match self.limiter.take(key, limit).await.retry_after {
            None => Ok(()),
            Some(retry_after) => Err(PersonError::TooManyAttempts { retry_after }),
        }
    }

    /// Counts a message to an email, requested by a stranger known only by an address or account. It counts
    /// per stranger, so that none uses up the limit of another. It also counts all strangers together, so
    /// that many cannot flood a mailbox.
    pub(super) async fn count_strangers_mail(&self, to: &Email, stranger: &str) -> Result<(), PersonError> {
        let limits = self.policy.limits;
        self.count_mail(to, stranger, limits.mails).await?;
        self.count_mail(to, "", limits.strangers_mails).await
    }

    /// Counts a message to an email. Messages with the same `name` share a limit.
    pub(super) async fn count_mail(&self, to: &Email, name: &str, limit: u32) -> Result<(), PersonError> {
        // The separating blank is unambiguous: no email contains one.
        let named = RateSubject::Named(TokenDigest::of(&format!("{to} {name}")));
        self.count(RateKey::Mail(named), limit).await
    }

    /// Counts a password that is compared or hashed for a known client, in addition to other limits. Without
    /// this limit, many known clients at one address could fill the hashing queue.
    pub(super) async fn count_password(&self, client: &ClientInfo) -> Result<(), PersonError> {
        self.count(RateKey::Password(client.address), self.policy.limits.per_known_address).await
    }

    /// Counts a sign-in attempt for an email.
    pub(super) async fn count_attempt(&self, email: &str, client: &ClientInfo) -> Result<(), PersonError> {
        let limits = self.policy.limits;
        self.count(RateKey::SignIn(RateSubject::Address(client.address)), limits.per_address).await?;
        let named = RateSubject::Named(TokenDigest::of(email));
        self.count(RateKey::SignIn(named), limits.per_email).await
    }
}
