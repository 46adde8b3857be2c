//! Tests what stores must do when access to an account is revoked.

use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::ApiKey;
use listing_domain::person::{Epoch, OtherAccess, Person, TakeBack};
use listing_domain::ports::{AccountStoreError, IdSource as _, NewKey};

use super::area::{Fixture, full, hash, noon, run_concurrently};
use super::email;
use super::identities::identity;

pub(super) async fn concurrent_removals_of_administrators_leave_one(fixture: Fixture) {
    let mut active = vec![fixture.administrator("ann").await];
    for round in 0..6 {
        for number in 0..8 {
            active.push(fixture.administrator(&format!("ann{round}{number}")).await);
        }
        let futures = active
            .iter()
            .enumerate()
            .map(|(number, account)| fixture.remove_access(number + round, *account));
        let outcomes = run_concurrently(futures).await;
        let administrators = fixture.area.people.administrators().await.expect("people can be read");
        let open = administrators.iter().filter(|account| account.suspended_at.is_none());
        active = open.map(|account| account.id).collect();
        let refused = outcomes.iter().filter(|is_done| !**is_done).count();
        assert_eq!((refused, active.len()), (1, 1), "{outcomes:?}");
    }
}

impl Fixture {
    async fn administrator(&self, name: &str) -> AccountId {
        let account = self.account(name).await;
        assert_eq!(self.area.people.set_administrator(account, true).await.ok(), Some(true));
        account
    }

    /// In one of three ways; `true` if that succeeded.
    fn remove_access(
        &self,
        method: usize,
        account: AccountId,
    ) -> impl Future<Output = bool> + Send + 'static {
        let (people, accounts) = (self.area.people.clone(), self.area.stores.accounts.clone());
        async move {
            match method % 3 {
                0 => people.set_administrator(account, false).await.is_ok(),
                1 => accounts.suspend(account, noon()).await.is_ok(),
                _ => accounts.delete_account(account, noon(), None).await.is_ok(),
            }
        }
    }
}

pub(super) async fn a_change_from_an_earlier_epoch_takes_no_effect(fixture: Fixture) {
    let ann = full(fixture.new_account("ann"));
    fixture.add_person(&ann).await;
    let (id, before) = (ann.account.id, fixture.take_back(ann.account.id).await);
    let hers = identity("provider", "1");
    let (people, sessions) = (&fixture.area.people, &fixture.area.sessions);
    assert_eq!(people.link_identity(id, &hers, noon(), before.seen).await.ok(), Some(true));
    let next = sessions.take_back(id, &before).await.ok().flatten();
    assert_eq!(next, Some(before.seen.next()));
    let late = identity("provider", "2");
    let changes = [
        people.link_identity(id, &late, noon(), before.seen).await.ok(),
        people.unlink_issuer(id, &hers.issuer, &before).await.ok(),
        people.set_password(id, &hash("late"), &before).await.ok().map(|next| next.is_some()),
        people.set_email(id, &email("late"), &before).await.ok(),
        sessions.take_back(id, &before).await.ok().map(|next| next.is_some()),
        fixture.area.stores.accounts.delete_account(id, noon(), Some(before.seen)).await.ok(),
    ];
    assert_eq!(changes, [Some(false); 6]);
    let expected = Person { epoch: before.seen.next(), ..ann };
    assert_eq!(fixture.person(id).await, Some(expected), "a stale change has no effect");
    assert_eq!(fixture.linked(id).await, [(hers, noon())]);
}

pub(super) async fn owner_manages_keys_only_in_the_current_epoch(fixture: Fixture) {
    let account = fixture.account("ann").await;
    let (accounts, sessions) = (&fixture.area.stores.accounts, &fixture.area.sessions);
    let new = |epoch| {
        let key = fixture.ids.api_key();
        NewKey { epoch, ..NewKey::plain(KeyId::new(fixture.ids.id()), account, &key, noon()) }
    };
    let before = fixture.take_back(account).await;
    let first = new(Some(before.seen));
    assert!(accounts.add_key(&first, 10).await.is_ok());
    assert_eq!(accounts.rotate_key(first.id, noon(), &new(Some(before.seen)), 10).await.ok(), Some(true));
    let left = accounts.keys(account).await.expect("keys can be read");
    let active = left.iter().find(|key| key.revoked_at.is_none()).expect("the account has an active key").id;
    let refuses = async |seen| {
        let added = accounts.add_key(&new(Some(seen)), 10).await;
        let rotated = accounts.rotate_key(active, noon(), &new(Some(seen)), 10).await.map(drop);
        let is_refused = |outcome: Result<(), _>| matches!(outcome, Err(AccountStoreError::Overtaken));
        is_refused(added) && is_refused(rotated)
    };
    assert!(sessions.take_back(account, &before).await.is_ok_and(|next| next.is_some()));
    assert!(refuses(before.seen).await, "an ended epoch adds no key");
    assert_eq!(accounts.suspend(account, noon()).await.ok(), Some(true));
    let suspended = fixture.epoch(account).await;
    assert!(refuses(suspended).await, "a suspended account adds no key");
    assert_eq!(accounts.keys(account).await.ok(), Some(left), "a refused key changes no key");
    assert!(accounts.add_key(&new(None), 10).await.is_ok(), "an operator adds keys in any epoch");
    assert_eq!(accounts.resume(account).await.ok(), Some(true));
    assert!(accounts.add_key(&new(Some(suspended)), 10).await.is_ok());
    fixture.delete(account).await;
    assert!(refuses(suspended).await, "a deleted account adds no key");
}

pub(super) async fn email_change_can_revoke_keys_and_identities(fixture: Fixture) {
    for (number, other_access) in (0..).zip([OtherAccess::Nothing, OtherAccess::KeysAndIdentities]) {
        let account = fixture.account(&format!("ann{number}")).await;
        let (accounts, hers) = (&fixture.area.stores.accounts, identity("provider", &number.to_string()));
        let linked = fixture.area.people.link_identity(account, &hers, noon(), Epoch::default()).await;
        assert_eq!(linked.ok(), Some(true));
        let key = ApiKey::from_secret([number; 32]);
        let new = NewKey::plain(KeyId::new(fixture.ids.id()), account, &key, noon());
        accounts.add_key(&new, 10).await.expect("a key can be added");
        assert!(accounts.key_owner(&key.digest(), noon()).await.is_ok_and(|owner| owner.is_some()));
        let take_back = TakeBack { other_access, ..fixture.take_back(account).await };
        let same = fixture.by_email(&format!("ann{number}")).await.expect("ann has an account").account.email;
        assert_eq!(fixture.area.people.set_email(account, &same, &take_back).await.ok(), Some(true));
        assert_eq!(fixture.linked(account).await.len(), 1, "an unchanged email revokes nothing");
        let set = fixture.area.people.set_email(account, &email(&format!("new{number}")), &take_back).await;
        assert_eq!(set.ok(), Some(true));
        let owner = accounts.key_owner(&key.digest(), noon()).await.expect("keys can be read");
        let is_kept = other_access == OtherAccess::Nothing;
        assert_eq!((owner.is_some(), !fixture.linked(account).await.is_empty()), (is_kept, is_kept));
    }
}
