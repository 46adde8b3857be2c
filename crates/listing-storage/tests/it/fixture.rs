use std::path::PathBuf;
use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::pg::PgConnection;
use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, KeyId, ReservationId};
use listing_domain::key::ApiKey;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore as _, Grant, GrantOutcome, HoldRequest, IdSource as _, NewKey, QuotaError, QuotaLedger as _,
    Reservation,
};
use listing_storage::Store;
use listing_testkit::contract::put_on_plan;
use listing_testkit::{SeededIds, holding};
use tempfile::TempDir;

use crate::postgres::another_database;
use crate::support::{FREE, Number, folder, now, patient, raw};

/// A store in a database, with the temporary folder of its file.
pub(crate) struct Fixture {
    pub(crate) store: Arc<Store>,
    pub(crate) ids: SeededIds,
    pub(crate) address: String,
    folder: Option<TempDir>,
}

impl Fixture {
    pub(crate) fn at(address: String, folder: Option<TempDir>) -> Self {
        let store = Arc::new(Store::new(patient(&address)));
        Self { store, ids: SeededIds::new(1), address, folder }
    }

    pub(crate) fn on_file() -> Self {
        let folder = folder();
        let file = folder.path().join("ptl.db").display().to_string();
        Self::at(file, Some(folder))
    }

    pub(crate) fn each() -> Vec<Self> {
        let on_server = another_database().map(|address| Self::at(address, None));
        std::iter::once(Self::on_file()).chain(on_server).collect()
    }

    pub(crate) fn is_on_server(&self) -> bool {
        self.address.starts_with("postgres://")
    }

    pub(crate) fn file(&self) -> PathBuf {
        PathBuf::from(&self.address)
    }

    /// The data stay until the returned folder is dropped.
    pub(crate) fn close(self) -> (PathBuf, Option<TempDir>) {
        (self.file(), self.folder)
    }

    pub(crate) async fn account(&self, plan: Plan) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let email = format!("{id}@example.com").parse().unwrap();
        self.store.add_account(&Account::new(id, email, now())).await.unwrap();
        self.set_plan(id, plan).await;
        id
    }

    pub(crate) async fn set_plan(&self, account: AccountId, plan: Plan) {
        assert!(put_on_plan(&*self.store, account, plan, Timestamp::UNIX_EPOCH).await.unwrap());
    }

    pub(crate) async fn key(&self, account: AccountId) -> (KeyId, ApiKey) {
        let (id, key) = (KeyId::new(self.ids.id()), self.ids.api_key());
        let new = NewKey::plain(id, account, &key, now());
        self.store.add_key(&new, 10).await.unwrap();
        (id, key)
    }

    pub(crate) async fn credits(&self, account: AccountId, units: u32) {
        let payment = self.ids.id().to_string().parse().unwrap();
        let grant = Grant { payment, account, units, at: now(), origin: Origin::CLI };
        assert_eq!(self.store.grant(&grant).await.unwrap(), GrantOutcome::Granted { repaid: 0 });
    }

    pub(crate) fn request(&self, account: AccountId) -> HoldRequest {
        self.request_at(account, now())
    }

    pub(crate) fn request_at(&self, account: AccountId, now: Timestamp) -> HoldRequest {
        holding(ReservationId::new(self.ids.id()), account, FREE, now)
    }

    pub(crate) async fn hold(&self, account: AccountId, now: Timestamp) -> Result<Reservation, QuotaError> {
        self.store.hold(&self.request_at(account, now)).await
    }

    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.store.violations(now()).await.unwrap(), Vec::<String>::new());
    }

    pub(crate) fn rows(&self, table: &str) -> i64 {
        let mut connection = raw(self.file());
        let count = diesel::sql_query(format!("SELECT COUNT(*) AS number FROM {table}"));
        count.get_result::<Number>(&mut connection).unwrap().number
    }

    /// Runs statements without the store, as an operator's database program could.
    pub(crate) fn tamper(&self, statements: &str) -> QueryResult<()> {
        if self.is_on_server() {
            PgConnection::establish(&self.address).unwrap().batch_execute(statements)
        } else {
            raw(self.file()).batch_execute(statements)
        }
    }
}
