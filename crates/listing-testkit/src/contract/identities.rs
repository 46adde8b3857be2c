//! Tests links between accounts and identities at providers.

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::person::{Epoch, ExternalIdentity, LinkedIdentity, Person};
use listing_domain::ports::PersonStoreError;

use super::area::{Fixture, noon, run_concurrently};
use super::later;

pub(super) fn identity(issuer: &str, subject: &str) -> ExternalIdentity {
    ExternalIdentity { issuer: format!("https://{issuer}.example.com"), subject: subject.to_owned() }
}

impl Fixture {
    pub(super) async fn by_identity(&self, identity: &ExternalIdentity) -> Option<Person> {
        self.area.people.person_by_identity(identity).await.expect("people can be read")
    }

    /// Returns each identity with the time of linking.
    pub(super) async fn linked(&self, account: AccountId) -> Vec<(ExternalIdentity, Timestamp)> {
        let identities = self.area.people.identities(account).await.expect("identities can be read");
        identities.into_iter().map(|LinkedIdentity { identity, linked_at }| (identity, linked_at)).collect()
    }

    async fn link_identity(
        &self,
        account: AccountId,
        identity: &ExternalIdentity,
        at: Timestamp,
    ) -> Result<bool, PersonStoreError> {
        self.area.people.link_identity(account, identity, at, self.epoch(account).await).await
    }

    async fn unlink(&self, account: AccountId, issuer: &str) -> bool {
        let issuer = identity(issuer, "").issuer;
        let take_back = self.take_back(account).await;
        let unlinked = self.area.people.unlink_issuer(account, &issuer, &take_back).await;
        unlinked.expect("identities can be unlinked")
    }
}

pub(super) async fn an_account_has_the_identities_that_are_linked_to_it(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (first, second) = (identity("provider", "1"), identity("another", "1"));
    for (seconds, identity) in [(1, &first), (2, &second), (3, &first)] {
        let linked = fixture.link_identity(ann, identity, later(noon(), seconds)).await;
        assert_eq!(linked.ok(), Some(true), "linking again changes nothing");
    }
    let refused = fixture.link_identity(bob, &first, noon()).await;
    assert!(matches!(refused, Err(PersonStoreError::IdentityTaken)), "{refused:?}");
    let at = |seconds| later(noon(), seconds);
    assert_eq!(fixture.linked(ann).await, [(second.clone(), at(2)), (first.clone(), at(1))]);
    assert_eq!(fixture.linked(bob).await, []);
    for identity in [&first, &second] {
        assert_eq!(fixture.by_identity(identity).await.map(|person| person.account.id), Some(ann));
    }
}

pub(super) async fn identity_is_linked_once_under_concurrency(fixture: Fixture) {
    let mut accounts = Vec::new();
    for number in 0..10 {
        accounts.push(fixture.account(&format!("ann{number}")).await);
    }
    let futures =
        accounts.iter().map(|account| {
            let (people, account) = (fixture.area.people.clone(), *account);
            async move {
                people.link_identity(account, &identity("provider", "1"), noon(), Epoch::default()).await
            }
        });
    let outcomes = run_concurrently(futures).await;
    let linked = outcomes.iter().position(|outcome| matches!(outcome, Ok(true)));
    let is_taken = |outcome: &&Result<_, _>| matches!(outcome, Err(PersonStoreError::IdentityTaken));
    assert_eq!(outcomes.iter().filter(is_taken).count(), 9, "{outcomes:?}");
    let found = fixture.by_identity(&identity("provider", "1")).await.map(|person| person.account.id);
    assert_eq!(found, linked.map(|number| accounts[number]));
}

pub(super) async fn identities_are_unlinked_from_one_account_issuer_by_issuer(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let (first, second, other) =
        (identity("provider", "1"), identity("provider", "2"), identity("another", "1"));
    let bobs = identity("provider", "3");
    for (account, identity) in [(ann, &first), (ann, &second), (ann, &other), (bob, &bobs)] {
        assert_eq!(fixture.link_identity(account, identity, noon()).await.ok(), Some(true));
    }
    for issuer in ["unknown", "provide"] {
        assert!(!fixture.unlink(ann, issuer).await, "no identity of {issuer} is linked");
    }
    assert!(fixture.unlink(ann, "provider").await);
    assert!(!fixture.unlink(ann, "provider").await, "an unlinked identity cannot be unlinked again");
    assert_eq!(fixture.linked(ann).await, [(other.clone(), noon())]);
    for (identity, expected) in [(&first, None), (&second, None), (&other, Some(ann)), (&bobs, Some(bob))] {
        assert_eq!(
            fixture.by_identity(identity).await.map(|person| person.account.id),
            expected,
            "{identity:?}"
        );
    }
    let again = later(noon(), 60);
    assert_eq!(
        fixture.link_identity(bob, &first, again).await.ok(),
        Some(true),
        "an unlinked identity can be linked again"
    );
    assert_eq!(fixture.linked(bob).await, [(first, again), (bobs, noon())]);
}
