//! Tests that one mailbox gets its free units once a month, over all accounts with its addresses.

use listing_domain::account::{Account, Email};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{HoldRequest, IdSource as _, QuotaError, SettleRequest};

use super::area::{AccountArea, Fixture, noon};
use super::later;
use crate::SeededIds;

/// Free units in a month.
const FREE: u32 = 3;

/// Each with the number of its mailbox: "ann@example.com" and "ann+2@example.com" share one.
const ADDRESSES: [(&str, usize); 6] = [
    ("ann@example.com", 0),
    ("Ann@Example.com", 0),
    ("ann+shop@example.com", 0),
    ("ann+2@example.com", 0),
    ("bob@example.com", 1),
    ("bob+2@example.com", 1),
];

fn parsed(address: &str) -> Email {
    address.parse().expect("the test's address is valid")
}

impl Fixture {
    async fn open(&self, address: &str) -> AccountId {
        let account = Account::new(AccountId::new(self.ids.id()), parsed(address), noon());
        self.area.stores.accounts.add_account(&account).await.expect("the address is free");
        account.id
    }

    async fn rename(&self, account: AccountId, address: &str) {
        let take_back = self.take_back(account).await;
        let renamed = self.area.people.set_email(account, &parsed(address), &take_back).await;
        assert_eq!(renamed.ok(), Some(true), "{address}");
    }

    async fn used(&self, account: AccountId) -> u32 {
        self.area.stores.quota.usage(account, FREE, noon()).await.expect("the account exists").free_used
    }

    /// At most `units` free units; returns the number taken.
    async fn take_units(&self, account: AccountId, units: u32) -> u32 {
        let (quota, now) = (&self.area.stores.quota, noon());
        for taken in 0..units {
            let reservation = ReservationId::new(self.ids.id());
            let hold = HoldRequest {
                reservation,
                account,
                free_limit: FREE,
                now,
                expires_at: later(now, 300),
                idempotency: None,
                is_free: false,
                origin: Origin::CLI,
            };
            match quota.hold(&hold).await {
                Ok(_) => {}
                Err(QuotaError::Exhausted) => return taken,
                Err(error) => panic!("a unit could not be held: {error}"),
            }
            let origin = Origin::CLI;
            let settle = SettleRequest { reservation, free_limit: FREE, at: now, generation: None, origin };
            assert!(quota.settle(&settle).await.is_ok_and(|settled| settled.charged));
        }
        units
    }
}

pub(super) async fn units_used_under_a_former_email_count_for_its_next_account(fixture: Fixture) {
    let ann = fixture.open("ann@example.com").await;
    assert_eq!(fixture.take_units(ann, 1).await, 1);
    fixture.rename(ann, "bob@example.com").await;
    let next = fixture.open("ann@example.com").await;
    assert_eq!((fixture.used(ann).await, fixture.used(next).await), (1, 1));
    let cleo = fixture.open("cleo@example.com").await;
    assert_eq!(fixture.used(cleo).await, 0);
}

pub(super) async fn exhausted_mailbox_gives_no_units_to_accounts_that_move_to_it(fixture: Fixture) {
    let first = fixture.open("ann@example.com").await;
    assert_eq!(fixture.take_units(first, FREE).await, FREE);
    fixture.delete(first).await;
    for address in ["ann@example.com", "ann+2@example.com"] {
        let next = fixture.open("bob@example.com").await;
        assert_eq!(fixture.used(next).await, 0, "the new address has no used units");
        fixture.rename(next, address).await;
        assert_eq!((fixture.used(next).await, fixture.take_units(next, 1).await), (FREE, 0), "{address}");
        fixture.delete(next).await;
    }
    let other = fixture.open("bob@example.com").await;
    assert_eq!(fixture.take_units(other, FREE + 1).await, FREE, "another mailbox has its own free units");
}

pub(super) async fn unit_counts_once_when_its_account_returns_to_a_former_email(fixture: Fixture) {
    let ann = fixture.open("ann@example.com").await;
    for (used, away) in [(1, "bob@example.com"), (2, "ann+2@example.com"), (3, "cleo@example.com")] {
        assert_eq!(fixture.take_units(ann, 1).await, 1, "{away}");
        for address in [away, "ann@example.com", away, "ann@example.com"] {
            fixture.rename(ann, address).await;
            assert_eq!(fixture.used(ann).await, used, "{address}");
        }
    }
    assert_eq!(fixture.take_units(ann, 1).await, 0);
    fixture.delete(ann).await;
    for (address, used) in [("ann@example.com", FREE), ("bob@example.com", 0), ("cleo@example.com", 0)] {
        let next = fixture.open(address).await;
        assert_eq!(fixture.used(next).await, used, "{address}");
        fixture.delete(next).await;
    }
}

/// Runs a scenario of one person with two mailboxes in one month. Each step gives an address, a number of
/// requested units and `true` if the current account changes to the address. Otherwise the step deletes the
/// account and opens another.
///
/// # Errors
///
/// If a mailbox got more or fewer free units than its limit.
pub async fn mailbox_scenario(area: AccountArea, steps: &[(usize, u32, bool)]) -> Result<(), String> {
    let fixture = Fixture { area, ids: SeededIds::new(29) };
    // The units taken by mailbox, and the current account with the units that it took.
    let (mut taken, mut present): ([u32; 2], Option<(AccountId, u32)>) = ([0; 2], None);
    for (address, units, moves) in steps {
        let (address, mailbox) = ADDRESSES[address % ADDRESSES.len()];
        let (account, own) = match present {
            Some((account, own)) if *moves => {
                fixture.rename(account, address).await;
                (account, own)
            }
            former => {
                if let Some((former, _)) = former {
                    fixture.delete(former).await;
                }
                (fixture.open(address).await, 0)
            }
        };
        let (used, reported) = (own.max(taken[mailbox]), fixture.used(account).await);
        if reported != used {
            return Err(format!(
                "{used} free units were used under {address}, but the store reports {reported}"
            ));
        }
        let given = fixture.take_units(account, *units).await;
        if given != (*units).min(FREE - used) {
            return Err(format!(
                "{address} got {given} free units after {used} were used, with a limit of {FREE}"
            ));
        }
        taken[mailbox] += given;
        present = Some((account, own + given));
    }
    Ok(())
}
