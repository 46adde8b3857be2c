//! Steps that are done together keep to the same rules as one by one, on both
//! engines.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use futures_util::future::join_all;
use jiff::SignedDuration;
use listing_domain::account::{Account, Plan};
use listing_domain::generation::RenderedData;
use listing_domain::idempotency::{Fingerprint, IdempotentRequest, KeyUse, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{
    AccountStore as _, Grant, HoldRequest, IdSource as _, QuotaError, QuotaLedger as _, SettleRequest,
};
use listing_domain::quota::UnitKind;
use listing_storage::{Database, Store};
use listing_testkit::contract::put_on_plan;
use listing_testkit::{SeededIds, new_generation};

use crate::postgres::another_database;
use crate::support::{FREE, now, settling};

/// A store on an engine, and a folder to be kept while it is used.
struct Place {
    store: Store,
    ids: SeededIds,
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    /// One on each engine that there is to test with.
    fn each() -> Vec<Self> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ptl.db").display().to_string();
        let place = |address: &str, folder| {
            let store = Store::new(Database::open(address).unwrap());
            Self { store, ids: SeededIds::new(9), _folder: folder }
        };
        let mut places = vec![place(&file, Some(folder))];
        places.extend(another_database().map(|address| place(&address, None)));
        places
    }

    async fn account(&self, plan: Plan) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let email = format!("{id}@example.com").parse().unwrap();
        self.store.add_account(&Account { id, email, created_at: now() }).await.unwrap();
        assert!(put_on_plan(&self.store, id, plan, jiff::Timestamp::UNIX_EPOCH).await.unwrap());
        id
    }

    fn request(&self, account: AccountId) -> HoldRequest {
        let (reservation, expires_at) =
            (ReservationId::new(self.ids.id()), now() + SignedDuration::from_mins(5));
        HoldRequest { reservation, account, free_limit: FREE, now: now(), expires_at, idempotency: None }
    }

    async fn assert_sound(&self) {
        assert_eq!(self.store.violations(now()).await.unwrap(), Vec::<String>::new());
    }
}

fn idempotency(key: &str, asked: u8) -> IdempotentRequest {
    IdempotentRequest { key: key.parse().unwrap(), fingerprint: Fingerprint::new([asked; 32]) }
}

#[tokio::test]
async fn each_of_many_accounts_gets_what_it_would_get_alone() {
    for place in Place::each() {
        let (ann, bob, pro) = (
            place.account(Plan::Free).await,
            place.account(Plan::Free).await,
            place.account(Plan::ProAnnual).await,
        );
        let nobody = AccountId::new(place.ids.id());
        let payment = Grant { payment: "order-1".to_owned(), account: bob, units: 2, at: now() };
        place.store.grant(&payment).await.unwrap();
        let requests: Vec<_> =
            (0..8).flat_map(|_| [ann, bob, pro, nobody]).map(|it| place.request(it)).collect();
        let held = join_all(requests.iter().map(|request| place.store.hold(request))).await;
        let got = |account, is: fn(UnitKind) -> bool| {
            let its = requests.iter().zip(&held).filter(|(request, _)| request.account == account);
            its.filter(|(_, held)| held.as_ref().is_ok_and(|held| is(held.kind))).count()
        };
        let is_free = |kind| matches!(kind, UnitKind::Free(_));
        assert_eq!((got(ann, is_free), got(ann, |_| true)), (3, 3));
        assert_eq!((got(bob, is_free), got(bob, |kind| kind == UnitKind::Credit)), (3, 2));
        assert_eq!(got(pro, |kind| kind == UnitKind::Pro), 8);
        for (request, held) in requests.iter().zip(&held) {
            match held {
                Ok(held) => assert_eq!(held.id, request.reservation),
                Err(QuotaError::UnknownAccount) => assert_eq!(request.account, nobody),
                Err(error) => assert!(matches!(error, QuotaError::Exhausted), "{error:?}"),
            }
        }
        place.assert_sound().await;

        // Each twice, and one that never was.
        let ids = held.iter().flatten().flat_map(|held| [held.id, held.id]);
        let ids: Vec<_> = ids.chain([ReservationId::new(place.ids.id())]).collect();
        let settled =
            join_all(ids.iter().map(|id| async { place.store.settle(&settling(*id, now())).await })).await;
        let (never, settled) = settled.split_last().unwrap();
        assert!(matches!(never, Err(QuotaError::UnknownReservation)), "{never:?}");
        assert!(settled.iter().all(|settled| settled.as_ref().unwrap().charged));
        let usage = place.store.usage(bob, FREE, now()).await.unwrap();
        assert_eq!((usage.free_used, usage.credits_remaining), (3, 0));
        place.assert_sound().await;
    }
}

#[tokio::test]
async fn of_requests_under_one_key_one_is_held_and_all_get_its_answer() {
    for place in Place::each() {
        let (ann, bob) = (place.account(Plan::Free).await, place.account(Plan::Free).await);
        let asked = [(ann, 1), (ann, 1), (ann, 2), (bob, 1), (ann, 1)];
        let request = |(account, asked)| HoldRequest {
            idempotency: Some(idempotency("key", asked)),
            ..place.request(account)
        };
        let requests: Vec<_> = asked.into_iter().map(request).collect();
        let held = join_all(requests.iter().map(|request| place.store.hold(request))).await;
        let told: Vec<_> = held
            .iter()
            .map(|held| match held {
                Ok(_) => "held",
                Err(QuotaError::KeyUsed(KeyUse::Running)) => "running",
                Err(QuotaError::KeyUsed(KeyUse::OtherRequest)) => "other",
                Err(_) => "failed",
            })
            .collect();
        assert_eq!(told, ["held", "running", "other", "held", "running"]);

        let settle = |index: usize, text: &'static str| {
            let generation = Some(new_generation(&place.ids, text));
            SettleRequest { generation, ..settling(requests[index].reservation, now()) }
        };
        let settles = [settle(0, "first"), settle(3, "bob's"), settle(0, "second")];
        let settled = join_all(settles.iter().map(|request| place.store.settle(request))).await;
        let settled: Vec<_> = settled.into_iter().map(Result::unwrap).collect();
        assert_eq!(settled[2], settled[0]);
        for (account, settled, text) in [(ann, settled[0], "first"), (bob, settled[1], "bob's")] {
            let answer = place.store.answer(account, &idempotency("key", 1)).await.unwrap();
            let data = RenderedData::new(text.as_bytes());
            assert_eq!(answer, Some(StoredAnswer { data, usage: settled.usage }));
        }
        place.assert_sound().await;
    }
}

#[tokio::test]
async fn a_step_that_fails_by_itself_fails_alone() {
    for place in Place::each() {
        let ann = place.account(Plan::ProAnnual).await;
        let used = place.request(ann);
        place.store.hold(&used).await.unwrap();
        let mut requests: Vec<_> = (0..8).map(|_| place.request(ann)).collect();
        requests.insert(5, used);
        let held = join_all(requests.iter().map(|request| place.store.hold(request))).await;
        let failed: Vec<_> = (0..).zip(&held).filter(|(_, held)| held.is_err()).collect();
        assert!(matches!(failed[..], [(5, Err(QuotaError::Inconsistent(_)))]), "{failed:?}");
        place.assert_sound().await;
    }
}

#[tokio::test]
async fn an_account_that_is_locked_keeps_no_other_waiting() {
    let Some(address) = another_database() else { return };
    let (store, ids) = (Store::new(Database::open(&address).unwrap()), SeededIds::new(9));
    let place = Place { store, ids, _folder: None };
    let (ann, bob) = (place.account(Plan::Free).await, place.account(Plan::Free).await);
    let mut other = PgConnection::establish(&address).unwrap();
    other.batch_execute(&format!("BEGIN; SELECT id FROM account WHERE id = '{ann}' FOR UPDATE")).unwrap();
    let start = Instant::now();
    let timed = async |account| (place.store.hold(&place.request(account)).await, start.elapsed());
    let accounts = [bob, ann, bob, ann, bob];
    let held = join_all(accounts.map(timed)).await;
    for (account, (held, took)) in accounts.into_iter().zip(held) {
        if account == bob {
            assert!(held.is_ok() && took < Duration::from_secs(2), "{held:?} after {took:?}");
        } else {
            assert!(matches!(held, Err(QuotaError::Unavailable(_))), "{held:?}");
        }
    }
    other.batch_execute("ROLLBACK").unwrap();
    place.store.expire(now()).await.unwrap();
    place.assert_sound().await;
}
