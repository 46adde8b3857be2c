//! What all that lets people in is made of, and how a session begins.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::PersonError;
use crate::account::Email;
use crate::ids::{AccountId, LinkId, MailId, SessionId};
use crate::link::{Link, LinkPurpose};
use crate::mail::{Mail, MailLink, MailSubject, WaitingMail};
use crate::options::Language;
use crate::person::{Besides, Epoch, Registration, TakeBack};
use crate::ports::{
    Clock, IdSource, LinkStore, Outbox, PasswordHasher, PersonStore, RateKey, RateLimiter, RateSubject,
    SessionStore,
};
use crate::session::{BrowserName, Session, SessionPolicy};
use crate::token::{Token, TokenDigest};

/// What letting people in is made of.
#[derive(Clone)]
pub struct AuthDeps {
    /// Keeps who they are.
    pub people: Arc<dyn PersonStore>,
    /// Keeps who is signed in.
    pub sessions: Arc<dyn SessionStore>,
    /// Keeps links.
    pub links: Arc<dyn LinkStore>,
    /// Keeps messages until they are sent.
    pub outbox: Arc<dyn Outbox>,
    /// Hashes passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// Counts tries.
    pub limiter: Arc<dyn RateLimiter>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Makes identities and secrets.
    pub ids: Arc<dyn IdSource>,
    /// The rules that are not the ports'.
    pub policy: PeoplePolicy,
}

/// What letting people in goes by.
#[derive(Debug, Clone)]
pub struct PeoplePolicy {
    /// Who may open an account.
    pub registration: Registration,
    /// Whether messages are sent. If not, an administrator hands over the links.
    pub sends_mail: bool,
    /// How long sessions last.
    pub sessions: SessionPolicy,
    /// What the address of a link begins with, before its token.
    pub link_base: String,
    /// How often people may try in a minute.
    pub tries: TryLimits,
}

/// How often people may try in any minute. Whoever tries from a browser in which the account's
/// owner signed in before has a limit of its own, so that nobody is locked out by others' tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TryLimits {
    /// From one address.
    pub of_address: u32,
    /// For one e-mail, from browsers that are not known.
    pub of_email: u32,
    /// From one browser that is known.
    pub of_browser: u32,
    /// Passwords that are compared or hashed for clients at one address who are known already: by a
    /// browser, a session or a link. They count for no other limit of the address, so that strangers
    /// there keep nobody out.
    pub of_known_address: u32,
    /// Messages to one e-mail that were asked for from one address, one browser that is known, or
    /// out of one account.
    pub mails: u32,
    /// Messages to one e-mail that strangers asked for, wherever they are, but for links to choose
    /// a password by.
    pub strangers_mails: u32,
    /// Messages out of one account to e-mails that are not its own, whoever's they are.
    pub account_mails: u32,
    /// Links to choose a password by that are sent to one e-mail, whoever asks: each works in any
    /// browser, so that whoever is sent no other has one already.
    pub password_mails: u32,
}

impl Default for TryLimits {
    fn default() -> Self {
        Self {
            of_address: 20,
            of_email: 10,
            of_browser: 10,
            of_known_address: 60,
            mails: 2,
            strangers_mails: 4,
            account_mails: 5,
            password_mails: 2,
        }
    }
}

/// Who is at the door: what a request tells of somebody who is not signed in.
#[derive(Clone)]
pub struct ClientInfo {
    /// Where they come from.
    pub address: IpAddr,
    /// What their browser calls itself.
    pub browser_name: BrowserName,
    /// What the browser is recognised by, for as long as it is open: a link that was asked for
    /// in it has to be opened in it.
    pub visit: Token,
    /// What it was given when somebody signed in in it.
    pub known_browser: Option<Token>,
    /// The session that it has, which ends when another one begins.
    pub former: Option<Token>,
    /// In which language they read.
    pub language: Language,
}

/// Somebody is signed in.
pub struct SignedIn {
    /// Who.
    pub account: AccountId,
    /// The session's token, for the browser.
    pub token: Token,
    /// What the browser is recognised by from now on.
    pub known_browser: Token,
}

impl AuthDeps {
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Begins a session for somebody whose right to it was established in an epoch. A former one of
    /// the browser ends, whosever it was.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when that epoch is over.
    pub(super) async fn let_in(
        &self,
        account: AccountId,
        seen: Epoch,
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
            epoch: seen,
        };
        if !self.sessions.begin(&session, &token.digest()).await? {
            return Err(PersonError::Overtaken);
        }
        if let Some(former) = &client.former
            && let Some(owner) = self.sessions.owner(&former.digest(), now, &self.policy.sessions).await?
        {
            self.sessions.end(owner.session.account, owner.session.id).await?;
        }
        let known_browser = self.know(account, seen, client, now).await?;
        Ok(SignedIn { account, token, known_browser })
    }

    /// Remembers the browser as one in which the account's owner signed in.
    async fn know(
        &self,
        account: AccountId,
        seen: Epoch,
        client: &ClientInfo,
        now: Timestamp,
    ) -> Result<Token, PersonError> {
        if let Some(known) = &client.known_browser
            && self.knows(account, known, now).await?
        {
            return Ok(known.clone());
        }
        let token = self.ids.token();
        let purpose = LinkPurpose::KnownBrowser { account };
        // Should the epoch be over by now, the session is, too.
        self.links.add_link(&self.link(purpose, seen, now, None), &token.digest()).await?;
        Ok(token)
    }

    /// Whether the account's owner signed in in a browser before.
    pub(super) async fn knows(
        &self,
        account: AccountId,
        browser: &Token,
        now: Timestamp,
    ) -> Result<bool, PersonError> {
        Ok(self.known_to(browser, now).await? == Some(account))
    }

    /// The account whose owner signed in in a browser before.
    pub(super) async fn known_to(
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

    /// Takes access to an account back from all but the browser in which that is done, in the epoch
    /// in which its owner was recognized.
    pub(super) fn take_back(&self, seen: Epoch, session: Option<SessionId>, client: &ClientInfo) -> TakeBack {
        let browser = client.known_browser.as_ref().map(Token::digest);
        TakeBack { seen, at: self.now(), session, browser, besides: Besides::Nothing }
    }

    /// A link that is made now.
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

    /// Makes a link in an epoch and keeps its digest; what is returned is its whole address.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when that epoch is over.
    pub(super) async fn make_link(
        &self,
        purpose: LinkPurpose,
        epoch: Epoch,
        browser: Option<TokenDigest>,
    ) -> Result<(Link, MailLink), PersonError> {
        let token = self.ids.token();
        let link = self.link(purpose, epoch, self.now(), browser);
        self.keep_link(&link, &token).await?;
        Ok((link, self.address_of(&token)))
    }

    /// Keeps a link by its digest.
    ///
    /// # Errors
    /// [`PersonError::Overtaken`] when its epoch is over.
    pub(super) async fn keep_link(&self, link: &Link, token: &Token) -> Result<(), PersonError> {
        let is_kept = self.links.add_link(link, &token.digest()).await?;
        if is_kept { Ok(()) } else { Err(PersonError::Overtaken) }
    }

    /// Writes as much as for a link that is kept: one that never worked, of which nobody has the token.
    pub(super) async fn keep_dead_link(&self) -> Result<(), PersonError> {
        let (token, now) = (self.ids.token(), self.now());
        let link = self.link(LinkPurpose::Invitation { email: None }, Epoch::default(), now, None);
        self.keep_link(&Link { expires_at: now, ..link }, &token).await
    }

    /// Writes as much as for a message that is sent: one that is over at once.
    pub(super) async fn put_dead_mail(&self, to: Email, language: Language) -> Result<(), PersonError> {
        self.write_to(to, language, MailSubject::AlreadyRegistered, self.now()).await
    }

    pub(super) fn address_of(&self, token: &Token) -> MailLink {
        MailLink::new(format!("{}{}", self.policy.link_base, token.reveal()))
    }

    /// Has a message sent as soon as may be. One whose link is over is not sent any more.
    pub(super) async fn write_to(
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

    /// A message about what happened to an account, which may wait for three days.
    pub(super) fn notice(&self, to: Email, language: Language, about: MailSubject) -> WaitingMail {
        let expires_at =
            self.now().saturating_add(SignedDuration::from_hours(3 * 24)).unwrap_or(Timestamp::MAX);
        self.mail(to, language, about, expires_at)
    }

    /// Tells somebody what happened to their account, where mail is sent at all.
    pub(super) async fn inform(
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

    /// Counts a try; fails when there were too many.
    pub(super) async fn count(&self, key: RateKey, limit: u32) -> Result<(), PersonError> {
        match self.limiter.take(key, limit).await.retry_after {
            None => Ok(()),
            Some(retry_after) => Err(PersonError::TooManyTries { retry_after }),
        }
    }

    /// Counts a message to an e-mail that a stranger asked for, who is known by nothing but an
    /// address or an account: for that one, so that nobody uses up what is another's, and in all,
    /// so that many of them flood nobody.
    pub(super) async fn count_strangers_mail(&self, to: &Email, stranger: &str) -> Result<(), PersonError> {
        let tries = self.policy.tries;
        self.count_mail(to, stranger, tries.mails).await?;
        self.count_mail(to, "", tries.strangers_mails).await
    }

    /// Counts a message to an e-mail, beside others that were counted under the same name.
    pub(super) async fn count_mail(&self, to: &Email, name: &str, limit: u32) -> Result<(), PersonError> {
        // No e-mail has a blank in it.
        let named = RateSubject::Named(TokenDigest::of(&format!("{to} {name}")));
        self.count(RateKey::Mail(named), limit).await
    }

    /// Counts a password that is compared or hashed for somebody who is known already, whatever limit
    /// they have of their own: many of them at one address would fill the queue of hashes.
    pub(super) async fn count_password(&self, client: &ClientInfo) -> Result<(), PersonError> {
        self.count(RateKey::Password(client.address), self.policy.tries.of_known_address).await
    }

    /// Counts a try of somebody who says to have an e-mail.
    pub(super) async fn count_try(&self, email: &str, client: &ClientInfo) -> Result<(), PersonError> {
        let tries = self.policy.tries;
        self.count(RateKey::SignIn(RateSubject::Address(client.address)), tries.of_address).await?;
        let named = RateSubject::Named(TokenDigest::of(email));
        self.count(RateKey::SignIn(named), tries.of_email).await
    }
}
