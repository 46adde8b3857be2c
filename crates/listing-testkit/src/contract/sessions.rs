use std::slice;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, SessionId};
use listing_domain::locale::Market;
use listing_domain::options::Language;
use listing_domain::person::{Epoch, Preferences, TakeBack};
use listing_domain::ports::{IdSource as _, StoreError};
use listing_domain::session::{BrowserName, Session, SessionOwner, SessionPolicy};
use listing_domain::token::TokenDigest;

use super::area::{AccountArea, Fixture, MICROSECOND, noon, run_concurrently};
use super::{email, later, put_on_plan, run_cases};
use crate::SeededIds;

/// The contract of session stores.
pub async fn session_store_contract(make: impl AsyncFn() -> AccountArea) {
    let fixture = async || Fixture { area: make().await, ids: SeededIds::new(120) };
    run_cases!(fixture();
        session_is_found_with_its_owner,
        a_session_has_all_data_that_the_web_app_needs,
        session_needs_an_account_and_a_unique_digest,
        unused_session_ends,
        session_ends_after_the_longest_duration,
        last_use_is_recorded_and_never_moves_back,
        last_used_session_is_listed_first,
        session_beyond_the_limit_ends_the_least_recently_used,
        ended_session_ignores_later_use,
        session_ends_once_under_concurrency,
        other_sessions_are_ended_and_one_stays,
        session_begun_during_a_revocation_has_ended,
        a_suspended_account_is_not_signed_in,
        session_shows_the_current_plan_of_its_account,
        only_ended_sessions_are_dropped,
        sessions_of_a_deleted_account_are_deleted,
    );
}

/// A session ends after one minute without use, or five minutes in all.
const POLICY: SessionPolicy =
    SessionPolicy { idle: SignedDuration::from_secs(60), longest: SignedDuration::from_secs(300) };

/// Under it, no session ends in a test.
const PATIENT: SessionPolicy =
    SessionPolicy { idle: SignedDuration::from_hours(1_000), longest: SignedDuration::from_hours(1_000) };

impl Fixture {
    /// The session begins at noon.
    fn session(&self, account: AccountId) -> (Session, TokenDigest) {
        let id = SessionId::new(self.ids.id());
        let browser = BrowserName::of("Firefox d’Ann");
        let epoch = Epoch::default();
        let session = Session { id, account, created_at: noon(), seen_at: noon(), browser, epoch };
        (session, self.ids.token().digest())
    }

    async fn begin(&self, account: AccountId) -> (Session, TokenDigest) {
        let (session, digest) = self.session(account);
        let session = Session { epoch: self.epoch(account).await, ..session };
        let begun = self.area.sessions.begin(&session, &digest).await.expect("a new session can begin");
        assert!(begun, "a session of the current epoch begins");
        (session, digest)
    }

    async fn owner_by(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Option<SessionOwner> {
        self.area.sessions.owner(digest, at, policy).await.expect("sessions can be read")
    }

    async fn owner(&self, digest: &TokenDigest, at: Timestamp) -> Option<SessionOwner> {
        self.owner_by(digest, at, &POLICY).await
    }

    async fn listed(&self, account: AccountId, at: Timestamp) -> Vec<Session> {
        self.area.sessions.sessions(account, at, &POLICY).await.expect("sessions can be read")
    }

    async fn note(&self, session: SessionId, at: Timestamp) {
        self.area.sessions.note_seen(session, at).await.expect("a use can be noted");
    }
}

async fn session_is_found_with_its_owner(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (session, digest) = fixture.begin(ann).await;
    let (other, others) = fixture.begin(fixture.account("bob").await).await;
    let expected = SessionOwner {
        session: session.clone(),
        email: email("ann"),
        plan: Plan::Free,
        is_administrator: false,
        language: None,
        market: None,
    };
    assert_eq!(fixture.owner(&digest, noon()).await, Some(expected));
    assert_eq!(fixture.owner(&others, noon()).await.map(|owner| owner.session), Some(other));
    assert_eq!(
        fixture.owner(&fixture.ids.token().digest(), noon()).await,
        None,
        "an unknown token has no owner"
    );
    assert_eq!(fixture.listed(ann, noon()).await, [session]);
    assert_eq!(fixture.listed(AccountId::new(fixture.ids.id()), noon()).await, []);
}

async fn a_session_has_all_data_that_the_web_app_needs(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (session, digest) = fixture.begin(ann).await;
    let people = &fixture.area.people;
    let take_back = TakeBack { session: Some(session.id), ..fixture.take_back(ann).await };
    let preferences =
        Preferences { language: Some(Language::En), market: Some(Market::UnitedKingdom), options: None };
    let changes = [
        people.set_preferences(ann, &preferences).await,
        people.set_administrator(ann, true).await,
        people.set_email(ann, &email("cleo"), &take_back).await,
    ];
    assert!(changes.iter().all(|change| matches!(change, Ok(true))), "{changes:?}");
    let expected = SessionOwner {
        session: Session { epoch: session.epoch.next(), ..session },
        email: email("cleo"),
        plan: Plan::Free,
        is_administrator: true,
        language: Some(Language::En),
        market: Some(Market::UnitedKingdom),
    };
    assert_eq!(
        fixture.owner(&digest, noon()).await,
        Some(expected),
        "the session continues with the new data"
    );
}

async fn session_needs_an_account_and_a_unique_digest(fixture: Fixture) {
    let refused = async |session: &Session, digest: &TokenDigest| {
        let outcome = fixture.area.sessions.begin(session, digest).await;
        assert!(matches!(outcome, Err(StoreError::Inconsistent(_))), "{outcome:?}");
    };
    let (nobodys, digest) = fixture.session(AccountId::new(fixture.ids.id()));
    refused(&nobodys, &digest).await;
    assert_eq!(fixture.owner(&digest, noon()).await, None);
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (first, digest) = fixture.begin(ann).await;
    let (second, _) = fixture.session(bob);
    refused(&second, &digest).await;
    assert_eq!(fixture.owner(&digest, noon()).await.map(|owner| owner.session), Some(first));
    assert_eq!(fixture.listed(bob, noon()).await, [], "a refused session is not stored");
}

async fn unused_session_ends(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (session, digest) = fixture.begin(ann).await;
    let end = later(noon(), 60);
    assert_eq!(
        fixture.owner(&digest, end - MICROSECOND).await.map(|owner| owner.session),
        Some(session.clone())
    );
    assert_eq!(fixture.listed(ann, end - MICROSECOND).await, slice::from_ref(&session));
    assert_eq!((fixture.owner(&digest, end).await, fixture.listed(ann, end).await), (None, vec![]));
    assert!(
        fixture.owner_by(&digest, end, &PATIENT).await.is_some(),
        "the session has not ended under a longer policy"
    );
    fixture.note(session.id, later(noon(), 60)).await;
    let end = later(noon(), 120);
    assert!(fixture.owner(&digest, end - MICROSECOND).await.is_some(), "a use extends the session");
    assert_eq!(fixture.owner(&digest, end).await, None);
}

async fn session_ends_after_the_longest_duration(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (session, digest) = fixture.begin(ann).await;
    let end = later(noon(), 300);
    fixture.note(session.id, end - MICROSECOND).await;
    assert!(fixture.owner(&digest, end - MICROSECOND).await.is_some());
    assert_eq!(fixture.listed(ann, end - MICROSECOND).await.len(), 1);
    assert_eq!((fixture.owner(&digest, end).await, fixture.listed(ann, end).await), (None, vec![]));
}

async fn last_use_is_recorded_and_never_moves_back(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let ((session, digest), (other, others)) = (fixture.begin(ann).await, fixture.begin(ann).await);
    fixture.note(session.id, later(noon(), 200)).await;
    fixture.note(session.id, later(noon(), 100)).await;
    let seen =
        async |digest| fixture.owner_by(digest, noon(), &PATIENT).await.map(|owner| owner.session.seen_at);
    assert_eq!(seen(&digest).await, Some(later(noon(), 200)));
    assert_eq!(seen(&others).await, Some(other.seen_at), "the other session was not used");
    fixture.note(SessionId::new(fixture.ids.id()), noon()).await;
}

async fn last_used_session_is_listed_first(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let mut begun = Vec::new();
    for _ in 0..3 {
        begun.push(fixture.begin(ann).await.0.id);
    }
    for (number, seconds) in [(1, 50), (0, 30), (2, 40)] {
        fixture.note(begun[number], later(noon(), seconds)).await;
    }
    let listed: Vec<SessionId> =
        fixture.listed(ann, later(noon(), 59)).await.iter().map(|session| session.id).collect();
    assert_eq!(listed, [begun[1], begun[2], begun[0]]);
    let some = fixture.listed(ann, later(noon(), 100)).await;
    assert_eq!(
        some.iter().map(|session| session.id).collect::<Vec<_>>(),
        [begun[1]],
        "the other sessions have ended"
    );
}

async fn session_beyond_the_limit_ends_the_least_recently_used(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (_, others) = fixture.begin(bob).await;
    let mut begun = Vec::new();
    for number in 0..i64::from(Session::MAX_PER_ACCOUNT) {
        let (session, digest) = fixture.session(ann);
        let at = later(noon(), number);
        let session = Session { created_at: at, seen_at: at, ..session };
        assert_eq!(fixture.area.sessions.begin(&session, &digest).await.ok(), Some(true));
        begun.push((session, digest));
    }
    let now = later(noon(), 1_000);
    // This makes the second session the least recently used.
    fixture.area.sessions.note_seen(begun[0].0.id, now).await.expect("a use can be noted");
    let (session, digest) = fixture.session(ann);
    let session = Session { created_at: now, seen_at: now, ..session };
    let late = Session { epoch: session.epoch.next(), ..session.clone() };
    assert_eq!(fixture.area.sessions.begin(&late, &digest).await.ok(), Some(false));
    assert!(
        fixture.owner_by(&begun[1].1, now, &PATIENT).await.is_some(),
        "a refused session ends no other session"
    );
    assert_eq!(fixture.area.sessions.begin(&session, &digest).await.ok(), Some(true));
    assert_eq!(fixture.owner_by(&begun[1].1, now, &PATIENT).await, None);
    for digest in [&begun[0].1, &begun[2].1, &digest, &others] {
        assert!(fixture.owner_by(digest, now, &PATIENT).await.is_some());
    }
    let left = fixture.area.sessions.sessions(ann, now, &PATIENT).await.expect("sessions can be read");
    assert_eq!(u32::try_from(left.len()).ok(), Some(Session::MAX_PER_ACCOUNT));
}

async fn ended_session_ignores_later_use(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let ((session, digest), (_, others)) = (fixture.begin(ann).await, fixture.begin(ann).await);
    assert!(fixture.owner(&digest, noon()).await.is_some());
    let end = async |account| fixture.area.sessions.end(account, session.id).await.ok();
    assert_eq!(end(bob).await, Some(false), "bob cannot end ann's session");
    assert!(fixture.owner(&digest, noon()).await.is_some());
    assert_eq!(end(ann).await, Some(true));
    assert_eq!(fixture.owner(&digest, noon()).await, None, "the session ends at once");
    assert_eq!(end(ann).await, Some(false), "the session has already ended");
    assert!(fixture.owner(&others, noon()).await.is_some());
    fixture.note(session.id, later(noon(), 10)).await;
    assert_eq!(fixture.owner(&digest, noon()).await, None, "a late use does not restore the session");
}

async fn session_ends_once_under_concurrency(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (session, _) = fixture.begin(ann).await;
    let futures = (0..10).map(|_| {
        let (sessions, id) = (fixture.area.sessions.clone(), session.id);
        async move { sessions.end(ann, id).await }
    });
    let outcomes = run_concurrently(futures).await;
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(false))).count(), 9, "{outcomes:?}");
}

async fn other_sessions_are_ended_and_one_stays(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (current, digest) = fixture.begin(ann).await;
    let ((_, second), (_, third)) = (fixture.begin(ann).await, fixture.begin(ann).await);
    let (bobs, others) = fixture.begin(bob).await;
    let end = async |session| {
        let take_back = TakeBack { session, ..fixture.take_back(ann).await };
        let before = fixture.listed(ann, noon()).await.len();
        let next = fixture.area.sessions.take_back(ann, &take_back).await.expect("sessions can be ended");
        assert_eq!(next, Some(take_back.seen.next()));
        let late = fixture.area.sessions.take_back(ann, &take_back).await;
        assert_eq!(late.ok(), Some(None), "a stale revocation has no effect");
        before - fixture.listed(ann, noon()).await.len()
    };
    assert_eq!(end(Some(current.id)).await, 2);
    assert_eq!((fixture.owner(&second, noon()).await, fixture.owner(&third, noon()).await), (None, None));
    assert!(fixture.owner(&digest, noon()).await.is_some() && fixture.owner(&others, noon()).await.is_some());
    assert_eq!(end(Some(current.id)).await, 0);
    assert_eq!(end(Some(bobs.id)).await, 1, "none of ann's sessions remains");
    fixture.begin(ann).await;
    assert_eq!((end(None).await, fixture.listed(ann, noon()).await), (1, vec![]));
    assert!(fixture.owner(&others, noon()).await.is_some(), "bob is still signed in");
}

async fn session_begun_during_a_revocation_has_ended(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    for _ in 0..5 {
        let take_back = fixture.take_back(ann).await;
        let begun: Vec<(Session, TokenDigest)> = (0..8)
            .map(|_| fixture.session(ann))
            .map(|(session, digest)| (Session { epoch: take_back.seen, ..session }, digest))
            .collect();
        let futures = begun.iter().cloned().enumerate().map(|(number, (session, digest))| {
            let sessions = fixture.area.sessions.clone();
            async move {
                if number == 4 {
                    sessions.take_back(ann, &take_back).await.map(|next| next.is_some())
                } else {
                    sessions.begin(&session, &digest).await
                }
            }
        });
        let outcomes = run_concurrently(futures).await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        assert_eq!(outcomes[4].as_ref().ok(), Some(&true));
        assert_eq!(fixture.listed(ann, noon()).await, [], "{outcomes:?}");
    }
}

async fn a_suspended_account_is_not_signed_in(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let ((_, anns), (_, bobs)) = (fixture.begin(ann).await, fixture.begin(bob).await);
    let (under_way, late) = fixture.session(ann);
    let accounts = &fixture.area.stores.accounts;
    assert!(fixture.owner(&anns, noon()).await.is_some());
    assert_eq!(accounts.suspend(ann, noon()).await.ok(), Some(true));
    assert_eq!(fixture.owner(&anns, noon()).await, None, "the suspension takes effect at once");
    assert!(fixture.owner(&bobs, noon()).await.is_some());
    let begun = async |session: &Session| fixture.area.sessions.begin(session, &late).await.ok();
    let current = Session { epoch: fixture.epoch(ann).await, ..under_way.clone() };
    assert_eq!((begun(&under_way).await, begun(&current).await), (Some(false), Some(false)));
    assert_eq!(accounts.resume(ann).await.ok(), Some(true));
    assert_eq!(fixture.owner(&anns, noon()).await, None, "the session does not return");
    assert_eq!((begun(&under_way).await, begun(&current).await), (Some(false), Some(true)));
}

async fn session_shows_the_current_plan_of_its_account(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (_, digest) = fixture.begin(ann).await;
    let plan = async |seconds| fixture.owner(&digest, later(noon(), seconds)).await.map(|owner| owner.plan);
    for (wanted, from) in [(Plan::ProMonthly, 10), (Plan::ProAnnual, 20), (Plan::Free, 30)] {
        let put =
            put_on_plan(fixture.area.stores.entitlements.as_ref(), ann, wanted, later(noon(), from)).await;
        assert!(put.is_ok_and(|is_known| is_known));
        assert_eq!(plan(from).await, Some(wanted), "the next read shows the new plan");
    }
    for (seconds, expected) in [
        (9, Plan::Free),
        (10, Plan::ProMonthly),
        (19, Plan::ProMonthly),
        (20, Plan::ProAnnual),
        (30, Plan::Free),
    ] {
        assert_eq!(plan(seconds).await, Some(expected), "{seconds}");
    }
}

async fn only_ended_sessions_are_dropped(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let is_there = async |digest| fixture.owner_by(digest, noon(), &PATIENT).await.is_some();
    let drop_at = async |at| {
        fixture.area.sessions.drop_ended(at, &POLICY).await.expect("ended sessions can be dropped");
    };
    let ((_, unused), (used, digest)) = (fixture.begin(ann).await, fixture.begin(ann).await);
    fixture.note(used.id, later(noon(), 299)).await;
    drop_at(later(noon(), 60) - MICROSECOND).await;
    assert!(is_there(&unused).await && is_there(&digest).await);
    drop_at(later(noon(), 60)).await;
    assert_eq!((is_there(&unused).await, is_there(&digest).await), (false, true));
    drop_at(later(noon(), 300) - MICROSECOND).await;
    assert!(is_there(&digest).await);
    drop_at(later(noon(), 300)).await;
    assert!(!is_there(&digest).await);
}

async fn sessions_of_a_deleted_account_are_deleted(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let ((_, anns), (_, bobs)) = (fixture.begin(ann).await, fixture.begin(bob).await);
    assert!(fixture.owner(&anns, noon()).await.is_some());
    fixture.delete(ann).await;
    assert_eq!(fixture.owner(&anns, noon()).await, None, "the deletion takes effect at once");
    assert_eq!(fixture.listed(ann, noon()).await, []);
    assert!(fixture.owner(&bobs, noon()).await.is_some());
    let (session, digest) = fixture.session(ann);
    assert!(
        fixture.area.sessions.begin(&session, &digest).await.is_err(),
        "a deleted account cannot sign in"
    );
    let taken = fixture.area.sessions.take_back(ann, &TakeBack::all(Epoch::default(), noon())).await;
    assert_eq!(taken.ok(), Some(None));
}
