use jiff::Timestamp;
use listing_domain::account::{Account, Email, Plan};
use listing_domain::ids::AccountId;
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::origin::Origin;
use listing_domain::person::{Epoch, Person, Preferences, TakeBack};
use listing_domain::ports::{AccountSearch, AccountStoreError, Grant, IdSource as _, PersonStoreError};
use listing_domain::request::{ListingOptions, Platforms};

use super::access::{
    a_change_from_an_earlier_epoch_takes_no_effect, concurrent_removals_of_administrators_leave_one,
    email_change_can_revoke_keys_and_identities, owner_manages_keys_only_in_the_current_epoch,
};
use super::area::{AccountArea, Fixture, full, hash, noon, run_concurrently};
use super::identities::{
    an_account_has_the_identities_that_are_linked_to_it,
    identities_are_unlinked_from_one_account_issuer_by_issuer, identity,
    identity_is_linked_once_under_concurrency,
};
use super::mailboxes::{
    exhausted_mailbox_gives_no_units_to_accounts_that_move_to_it,
    unit_counts_once_when_its_account_returns_to_a_former_email,
    units_used_under_a_former_email_count_for_its_next_account,
};
use super::{email, later, put_on_plan, run_cases};
use crate::SeededIds;

/// The contract of people stores.
pub async fn person_store_contract(make: impl AsyncFn() -> AccountArea) {
    let fixture = async || Fixture { area: make().await, ids: SeededIds::new(110) };
    run_cases!(fixture();
        person_is_read_back_unchanged,
        an_account_without_a_sign_in_has_no_preferences,
        second_person_with_the_same_email_is_refused,
        second_person_with_the_same_identity_is_refused,
        concurrent_additions_of_a_person_add_one,
        an_account_has_the_identities_that_are_linked_to_it,
        identity_is_linked_once_under_concurrency,
        identities_are_unlinked_from_one_account_issuer_by_issuer,
        password_replaces_the_previous_one,
        an_email_is_changed_and_confirmed,
        units_used_under_a_former_email_count_for_its_next_account,
        exhausted_mailbox_gives_no_units_to_accounts_that_move_to_it,
        unit_counts_once_when_its_account_returns_to_a_former_email,
        email_changes_once_under_concurrency,
        preferences_are_replaced_as_a_whole,
        existence_of_administrators_is_reported,
        only_the_current_email_is_confirmed,
        last_administrator_cannot_be_removed,
        concurrent_removals_of_administrators_leave_one,
        a_change_from_an_earlier_epoch_takes_no_effect,
        owner_manages_keys_only_in_the_current_epoch,
        email_change_can_revoke_keys_and_identities,
        accounts_are_found_by_a_part_of_their_email,
        accounts_are_found_page_by_page,
        found_accounts_have_the_balance_of_the_ledger,
        person_of_a_deleted_account_is_deleted,
        an_unknown_account_has_no_person,
    );
}

/// With no value in any optional field.
fn bare(account: Account) -> Person {
    Person {
        account,
        password: None,
        confirmed_at: None,
        is_administrator: false,
        preferences: Preferences::default(),
        epoch: Epoch::default(),
    }
}

impl Fixture {
    pub(super) async fn add_person(&self, person: &Person) {
        self.area.people.add_person(person, None).await.expect("a new person can be added");
    }

    pub(super) async fn person(&self, account: AccountId) -> Option<Person> {
        self.area.people.person(account).await.expect("people can be read")
    }

    pub(super) async fn by_email(&self, name: &str) -> Option<Person> {
        self.area.people.person_by_email(&email(name)).await.expect("people can be read")
    }

    async fn found(&self, text: &str) -> Vec<String> {
        let found = self.area.people.find_accounts(&search(text, None, 100)).await;
        let found = found.expect("accounts can be found");
        found.iter().map(|found| found.account.email.as_str().replace("@example.com", "")).collect()
    }

    async fn administrators(&self) -> Vec<String> {
        let found = self.area.people.administrators().await.expect("people can be read");
        found.iter().map(|account| account.email.as_str().replace("@example.com", "")).collect()
    }

    async fn has_administrator(&self) -> bool {
        self.area.people.has_administrator().await.expect("people can be read")
    }
}

async fn person_is_read_back_unchanged(fixture: Fixture) {
    let (ann, bob) = (full(fixture.new_account("ann")), bare(fixture.new_account("bob")));
    let anns = identity("provider", "1");
    fixture.area.people.add_person(&ann, Some(&anns)).await.expect("a new person can be added");
    fixture.add_person(&bob).await;
    for person in [&ann, &bob] {
        assert_eq!(fixture.person(person.account.id).await.as_ref(), Some(person));
    }
    assert_eq!(fixture.by_email("ann").await.as_ref(), Some(&ann));
    assert_eq!(fixture.by_identity(&anns).await.as_ref(), Some(&ann));
    let since = ann.account.created_at;
    assert_eq!(
        fixture.linked(ann.account.id).await,
        [(anns, since)],
        "the identity is linked since the account's creation"
    );
    assert_eq!(fixture.linked(bob.account.id).await, []);
    let account = fixture.area.stores.accounts.account_by_email(&email("ann")).await;
    assert_eq!(account.ok().flatten(), Some(ann.account));
    assert_eq!(fixture.by_email("cleo").await, None);
    for other in [identity("provider", "2"), identity("another", "1")] {
        assert_eq!(fixture.by_identity(&other).await, None);
    }
}

async fn an_account_without_a_sign_in_has_no_preferences(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let found = fixture.person(ann).await.expect("the account exists");
    assert_eq!(found, bare(found.account.clone()));
    assert_eq!((found.account.id, &found.account.email), (ann, &email("ann")));
    assert_eq!(fixture.by_email("ann").await, Some(found));
}

async fn second_person_with_the_same_email_is_refused(fixture: Fixture) {
    let ann = fixture.account("ann").await;
    let (second, hers) = (full(fixture.new_account("ann")), identity("provider", "1"));
    let refused = fixture.area.people.add_person(&second, Some(&hers)).await;
    assert!(matches!(refused, Err(PersonStoreError::EmailTaken)), "{refused:?}");
    assert_eq!(fixture.by_email("ann").await.map(|person| person.account.id), Some(ann));
    assert_eq!((fixture.person(second.account.id).await, fixture.by_identity(&hers).await), (None, None));
    assert!(!fixture.has_administrator().await, "the refused administrator is not stored");
}

async fn second_person_with_the_same_identity_is_refused(fixture: Fixture) {
    let (ann, bob) = (bare(fixture.new_account("ann")), full(fixture.new_account("bob")));
    let anns = identity("provider", "1");
    fixture.area.people.add_person(&ann, Some(&anns)).await.expect("a new person can be added");
    let refused = fixture.area.people.add_person(&bob, Some(&anns)).await;
    assert!(matches!(refused, Err(PersonStoreError::IdentityTaken)), "{refused:?}");
    assert_eq!(fixture.by_identity(&anns).await, Some(ann));
    assert_eq!(fixture.by_email("bob").await, None, "the refused person is not stored");
    assert!(!fixture.has_administrator().await);
    fixture.add_person(&bob).await;
}

async fn concurrent_additions_of_a_person_add_one(fixture: Fixture) {
    let people = &fixture.area.people;
    let same_email = (0..20).map(|number| {
        let (people, person) = (people.clone(), bare(fixture.new_account("ann")));
        async move { people.add_person(&person, Some(&identity("provider", &number.to_string()))).await }
    });
    let outcomes = run_concurrently(same_email).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let is_taken = |outcome: &&Result<(), _>| matches!(outcome, Err(PersonStoreError::EmailTaken));
    assert_eq!(outcomes.iter().filter(is_taken).count(), 19, "{outcomes:?}");

    let same_identity = (0..20).map(|number| {
        let (people, person) = (people.clone(), bare(fixture.new_account(&format!("bob{number}"))));
        async move { people.add_person(&person, Some(&identity("provider", "bob"))).await }
    });
    let outcomes = run_concurrently(same_identity).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    let is_taken = |outcome: &&Result<(), _>| matches!(outcome, Err(PersonStoreError::IdentityTaken));
    assert_eq!(outcomes.iter().filter(is_taken).count(), 19, "{outcomes:?}");
    assert_eq!(fixture.found("").await.len(), 2, "only one person is added");
}

async fn password_replaces_the_previous_one(fixture: Fixture) {
    let ann = full(fixture.new_account("ann"));
    fixture.add_person(&ann).await;
    let bob = fixture.account("bob").await;
    for (account, before) in
        [(ann.account.id, ann), (bob, fixture.person(bob).await.expect("bob has an account"))]
    {
        for text in ["first", "second"] {
            let take_back = fixture.take_back(account).await;
            let set = fixture.area.people.set_password(account, &hash(text), &take_back).await;
            let epoch = take_back.seen.next();
            assert_eq!(set.ok(), Some(Some(epoch)));
            let expected = Person { password: Some(hash(text)), epoch, ..before.clone() };
            assert_eq!(fixture.person(account).await, Some(expected), "only the password changes");
            let late = fixture.area.people.set_password(account, &hash("late"), &take_back).await;
            assert_eq!(late.ok(), Some(None), "a change from an ended epoch has no effect");
            assert!(fixture.person(account).await.is_some_and(|item| item.password == Some(hash(text))));
        }
    }
}

async fn an_email_is_changed_and_confirmed(fixture: Fixture) {
    let (ann, bob) = (bare(fixture.new_account("ann")), full(fixture.new_account("bob")));
    fixture.add_person(&ann).await;
    fixture.add_person(&bob).await;
    let id = ann.account.id;
    let set = async |name: &str, at: Timestamp| {
        let take_back = TakeBack { at, ..fixture.take_back(id).await };
        fixture.area.people.set_email(id, &email(name), &take_back).await
    };
    assert_eq!(set("ann", noon()).await.ok(), Some(true), "setting the same email confirms it");
    let confirmed = Person { confirmed_at: Some(noon()), ..ann.clone() };
    assert_eq!(fixture.person(id).await.as_ref(), Some(&confirmed));

    let refused = set("bob", later(noon(), 60)).await;
    assert!(matches!(refused, Err(PersonStoreError::EmailTaken)), "{refused:?}");
    assert_eq!(fixture.person(id).await, Some(confirmed), "a refused email changes nothing");
    assert_eq!(fixture.by_email("bob").await, Some(bob));

    assert_eq!(set("cleo", later(noon(), 90)).await.ok(), Some(true));
    let account = Account { email: email("cleo"), ..ann.account.clone() };
    let epoch = ann.epoch.next();
    let changed = Person { account, confirmed_at: Some(later(noon(), 90)), epoch, ..ann };
    assert_eq!(fixture.by_email("cleo").await, Some(changed));
    assert_eq!(fixture.by_email("ann").await, None);
    let late = TakeBack::all(Epoch::default(), noon());
    for name in ["dan", "cleo"] {
        assert_eq!(fixture.area.people.set_email(id, &email(name), &late).await.ok(), Some(false), "{name}");
    }
    assert!(fixture.by_email("cleo").await.is_some(), "a change from an ended epoch has no effect");
    fixture.account("ann").await;
}

async fn email_changes_once_under_concurrency(fixture: Fixture) {
    let mut futures = Vec::new();
    for number in 0..10 {
        let (people, account) = (fixture.area.people.clone(), fixture.account(&format!("ann{number}")).await);
        futures.push(async move {
            people.set_email(account, &email("ann"), &TakeBack::all(Epoch::default(), noon())).await
        });
    }
    let outcomes = run_concurrently(futures).await;
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count(), 1, "{outcomes:?}");
    let is_taken = |outcome: &&Result<_, _>| matches!(outcome, Err(PersonStoreError::EmailTaken));
    assert_eq!(outcomes.iter().filter(is_taken).count(), 9, "{outcomes:?}");
}

async fn preferences_are_replaced_as_a_whole(fixture: Fixture) {
    let ann = full(fixture.new_account("ann"));
    fixture.add_person(&ann).await;
    let other_wish = ListingOptions {
        platforms: Platforms::new([Platform::Depop]).expect("one platform is valid"),
        language: Language::En,
        tone: Tone::Casual,
        quality: Quality::Standard,
        market: None,
    };
    for preferences in [
        Preferences { market: Some(Market::UnitedKingdom), ..Preferences::default() },
        Preferences { language: Some(Language::Fr), options: Some(other_wish), market: None },
        Preferences::default(),
    ] {
        let set = fixture.area.people.set_preferences(ann.account.id, &preferences).await;
        assert_eq!(set.ok(), Some(true));
        assert_eq!(fixture.person(ann.account.id).await, Some(Person { preferences, ..ann.clone() }));
    }
    let bob = fixture.account("bob").await;
    let preferences = ann.preferences;
    assert_eq!(fixture.area.people.set_preferences(bob, &preferences).await.ok(), Some(true));
    assert_eq!(fixture.person(bob).await.map(|person| person.preferences), Some(preferences));
}

async fn existence_of_administrators_is_reported(fixture: Fixture) {
    let (ann, bob) = (full(fixture.new_account("ann")), fixture.account("bob").await);
    assert!(!fixture.has_administrator().await);
    fixture.add_person(&ann).await;
    assert!(fixture.has_administrator().await);
    let set = async |account, may| fixture.area.people.set_administrator(account, may).await.ok();
    assert_eq!((set(bob, true).await, fixture.has_administrator().await), (Some(true), true));
    assert_eq!(fixture.administrators().await, ["ann", "bob"]);
    assert_eq!((set(ann.account.id, false).await, fixture.has_administrator().await), (Some(true), true));
    let expected = Person { is_administrator: false, ..ann };
    assert_eq!(fixture.person(expected.account.id).await, Some(expected), "only the role changes");
    assert!(fixture.person(bob).await.is_some_and(|person| person.is_administrator));
    assert_eq!(fixture.administrators().await, ["bob"]);
    let last = fixture.area.stores.accounts.delete_account(bob, noon(), None).await;
    assert!(matches!(last, Err(AccountStoreError::LastAdministrator)), "{last:?}");
    assert_eq!(fixture.administrators().await, ["bob"]);
}

async fn only_the_current_email_is_confirmed(fixture: Fixture) {
    let ann = full(fixture.new_account("ann"));
    fixture.add_person(&ann).await;
    let bob = fixture.account("bob").await;
    let confirm = async |account, name: &str| {
        fixture.area.people.confirm_email(account, &email(name), later(noon(), 90)).await.ok()
    };
    for (account, name) in [(ann.account.id, "ann"), (bob, "bob")] {
        let before = fixture.person(account).await.expect("the account exists");
        assert_eq!(confirm(account, "former").await, Some(false), "a former email cannot be confirmed");
        assert_eq!(fixture.person(account).await.as_ref(), Some(&before));
        assert_eq!(confirm(account, name).await, Some(true));
        let expected = Person { confirmed_at: Some(later(noon(), 90)), ..before };
        assert_eq!(fixture.person(account).await, Some(expected), "only the confirmation changes");
    }
}

async fn last_administrator_cannot_be_removed(fixture: Fixture) {
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let set = async |account, may| fixture.area.people.set_administrator(account, may).await;
    let is_last = |outcome: &Result<_, _>| matches!(outcome, Err(PersonStoreError::LastAdministrator));
    assert_eq!(set(bob, false).await.ok(), Some(true), "dismissing a non-administrator changes nothing");
    assert_eq!(set(ann, true).await.ok(), Some(true));
    assert!(is_last(&set(ann, false).await));
    assert_eq!(fixture.administrators().await, ["ann"], "the last administrator stays");
    assert_eq!(set(bob, false).await.ok(), Some(true), "dismissing bob changes nothing");
    assert_eq!(set(bob, true).await.ok(), Some(true));
    // A suspended administrator does not count as another one.
    assert_eq!(fixture.area.stores.accounts.suspend(bob, noon()).await.ok(), Some(true));
    assert!(is_last(&set(ann, false).await));
    assert_eq!(set(bob, false).await.ok(), Some(true));
    assert_eq!(fixture.administrators().await, ["ann"]);
}

async fn accounts_are_found_by_a_part_of_their_email(fixture: Fixture) {
    for name in ["a_b", "axb", "a%b", "a\\b", "a*b", "a?b", "a'b", "[ab]", "élise"] {
        // Earlier rules accepted some of these as emails.
        let email = Email::stored(format!("{name}@example.com"));
        let account = Account::new(AccountId::new(fixture.ids.id()), email, noon());
        fixture.area.stores.accounts.add_account(&account).await.expect("a new account can be added");
    }
    for (text, expected) in [
        ("a_b", &["a_b"][..]),
        ("_", &["a_b"]),
        ("%", &["a%b"]),
        ("\\", &["a\\b"]),
        ("a*", &["a*b"]),
        ("?", &["a?b"]),
        ("a'b", &["a'b"]),
        ("[ab]", &["[ab]"]),
        ("XB@Ex", &["axb"]),
        ("ÉLI", &["élise"]),
        ("a%b%", &[]),
        ("cleo", &[]),
    ] {
        assert_eq!(fixture.found(text).await, expected, "{text}");
    }
    assert_eq!(fixture.found("").await.len(), 9, "an empty search finds all accounts");
}

fn search(text: &str, after: Option<Email>, limit: u32) -> AccountSearch {
    AccountSearch { text: text.to_owned(), after, limit, free_limit: 3, at: noon() }
}

async fn found_accounts_have_the_balance_of_the_ledger(fixture: Fixture) {
    let stores = &fixture.area.stores;
    let (ann, bob) = (fixture.account("ann").await, fixture.account("bob").await);
    let payment = "p-1".parse().expect("a payment id is accepted");
    let origin = Origin::CLI;
    let granted = Grant { payment, account: bob, units: 20, at: noon(), origin };
    stores.quota.grant(&granted).await.expect("credits can be added");
    let subscribed = put_on_plan(stores.entitlements.as_ref(), ann, Plan::ProMonthly, noon()).await;
    assert_eq!(subscribed.ok(), Some(true));
    assert_eq!(fixture.area.people.set_administrator(ann, true).await.ok(), Some(true));
    let found =
        fixture.area.people.find_accounts(&search("", None, 100)).await.expect("accounts can be found");
    let roles: Vec<bool> = found.iter().map(|item| item.is_administrator).collect();
    assert_eq!(roles, [true, false]);
    for (overview, account) in found.iter().zip([ann, bob]) {
        let usage = stores.quota.usage(account, 3, noon()).await.expect("the ledger can be read");
        assert_eq!(overview.usage, usage);
    }
    assert_eq!((found[0].usage.plan, found[1].usage.credits_remaining), (Plan::ProMonthly, 20));
}

async fn accounts_are_found_page_by_page(fixture: Fixture) {
    for name in ["dan", "ann", "cleo", "bob", "eve"] {
        fixture.account(name).await;
    }
    let (people, accounts) = (&fixture.area.people, &fixture.area.stores.accounts);
    let cleo = fixture.by_email("cleo").await.expect("cleo has an account").account;
    assert_eq!(accounts.suspend(cleo.id, noon()).await.ok(), Some(true));
    let mut pages = Vec::new();
    let mut after = None;
    for _ in 0..4 {
        let page = people.find_accounts(&search("example", after.clone(), 2)).await;
        let page = page.expect("accounts can be found");
        after = page.last().map(|last| last.account.email.clone()).or(after);
        pages.push(page);
    }
    let emails: Vec<Vec<&str>> =
        pages.iter().map(|page| page.iter().map(|item| item.account.email.as_str()).collect()).collect();
    let expected: [&[&str]; 4] = [
        &["ann@example.com", "bob@example.com"],
        &["cleo@example.com", "dan@example.com"],
        &["eve@example.com"],
        &[],
    ];
    assert_eq!(emails, expected);
    assert_eq!(pages[1][0].account, Account { suspended_at: Some(noon()), ..cleo.clone() });
    fixture.delete(cleo.id).await;
    assert_eq!(fixture.found("example").await, ["ann", "bob", "dan", "eve"]);
}

async fn person_of_a_deleted_account_is_deleted(fixture: Fixture) {
    let (ann, hers) = (full(fixture.new_account("ann")), identity("provider", "1"));
    let ann = Person { is_administrator: false, ..ann };
    fixture.area.people.add_person(&ann, Some(&hers)).await.expect("a new person can be added");
    fixture.delete(ann.account.id).await;
    assert_eq!((fixture.person(ann.account.id).await, fixture.by_email("ann").await), (None, None));
    assert_eq!(fixture.by_identity(&hers).await, None);
    missing_account_cannot_be_changed(&fixture, ann.account.id).await;
    let next = bare(fixture.new_account("ann"));
    fixture.area.people.add_person(&next, Some(&hers)).await.expect("email and identity are free again");
    assert_eq!(fixture.by_identity(&hers).await, Some(next));
}

async fn an_unknown_account_has_no_person(fixture: Fixture) {
    fixture.account("bob").await;
    let stranger = AccountId::new(fixture.ids.id());
    assert_eq!(fixture.person(stranger).await, None);
    missing_account_cannot_be_changed(&fixture, stranger).await;
}

/// No change of a missing account has an effect, even with the data of another one.
async fn missing_account_cannot_be_changed(fixture: &Fixture, account: AccountId) {
    let (people, new) = (&fixture.area.people, identity("provider", "new"));
    let take_back = TakeBack::all(Epoch::default(), noon());
    let changes = [
        people.link_identity(account, &new, noon(), take_back.seen).await,
        people.unlink_issuer(account, &new.issuer, &take_back).await,
        people.set_password(account, &hash("new"), &take_back).await.map(|next| next.is_some()),
        people.set_email(account, &email("new"), &take_back).await,
        people.confirm_email(account, &email("new"), noon()).await,
        people.set_preferences(account, &Preferences::default()).await,
        people.set_administrator(account, true).await,
        people.set_administrator(account, false).await,
    ];
    assert!(changes.iter().all(|change| matches!(change, Ok(false))), "{changes:?}");
    assert_eq!((fixture.person(account).await, fixture.by_email("new").await), (None, None));
    assert_eq!((fixture.by_identity(&new).await, fixture.linked(account).await), (None, vec![]));
    assert!(!fixture.has_administrator().await);
}
