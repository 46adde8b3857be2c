use std::slice;

use jiff::{SignedDuration, Timestamp};
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::link::{Link, LinkPurpose};
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, TakeBack};
use listing_domain::ports::{IdSource as _, StoreError};
use listing_domain::token::TokenDigest;

use super::area::{AccountArea, Fixture, MICROSECOND, noon, run_concurrently};
use super::{email, later, run_cases};
use crate::SeededIds;

/// The contract of stores of single-use links.
pub async fn link_store_contract(make: impl AsyncFn() -> AccountArea) {
    let fixture = async || Fixture { area: make().await, ids: SeededIds::new(130) };
    run_cases!(fixture();
        link_is_read_back_unchanged,
        a_link_works_once,
        concurrent_takes_return_a_link_once,
        link_withdrawn_and_used_concurrently_ends_only_one_way,
        link_works_until_its_expiry,
        link_can_be_withdrawn,
        links_of_an_account_end_with_its_epoch,
        a_link_of_an_earlier_epoch_cannot_be_added,
        an_account_has_a_bounded_number_of_known_browsers,
        invitations_are_listed_newest_first,
        only_expired_links_are_dropped,
        link_needs_its_account_and_a_unique_digest,
        links_of_a_deleted_account_are_deleted,
    );
}

/// The links' lifetime in most test cases.
const LASTS: SignedDuration = SignedDuration::from_secs(600);

impl Fixture {
    /// The link is created some seconds after noon.
    fn link_at(&self, purpose: LinkPurpose, seconds: i64) -> (Link, TokenDigest) {
        let created_at = later(noon(), seconds);
        let id = LinkId::new(self.ids.id());
        let expires_at = created_at + LASTS;
        let link = Link { id, purpose, created_at, expires_at, browser: None, epoch: Epoch::default() };
        (link, self.ids.token().digest())
    }

    async fn add_at(&self, purpose: LinkPurpose, seconds: i64) -> (Link, TokenDigest) {
        let (link, digest) = self.link_at(purpose, seconds);
        let added = self.area.links.add_link(&link, &digest).await.expect("a new link can be added");
        assert!(added, "a link of the current epoch is added");
        (link, digest)
    }

    async fn add(&self, purpose: LinkPurpose) -> (Link, TokenDigest) {
        self.add_at(purpose, 0).await
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Option<Link> {
        self.area.links.link(digest, at).await.expect("links can be read")
    }

    async fn take(&self, digest: &TokenDigest, at: Timestamp) -> Option<Link> {
        self.area.links.take_link(digest, at).await.expect("links can be used")
    }

    async fn withdraw(&self, link: LinkId, at: Timestamp) -> bool {
        self.area.links.withdraw_link(link, at).await.expect("links can be withdrawn")
    }

    async fn invitations(&self, at: Timestamp) -> Vec<Link> {
        self.area.links.invitations(at).await.expect("links can be read")
    }
}

const fn invitation() -> LinkPurpose {
    LinkPurpose::Invitation { email: None }
}

fn sign_up(name: &str, invitation: Option<LinkId>) -> LinkPurpose {
    let password = PasswordHash::new("$argon2id$v=19$x".to_owned());
    LinkPurpose::ConfirmSignUp { email: email(name), password, invitation }
}

async fn link_is_read_back_unchanged(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    for purpose in [
        invitation(),
        LinkPurpose::Invitation { email: Some(email("bob")) },
        sign_up("bob", None),
        sign_up("bob", Some(LinkId::new(fixture.ids.id()))),
        LinkPurpose::SignIn { account: ann },
        LinkPurpose::ResetPassword { account: ann },
        LinkPurpose::ConfirmEmail { account: ann, email: email("cleo") },
        LinkPurpose::LinkIdentity { account: ann },
        LinkPurpose::KnownBrowser { account: ann },
    ] {
        for browser in [None, Some(fixture.ids.token().digest())] {
            let (link, digest) = fixture.link_at(purpose.clone(), 0);
            let link = Link { browser, ..link };
            fixture.area.links.add_link(&link, &digest).await.expect("a new link can be added");
            for _ in 0..2 {
                assert_eq!(
                    fixture.link(&digest, noon()).await.as_ref(),
                    Some(&link),
                    "viewing a link does not use it up"
                );
            }
            assert_eq!(fixture.take(&digest, noon()).await, Some(link));
        }
    }
    assert_eq!(fixture.link(&fixture.ids.token().digest(), noon()).await, None);
}

async fn a_link_works_once(fixture: Fixture) {
    let ((link, digest), (other, others)) =
        (fixture.add(invitation()).await, fixture.add(invitation()).await);
    assert_eq!(fixture.take(&digest, noon()).await.as_ref(), Some(&link));
    assert_eq!((fixture.take(&digest, noon()).await, fixture.link(&digest, noon()).await), (None, None));
    assert!(!fixture.withdraw(link.id, noon()).await);
    assert_eq!(fixture.take(&others, noon()).await, Some(other));
    assert_eq!(fixture.take(&fixture.ids.token().digest(), noon()).await, None);
}

async fn concurrent_takes_return_a_link_once(fixture: Fixture) {
    for _ in 0..5 {
        let (link, digest) = fixture.add(invitation()).await;
        let futures = (0..32).map(|_| {
            let links = fixture.area.links.clone();
            async move { links.take_link(&digest, noon()).await }
        });
        let answers = run_concurrently(futures).await;
        let given: Vec<Link> =
            answers.into_iter().filter_map(|answer| answer.expect("links can be used")).collect();
        assert_eq!(given, [link]);
    }
}

async fn link_withdrawn_and_used_concurrently_ends_only_one_way(fixture: Fixture) {
    for _ in 0..10 {
        let (link, digest) = fixture.add(invitation()).await;
        let futures = (0..8).map(|number| {
            let (links, id) = (fixture.area.links.clone(), link.id);
            async move {
                if number % 2 == 0 {
                    links.take_link(&digest, noon()).await.map(|taken| taken.is_some())
                } else {
                    links.withdraw_link(id, noon()).await
                }
            }
        });
        let answers = run_concurrently(futures).await;
        assert_eq!(answers.iter().filter(|answer| matches!(answer, Ok(true))).count(), 1, "{answers:?}");
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    }
}

async fn link_works_until_its_expiry(fixture: Fixture) {
    let (link, digest) = fixture.add(invitation()).await;
    let (end, last) = (link.expires_at, link.expires_at - MICROSECOND);
    assert_eq!((fixture.link(&digest, end).await, fixture.take(&digest, end).await), (None, None));
    assert!(!fixture.withdraw(link.id, end).await);
    assert_eq!(fixture.invitations(end).await, []);
    assert_eq!(fixture.invitations(last).await, slice::from_ref(&link));
    assert_eq!(fixture.link(&digest, last).await.as_ref(), Some(&link));
    assert_eq!(fixture.take(&digest, last).await, Some(link));
}

async fn link_can_be_withdrawn(fixture: Fixture) {
    let ((link, digest), (_, others)) = (fixture.add(invitation()).await, fixture.add(invitation()).await);
    assert!(
        !fixture.withdraw(LinkId::new(fixture.ids.id()), noon()).await,
        "an unknown link cannot be withdrawn"
    );
    assert!(fixture.withdraw(link.id, link.expires_at - MICROSECOND).await);
    assert_eq!((fixture.link(&digest, noon()).await, fixture.take(&digest, noon()).await), (None, None));
    assert!(!fixture.withdraw(link.id, noon()).await, "a used link cannot be withdrawn");
    assert!(fixture.link(&others, noon()).await.is_some());
}

async fn links_of_an_account_end_with_its_epoch(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let mut hers = Vec::new();
    for purpose in [
        LinkPurpose::SignIn { account: ann },
        LinkPurpose::ResetPassword { account: ann },
        LinkPurpose::ConfirmEmail { account: ann, email: email("cleo") },
        LinkPurpose::KnownBrowser { account: ann },
    ] {
        hers.push(fixture.add(purpose).await.1);
    }
    let mut others = Vec::new();
    for purpose in [
        LinkPurpose::SignIn { account: bob },
        LinkPurpose::KnownBrowser { account: bob },
        invitation(),
        sign_up("dan", None),
    ] {
        others.push(fixture.add(purpose).await.1);
    }
    let (_, browser_digest) = fixture.add(LinkPurpose::KnownBrowser { account: ann }).await;
    let take_back = TakeBack { browser: Some(browser_digest), ..fixture.take_back(ann).await };
    let next = fixture.area.sessions.take_back(ann, &take_back).await.expect("links can be withdrawn");
    assert_eq!(
        fixture.link(&browser_digest, noon()).await.map(|link| link.epoch),
        next,
        "the named browser stays known"
    );
    for digest in &hers {
        assert_eq!((fixture.link(digest, noon()).await, fixture.take(digest, noon()).await), (None, None));
    }
    for digest in &others {
        assert!(fixture.link(digest, noon()).await.is_some());
    }
}

async fn a_link_of_an_earlier_epoch_cannot_be_added(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (before, digest) = fixture.link_at(LinkPurpose::SignIn { account: ann }, 0);
    let next = fixture.area.sessions.take_back(ann, &fixture.take_back(ann).await).await.ok().flatten();
    assert_eq!(fixture.area.links.add_link(&before, &digest).await.ok(), Some(false));
    assert_eq!(fixture.link(&digest, noon()).await, None, "a refused link is not stored");
    let current = Link { epoch: next.expect("the account was in its first epoch"), ..before };
    assert_eq!(fixture.area.links.add_link(&current, &digest).await.ok(), Some(true));
    assert_eq!(fixture.area.stores.accounts.suspend(ann, noon()).await.ok(), Some(true));
    assert_eq!(fixture.link(&digest, noon()).await, None, "suspending the account ends its link");
    assert_eq!(fixture.area.links.add_link(&current, &digest).await.ok(), Some(false));
    let current = Link { epoch: fixture.epoch(ann).await, ..current };
    assert_eq!(
        fixture.area.links.add_link(&current, &digest).await.ok(),
        Some(false),
        "a suspended account gets no link"
    );
}

async fn an_account_has_a_bounded_number_of_known_browsers(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (_, link) = fixture.add(LinkPurpose::SignIn { account: ann }).await;
    let (_, bobs) = fixture.add(LinkPurpose::KnownBrowser { account: bob }).await;
    let most = usize::try_from(LinkPurpose::MAX_KNOWN_BROWSERS).expect("the limit fits in usize");
    let mut digests = Vec::new();
    for seconds in 0..(most + 5) {
        let seconds = i64::try_from(seconds).expect("the number of seconds fits in i64");
        digests.push(fixture.add_at(LinkPurpose::KnownBrowser { account: ann }, seconds).await.1);
    }
    for (number, digest) in digests.iter().enumerate() {
        assert_eq!(fixture.link(digest, noon()).await.is_some(), number >= 5, "{number}");
    }
    assert!(fixture.link(&link, noon()).await.is_some() && fixture.link(&bobs, noon()).await.is_some());
}

async fn invitations_are_listed_newest_first(fixture: Fixture) {
    let (first, used) = fixture.add_at(invitation(), 10).await;
    let (second, _) = fixture.add_at(LinkPurpose::Invitation { email: Some(email("bob")) }, 30).await;
    let (third, _) = fixture.add_at(invitation(), 20).await;
    fixture.add_at(sign_up("cleo", None), 25).await;
    fixture.add_at(LinkPurpose::SignIn { account: fixture.account("ann").await }, 25).await;
    let (now, end) = (later(noon(), 40), first.expires_at);
    assert_eq!(fixture.invitations(now).await, [second.clone(), third.clone(), first.clone()]);
    assert_eq!(
        fixture.invitations(end).await,
        [second.clone(), third.clone()],
        "an expired invitation is not listed"
    );
    fixture.take(&used, now).await.expect("the link works");
    assert_eq!(fixture.invitations(now).await, [second, third]);
}

async fn only_expired_links_are_dropped(fixture: Fixture) {
    let ((first, one), (_, two)) = (fixture.add(invitation()).await, fixture.add_at(invitation(), 1).await);
    let drop_at = async |at| fixture.area.links.drop_old_links(at).await.expect("old links can be dropped");
    drop_at(first.expires_at - MICROSECOND).await;
    assert!(fixture.link(&one, noon()).await.is_some() && fixture.link(&two, noon()).await.is_some());
    drop_at(first.expires_at).await;
    assert_eq!(fixture.link(&one, noon()).await, None);
    assert!(fixture.link(&two, noon()).await.is_some());
}

async fn link_needs_its_account_and_a_unique_digest(fixture: Fixture) {
    let refused = async |link: &Link, digest: &TokenDigest| {
        let outcome = fixture.area.links.add_link(link, digest).await;
        assert!(matches!(outcome, Err(StoreError::Inconsistent(_))), "{outcome:?}");
    };
    let (nobodys, digest) =
        fixture.link_at(LinkPurpose::SignIn { account: AccountId::new(fixture.ids.id()) }, 0);
    refused(&nobodys, &digest).await;
    assert_eq!(fixture.link(&digest, noon()).await, None);
    let (first, digest) = fixture.add(invitation()).await;
    let (second, _) = fixture.link_at(sign_up("bob", None), 0);
    refused(&second, &digest).await;
    assert_eq!(fixture.take(&digest, noon()).await, Some(first));
    assert!(!fixture.withdraw(second.id, noon()).await, "a refused link is not stored");
}

async fn links_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let mut hers = Vec::new();
    for purpose in [
        LinkPurpose::SignIn { account: ann },
        LinkPurpose::ResetPassword { account: ann },
        LinkPurpose::ConfirmEmail { account: ann, email: email("cleo") },
        // Sent before ann had an account.
        LinkPurpose::Invitation { email: Some(email("ann")) },
        sign_up("ann", None),
    ] {
        hers.push(fixture.add(purpose).await.1);
    }
    let mut others = Vec::new();
    for purpose in [
        LinkPurpose::ConfirmEmail { account: bob, email: email("ann") },
        LinkPurpose::Invitation { email: Some(email("dan")) },
        invitation(),
        sign_up("dan", None),
    ] {
        others.push(fixture.add(purpose).await.1);
    }
    fixture.delete(ann).await;
    for digest in &hers {
        assert_eq!((fixture.link(digest, noon()).await, fixture.take(digest, noon()).await), (None, None));
    }
    for digest in &others {
        assert!(fixture.link(digest, noon()).await.is_some());
    }
    let (late, digest) = fixture.link_at(LinkPurpose::SignIn { account: ann }, 0);
    assert!(fixture.area.links.add_link(&late, &digest).await.is_err(), "a deleted account gets no links");
}
