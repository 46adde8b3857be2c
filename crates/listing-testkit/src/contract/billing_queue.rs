use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use listing_domain::billing::{
    BillingEvent, BillingSubject, ClaimedSubject, ParkedSubject, SubjectEnd, SubjectKind,
};
use listing_domain::ports::BillingQueue;

use super::{later, moment, run_cases};

/// The contract of queues of objects at the payment provider.
pub async fn billing_queue_contract<Q: BillingQueue + 'static>(make: impl AsyncFn() -> Q) {
    let fixture = async || Fixture { queue: Arc::new(make().await) };
    run_cases!(fixture();
        an_event_is_received_once,
        an_event_without_a_subject_is_not_recorded,
        events_of_one_subject_are_claimed_together,
        the_subject_due_longest_is_claimed_first,
        simultaneous_claims_get_different_subjects,
        an_expired_claim_passes_to_the_next_process,
        a_claim_ends_no_later_claim_of_the_same_number,
        an_event_during_a_claim_is_not_lost,
        a_failed_subject_waits_until_it_is_due,
        a_parked_subject_waits_for_an_event_or_an_operator,
        parked_subjects_are_listed_newest_first,
        old_events_are_forgotten,
    );
}

const LEASE: SignedDuration = SignedDuration::from_secs(60);

struct Fixture {
    queue: Arc<dyn BillingQueue>,
}

fn noon() -> Timestamp {
    moment("2026-11-21T12:00:00Z")
}

fn payment(id: &str) -> BillingSubject {
    BillingSubject::new(SubjectKind::Payment, id).expect("the id is valid")
}

fn event(id: &str, subject: BillingSubject) -> BillingEvent {
    let id = id.parse().expect("the id is valid");
    BillingEvent { id, created_at: noon(), subject: Some(subject) }
}

impl Fixture {
    async fn receive(&self, id: &str, subject: &BillingSubject, at: Timestamp) -> bool {
        let event = event(id, subject.clone());
        self.queue.receive(&event, at).await.expect("an event can be received")
    }

    async fn claim(&self, at: Timestamp) -> Option<ClaimedSubject> {
        self.queue.claim_subject(at, at + LEASE).await.expect("a subject can be claimed")
    }

    async fn claimed(&self, at: Timestamp) -> ClaimedSubject {
        self.claim(at).await.expect("a subject is due")
    }

    async fn finish(&self, claimed: &ClaimedSubject, end: SubjectEnd, at: Timestamp) -> bool {
        self.queue.finish_subject(&claimed.claim, &end, at).await.expect("a claim can be ended")
    }

    async fn parked(&self) -> Vec<ParkedSubject> {
        self.queue.parked_subjects(10).await.expect("parked subjects can be listed")
    }
}

async fn an_event_is_received_once(fixture: Fixture) {
    let subject = payment("pi_1");
    let deliveries = join_all((0..20).map(|_| fixture.receive("evt_1", &subject, noon()))).await;
    assert_eq!(deliveries.iter().filter(|is_new| **is_new).count(), 1);
    let claimed = fixture.claimed(noon()).await;
    assert_eq!((&claimed.claim.subject, claimed.failures), (&subject, 0));
    assert!(fixture.finish(&claimed, SubjectEnd::Applied, noon()).await);
    assert!(!fixture.receive("evt_1", &subject, noon()).await);
    assert_eq!(fixture.claim(noon()).await, None, "a repeated event queues nothing");
}

async fn an_event_without_a_subject_is_not_recorded(fixture: Fixture) {
    let unrelated = BillingEvent { subject: None, ..event("evt_1", payment("pi_1")) };
    assert_eq!(fixture.queue.receive(&unrelated, noon()).await.ok(), Some(false));
    assert_eq!(fixture.queue.forget_events(noon()).await.ok(), Some(0));
    assert_eq!(fixture.claim(noon()).await, None);
}

async fn events_of_one_subject_are_claimed_together(fixture: Fixture) {
    let subject = payment("pi_1");
    for id in ["evt_1", "evt_2", "evt_3"] {
        assert!(fixture.receive(id, &subject, noon()).await);
    }
    let claimed = fixture.claimed(noon()).await;
    assert_eq!(fixture.claim(noon()).await, None);
    assert!(fixture.finish(&claimed, SubjectEnd::Applied, noon()).await);
    assert_eq!(fixture.claim(later(noon(), 3_600)).await, None);
}

async fn the_subject_due_longest_is_claimed_first(fixture: Fixture) {
    // The same id is another subject under another kind.
    let kinds = [SubjectKind::Subscription, SubjectKind::Checkout, SubjectKind::Payment];
    let subjects = kinds.map(|kind| BillingSubject::new(kind, "id_1").expect("the id is valid"));
    for (subject, seconds) in subjects.iter().zip(0..) {
        fixture.queue.queue_subject(subject, later(noon(), seconds)).await.expect("a subject can be queued");
    }
    assert_eq!(fixture.claim(later(noon(), -1)).await, None, "nothing is due");
    for subject in &subjects {
        assert_eq!(fixture.claimed(later(noon(), 3)).await.claim.subject, *subject);
    }
}

async fn simultaneous_claims_get_different_subjects(fixture: Fixture) {
    for number in 0..10 {
        fixture.receive(&format!("evt_{number}"), &payment(&format!("pi_{number}")), noon()).await;
    }
    let claims = join_all((0..15).map(|_| fixture.claim(noon()))).await;
    let subjects: HashSet<_> = claims.into_iter().flatten().map(|claimed| claimed.claim.subject).collect();
    assert!(!subjects.is_empty());
    let rest = join_all((subjects.len()..10).map(|_| fixture.claim(noon()))).await;
    let all: HashSet<_> =
        rest.into_iter().flatten().map(|claimed| claimed.claim.subject).chain(subjects).collect();
    assert_eq!(all.len(), 10);
    assert_eq!(fixture.claim(noon()).await, None);
}

async fn an_expired_claim_passes_to_the_next_process(fixture: Fixture) {
    fixture.receive("evt_1", &payment("pi_1"), noon()).await;
    let first = fixture.claimed(noon()).await;
    let expiry = noon() + LEASE;
    assert_eq!(fixture.claim(later(expiry, -1)).await, None);
    let second = fixture.claimed(expiry).await;
    assert_ne!(first.claim, second.claim);
    for end in [SubjectEnd::Applied, SubjectEnd::Retry(noon()), SubjectEnd::Parked("no".to_owned())] {
        assert!(!fixture.finish(&first, end, expiry).await);
    }
    assert!(fixture.finish(&second, SubjectEnd::Applied, expiry).await);
    assert!(!fixture.finish(&second, SubjectEnd::Applied, expiry).await);
}

async fn a_claim_ends_no_later_claim_of_the_same_number(fixture: Fixture) {
    let subject = payment("pi_1");
    fixture.receive("evt_1", &subject, noon()).await;
    let slow = fixture.claimed(noon()).await;
    let second = fixture.claimed(noon() + LEASE).await;
    assert!(fixture.finish(&second, SubjectEnd::Applied, noon() + LEASE).await);
    fixture.receive("evt_2", &subject, noon() + LEASE).await;
    let third = fixture.claimed(noon() + LEASE).await;
    assert!(!fixture.finish(&slow, SubjectEnd::Applied, noon() + LEASE).await, "its claim ended long ago");
    assert!(fixture.finish(&third, SubjectEnd::Applied, noon() + LEASE).await);
}

async fn an_event_during_a_claim_is_not_lost(fixture: Fixture) {
    let subject = payment("pi_1");
    let ends = [
        SubjectEnd::Applied,
        SubjectEnd::Retry(later(noon(), 3_600)),
        SubjectEnd::Parked("unknown purchase".to_owned()),
    ];
    for (end, number) in ends.into_iter().zip(0..) {
        let at = later(noon(), number);
        fixture.receive(&format!("evt_{number}a"), &subject, at).await;
        let claimed = fixture.claimed(at).await;
        assert!(fixture.receive(&format!("evt_{number}b"), &subject, at).await);
        assert_eq!(fixture.claim(at).await, None, "a subject has one claim at a time");
        assert!(fixture.finish(&claimed, end, at).await);
        assert_eq!(fixture.parked().await, []);
        let again = fixture.claimed(at).await;
        assert_eq!((&again.claim.subject, again.failures), (&subject, 0));
        assert!(fixture.finish(&again, SubjectEnd::Applied, at).await);
    }
}

async fn a_failed_subject_waits_until_it_is_due(fixture: Fixture) {
    let subject = payment("pi_1");
    fixture.receive("evt_1", &subject, noon()).await;
    let due_at = later(noon(), 300);
    for failures in 0..3 {
        let claimed = fixture.claimed(due_at).await;
        assert_eq!(claimed.failures, failures);
        assert!(fixture.finish(&claimed, SubjectEnd::Retry(due_at), noon()).await);
        assert_eq!(fixture.claim(later(due_at, -1)).await, None);
    }
    assert!(fixture.receive("evt_2", &subject, noon()).await);
    let claimed = fixture.claimed(noon()).await;
    assert_eq!(claimed.failures, 0, "an event makes the subject due");
}

async fn a_parked_subject_waits_for_an_event_or_an_operator(fixture: Fixture) {
    let subject = payment("pi_1");
    let park = async || {
        let claimed = fixture.claimed(noon()).await;
        let end = SubjectEnd::Parked("unknown purchase".to_owned());
        assert!(fixture.finish(&claimed, end, noon()).await);
        assert_eq!(fixture.claim(later(noon(), 86_400)).await, None);
        let reason = "unknown purchase".to_owned();
        let expected = ParkedSubject { subject: subject.clone(), parked_at: noon(), reason };
        assert_eq!(fixture.parked().await, [expected]);
    };
    fixture.receive("evt_1", &subject, noon()).await;
    park().await;
    assert!(fixture.receive("evt_2", &subject, noon()).await);
    assert_eq!(fixture.parked().await, []);
    park().await;
    fixture.queue.queue_subject(&subject, noon()).await.expect("a subject can be queued");
    assert_eq!(fixture.parked().await, []);
    let claimed = fixture.claimed(noon()).await;
    assert!(fixture.finish(&claimed, SubjectEnd::Applied, noon()).await);
}

async fn parked_subjects_are_listed_newest_first(fixture: Fixture) {
    for number in 0..3 {
        let at = later(noon(), number);
        fixture.receive(&format!("evt_{number}"), &payment(&format!("pi_{number}")), at).await;
        let claimed = fixture.claimed(at).await;
        assert!(fixture.finish(&claimed, SubjectEnd::Parked(format!("reason {number}")), at).await);
    }
    let reasons = async |limit| {
        let parked = fixture.queue.parked_subjects(limit).await.expect("parked subjects can be listed");
        parked.into_iter().map(|parked| parked.reason).collect::<Vec<_>>()
    };
    assert_eq!(reasons(10).await, ["reason 2", "reason 1", "reason 0"]);
    assert_eq!(reasons(2).await, ["reason 2", "reason 1"]);
}

async fn old_events_are_forgotten(fixture: Fixture) {
    let subject = payment("pi_1");
    fixture.receive("evt_1", &subject, noon()).await;
    fixture.receive("evt_2", &subject, later(noon(), 1)).await;
    assert_eq!(fixture.queue.forget_events(noon()).await.ok(), Some(1));
    assert!(!fixture.receive("evt_2", &subject, noon()).await);
    assert!(fixture.receive("evt_1", &subject, noon()).await, "a forgotten event is new");
}
