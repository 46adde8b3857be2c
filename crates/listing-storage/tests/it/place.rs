//! A store on either engine, and what tests do to it.

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{AccountStore as _, HoldRequest, IdSource as _};
use listing_storage::{Database, Store};
use listing_testkit::SeededIds;
use listing_testkit::contract::put_on_plan;
use tempfile::TempDir;

use crate::postgres::another_database;
use crate::support::{FREE, folder, now, raw};

/// A store on an engine, and a folder to be kept while it is used.
pub(crate) struct Place {
    pub(crate) store: Store,
    pub(crate) ids: SeededIds,
    pub(crate) address: String,
    _folder: Option<TempDir>,
}

impl Place {
    /// An empty database at an address.
    pub(crate) fn at(address: String, folder: Option<TempDir>) -> Self {
        let store = Store::new(Database::open(&address).unwrap());
        Self { store, ids: SeededIds::new(9), address, _folder: folder }
    }

    /// One on each engine that there is to test with.
    pub(crate) fn each() -> Vec<Self> {
        let folder = folder();
        let file = folder.path().join("ptl.db").display().to_string();
        let mut places = vec![Self::at(file, Some(folder))];
        places.extend(another_database().map(|address| Self::at(address, None)));
        places
    }

    pub(crate) fn is_on_server(&self) -> bool {
        self.address.starts_with("postgres://")
    }

    pub(crate) async fn account(&self, plan: Plan) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let email = format!("{id}@example.com").parse().unwrap();
        self.store.add_account(&Account::new(id, email, now())).await.unwrap();
        assert!(put_on_plan(&self.store, id, plan, Timestamp::UNIX_EPOCH).await.unwrap());
        id
    }

    pub(crate) fn request(&self, account: AccountId) -> HoldRequest {
        self.request_at(account, now())
    }

    pub(crate) fn request_at(&self, account: AccountId, now: Timestamp) -> HoldRequest {
        let (reservation, expires_at) =
            (ReservationId::new(self.ids.id()), now + SignedDuration::from_mins(5));
        HoldRequest {
            reservation,
            account,
            free_limit: FREE,
            now,
            expires_at,
            idempotency: None,
            origin: Origin::CLI,
        }
    }

    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.store.violations(now()).await.unwrap(), Vec::<String>::new());
    }

    /// Runs statements past the store, as someone with a client could.
    pub(crate) fn tamper(&self, statements: &str) {
        if self.is_on_server() {
            PgConnection::establish(&self.address).unwrap().batch_execute(statements).unwrap();
        } else {
            raw(&self.address).batch_execute(statements).unwrap();
        }
    }
}
