//! A store in a folder of its own, and what tests do to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Plan};
use listing_domain::ids::{AccountId, KeyId, ReservationId};
use listing_domain::key::ApiKey;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore as _, Grant, GrantOutcome, HoldRequest, IdSource as _, NewKey, QuotaError, QuotaLedger as _,
    Reservation, SettleRequest,
};
use listing_storage::{Database, Store};
use listing_testkit::SeededIds;
use listing_testkit::contract::put_on_plan;
use tempfile::TempDir;

/// Free units a month in these tests.
pub(crate) const FREE: u32 = 3;

/// A moment in November 2026.
pub(crate) fn now() -> Timestamp {
    at("2026-11-21T10:00:00Z")
}

/// Settling a reservation without anything to store.
pub(crate) fn settling(reservation: ReservationId, at: Timestamp) -> SettleRequest {
    SettleRequest { reservation, free_limit: FREE, at, generation: None, origin: Origin::CLI }
}

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[derive(QueryableByName)]
pub(crate) struct Number {
    #[diesel(sql_type = BigInt)]
    pub(crate) number: i64,
}

/// A store on a new file.
pub(crate) struct Fixture {
    pub(crate) store: Arc<Store>,
    pub(crate) ids: Arc<SeededIds>,
    folder: TempDir,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let folder = folder();
        let store = Arc::new(open(&folder.path().join("ptl.db")));
        Self { store, ids: Arc::new(SeededIds::new(1)), folder }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("ptl.db")
    }

    /// Closes the store; what it stored stays until the folder goes.
    pub(crate) fn close(self) -> (PathBuf, TempDir) {
        (self.file(), self.folder)
    }

    pub(crate) async fn account(&self, email: &str, plan: Plan) -> AccountId {
        let id = AccountId::new(self.ids.id());
        let account = Account::new(id, email.parse().unwrap(), now());
        self.store.add_account(&account).await.unwrap();
        self.set_plan(id, plan).await;
        id
    }

    /// Puts an account on a plan, as of long ago.
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
        let payment = self.ids.id().to_string();
        let grant = Grant { payment, account, units, at: now(), origin: Origin::CLI };
        assert_eq!(self.store.grant(&grant).await.unwrap(), GrantOutcome::Granted);
    }

    pub(crate) fn request(&self, account: AccountId, now: Timestamp) -> HoldRequest {
        let expires_at = now.checked_add(SignedDuration::from_mins(5)).unwrap();
        let reservation = ReservationId::new(self.ids.id());
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

    pub(crate) async fn hold(&self, account: AccountId, now: Timestamp) -> Result<Reservation, QuotaError> {
        self.store.hold(&self.request(account, now)).await
    }

    pub(crate) async fn assert_sound(&self) {
        assert_eq!(self.store.violations(now()).await.unwrap(), Vec::<String>::new());
    }

    /// Rows of a table, read past the store.
    pub(crate) fn rows(&self, table: &str) -> i64 {
        let mut connection = raw(self.file());
        let count = diesel::sql_query(format!("SELECT COUNT(*) AS number FROM {table}"));
        count.get_result::<Number>(&mut connection).unwrap().number
    }

    /// Runs statements past the store, as someone with a client could.
    pub(crate) fn tamper(&self, statements: &str) -> QueryResult<()> {
        raw(self.file()).batch_execute(statements)
    }
}

/// A connection past the store. It waits for its turn: whoever closes a file last
/// has it alone for a moment.
pub(crate) fn raw(file: impl AsRef<Path>) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(file.as_ref().to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    connection
}

pub(crate) fn open(file: &Path) -> Store {
    Store::new(Database::open(file.to_str().unwrap()).unwrap())
}

/// A folder for a database that need not outlive the machine: in memory where there is such a
/// place, because commits to a disk are most of what tests wait for.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}
