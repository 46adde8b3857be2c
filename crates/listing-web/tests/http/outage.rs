//! What pages do while the database does not answer.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, SessionId};
use listing_domain::ports::{SessionStore, SessionStoreError};
use listing_domain::session::{Session, SessionOwner, SessionPolicy};
use listing_domain::token::TokenDigest;
use listing_testkit::MemoryStore;

use crate::browser::{Browser, SAME};
use crate::site::Site;

/// What of the sessions cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Down {
    Nothing,
    Everything,
    /// They are read, but none is ended.
    Ending,
}

/// Sessions in memory that can be out of reach.
pub(crate) struct FlakySessions {
    store: Arc<MemoryStore>,
    down: Mutex<Down>,
}

impl FlakySessions {
    pub(crate) fn over(store: Arc<MemoryStore>) -> Self {
        Self { store, down: Mutex::new(Down::Nothing) }
    }

    pub(crate) fn take_down(&self, what: Down) {
        *self.down.lock().unwrap() = what;
    }

    fn reach(&self, is_ending: bool) -> Result<&MemoryStore, SessionStoreError> {
        let is_up = match *self.down.lock().unwrap() {
            Down::Nothing => true,
            Down::Everything => false,
            Down::Ending => !is_ending,
        };
        if is_up { Ok(&self.store) } else { Err(SessionStoreError::Unavailable("it is down".into())) }
    }
}

#[async_trait]
impl SessionStore for FlakySessions {
    async fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<(), SessionStoreError> {
        self.reach(false)?.begin(session, digest).await
    }

    async fn owner(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Option<SessionOwner>, SessionStoreError> {
        self.reach(false)?.owner(digest, at, policy).await
    }

    async fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), SessionStoreError> {
        self.reach(false)?.note_seen(session, at).await
    }

    async fn sessions(
        &self,
        account: AccountId,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Vec<Session>, SessionStoreError> {
        self.reach(false)?.sessions(account, at, policy).await
    }

    async fn end(&self, account: AccountId, session: SessionId) -> Result<bool, SessionStoreError> {
        self.reach(true)?.end(account, session).await
    }

    async fn end_others(
        &self,
        account: AccountId,
        kept: Option<SessionId>,
    ) -> Result<u64, SessionStoreError> {
        self.reach(true)?.end_others(account, kept).await
    }

    async fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), SessionStoreError> {
        self.reach(true)?.drop_ended(at, policy).await
    }
}

#[tokio::test]
async fn whoever_signs_out_then_is_told_that_the_session_still_lives() {
    for (down, language, said) in [
        (Down::Everything, "en", "could not be ended"),
        (Down::Ending, "en", "could not be ended"),
        (Down::Everything, "fr", "n’a pas pu être fermée"),
        (Down::Ending, "fr", "n’a pas pu être fermée"),
    ] {
        let site = Site::open();
        let ann = site.person("ann", false).await;
        let mut browser = Browser::signed_in(&site, "ann").await;
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let token = browser.token().await;
        site.sessions.take_down(down);
        let answer = browser.post_as("/sign-out", &SAME, &[("form", &token)]).await;
        answer.assert_page(503);
        assert!(answer.text().contains(said), "{down:?} {language}: {}", answer.text());
        let gone = answer.all("set-cookie").any(|it| it.starts_with("__Host-ptl-session=;"));
        assert!(gone, "{down:?}: {:?}", answer.headers);
        assert!(!answer.text().contains("ann@example.com"), "the browser is signed out: {}", answer.text());
        site.sessions.take_down(Down::Nothing);
        assert_eq!(site.sessions(ann).await.len(), 1, "that is what was said");
        assert_eq!(browser.get("/account").await.status, 303, "and it is not in this browser any more");
    }
}

#[tokio::test]
async fn whoever_is_signed_out_already_hears_nothing_of_it() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    browser.get("/").await;
    site.sessions.take_down(Down::Everything);
    let token = browser.token().await;
    let answer = browser.post_as("/sign-out", &SAME, &[("form", &token)]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
}
