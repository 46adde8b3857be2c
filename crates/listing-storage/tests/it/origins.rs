//! Each ledger entry has its origin (actor and request).

use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};
use jiff::SignedDuration;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, KeyId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore as _, Grant, HoldRequest, IdSource as _, QuotaLedger as _, SettleRequest,
};
use listing_domain::principal::{Credential, Scopes};
use listing_storage::Store;
use listing_testkit::contract::put_on_plan;
use listing_testkit::{SeededIds, holding, refunding};

use crate::postgres::another_database;
use crate::support::{FREE, folder, now, patient, raw, settling};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    entry: String,
    #[diesel(sql_type = Nullable<Text>)]
    actor: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    request_id: Option<String>,
}

fn lines(address: &str) -> Vec<(String, String, Option<String>)> {
    let query = diesel::sql_query("SELECT entry, actor, request_id FROM ledger ORDER BY seq");
    let lines: Vec<Line> = if address.starts_with("postgres://") {
        query.load(&mut PgConnection::establish(address).unwrap()).unwrap()
    } else {
        query.load(&mut raw(address)).unwrap()
    };
    lines.into_iter().map(|line| (line.entry, line.actor.unwrap(), line.request_id)).collect()
}

#[tokio::test]
async fn every_ledger_entry_has_its_actor_and_request() {
    let folder = folder();
    let file = folder.path().join("ptl.db").display().to_string();
    for address in [Some(file), another_database()].into_iter().flatten() {
        let (store, ids) = (Store::new(patient(&address)), SeededIds::new(4));
        let account = AccountId::new(ids.id());
        let email = "ann@example.com".parse().unwrap();
        store.add_account(&Account::new(account, email, now())).await.unwrap();
        let payment = "order-1".parse().unwrap();
        let grant = Grant { payment, account, units: 20, at: now(), origin: Origin::CLI };
        store.grant(&grant).await.unwrap();
        let key = KeyId::new(ids.id());
        let origin =
            |request: &str| Origin::for_request(Credential::Key { id: key, scopes: Scopes::ALL }, request);
        let mut held = Vec::new();
        for request in ["first", "second", "third"] {
            let usual = holding(ReservationId::new(ids.id()), account, FREE, now());
            let request = HoldRequest { origin: origin(request), ..usual };
            held.push(store.hold(&request).await.unwrap().id);
        }
        let settle = async |id, request| {
            let request = SettleRequest { origin: origin(request), ..settling(id, now()) };
            store.settle(&request).await.unwrap().charged
        };
        assert!(settle(held[0], "first").await);
        store.release(held[1], now(), &origin("second")).await.unwrap();
        assert!(!settle(held[1], "late").await);
        assert_eq!(store.expire(now() + SignedDuration::from_mins(5)).await.unwrap(), 1);
        put_on_plan(&store, account, Plan::ProMonthly, now()).await.unwrap();
        put_on_plan(&store, account, Plan::Free, now()).await.unwrap();
        put_on_plan(&store, account, Plan::Free, now()).await.unwrap();
        store.refund(&refunding("order-1".parse().unwrap(), account, now())).await.unwrap();

        let by_key =
            |entry: &str, request: &str| (entry.to_owned(), key.to_string(), Some(request.to_owned()));
        let by = |entry: &str, actor: &str| (entry.to_owned(), actor.to_owned(), None);
        let expected = [
            by("grant", "cli"),
            by_key("allot", "first"),
            by_key("hold", "first"),
            by_key("hold", "second"),
            by_key("hold", "third"),
            by_key("settle", "first"),
            by_key("release", "second"),
            by_key("late", "late"),
            by("expire", "sweep"),
            by("plan", "cli"),
            // The second time, there was no plan to end.
            by("plan", "cli"),
            by("refund", "cli"),
        ];
        assert_eq!(lines(&address), expected, "{address}");
    }
}
