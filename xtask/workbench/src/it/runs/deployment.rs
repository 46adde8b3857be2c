//! A run's environment: a database, an optional Redis, and the service, with a writer that answers at once.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use listing_testkit::postgres::ThrowawayPostgres;
use listing_testkit::redis::ThrowawayRedis;

use xtask::project;
use xtask::ptl::{Ptl, Server};

const DATABASE: &str = "ptl";

pub(super) struct Deployment {
    pub(super) ptl: Ptl,
    pub(super) postgres: Option<ThrowawayPostgres>,
    _redis: Option<ThrowawayRedis>,
}

impl Deployment {
    /// For one instance.
    pub(super) fn on_sqlite(settings: &[(&str, &str)]) -> Result<Self> {
        let ptl = Ptl::fresh(&project::test_server_binary()?, &env(settings))?;
        Ok(Self { ptl, postgres: None, _redis: None })
    }

    /// For several instances, with durable PostgreSQL and Redis.
    pub(super) fn on_postgres(settings: &[(&str, &str)]) -> Result<Self> {
        let postgres = ThrowawayPostgres::start(true)
            .context("PostgreSQL did not start; install the package postgresql")?;
        let redis =
            ThrowawayRedis::start().context("Redis did not start; install the package redis-server")?;
        let mut env = env(settings);
        env.insert("PTL_DATABASE_URL".to_owned(), postgres.create_database(DATABASE)?);
        env.insert("PTL_REDIS_URL".to_owned(), redis.url());
        let ptl = Ptl::fresh(&project::test_server_binary()?, &env)?;
        Ok(Self { ptl, postgres: Some(postgres), _redis: Some(redis) })
    }

    pub(super) fn serve(&self) -> Result<Server> {
        self.ptl.serve()
    }

    pub(super) fn account(&self, name: &str) -> Result<Account> {
        let email = format!("{name}@example.com");
        self.ptl.must(&["account", "create", &email])?;
        let key = self.ptl.must(&["key", "create", &email])?;
        Ok(Account { email, key })
    }

    pub(super) fn pro_account(&self, name: &str) -> Result<Account> {
        let account = self.account(name)?;
        self.ptl.must(&["plan", "set", &account.email, "pro_monthly"])?;
        Ok(account)
    }

    pub(super) fn add_packs(&self, account: &Account, packs: u32) -> Result<()> {
        self.ptl.must(&["credits", "add", &account.email, "--packs", &packs.to_string()]).map(drop)
    }

    pub(super) fn usage(&self, account: &Account) -> Result<serde_json::Value> {
        Ok(serde_json::from_str(&self.ptl.must(&["usage", &account.email, "--json"])?)?)
    }

    /// Queries PostgreSQL.
    pub(super) fn number(&self, query: &str) -> Result<u64> {
        let postgres = self.postgres.as_ref().context("this deployment has no PostgreSQL")?;
        Ok(postgres.ask(DATABASE, query)?.parse()?)
    }

    pub(super) fn assert_ledger_balances(&self) -> Result<()> {
        let output = self.ptl.run(&["doctor", "--json"])?;
        let checks: Vec<serde_json::Value> = serde_json::from_str(&output.stdout)?;
        let database = checks
            .iter()
            .find(|check| check["check"] == "database")
            .context("the doctor has no database check")?;
        ensure!(database["ok"] == true, "the database check failed: {}", database["detail"]);
        Ok(())
    }
}

pub(super) struct Account {
    pub(super) email: String,
    pub(super) key: String,
}

fn env(settings: &[(&str, &str)]) -> BTreeMap<String, String> {
    let quiet = [("PTL_LOG", "warn")];
    quiet.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}
