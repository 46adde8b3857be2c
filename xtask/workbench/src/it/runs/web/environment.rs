//! chromedriver, and a service on each kind of database.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::Result;
use listing_testkit::postgres::ThrowawayPostgres;
use tokio::runtime::Runtime;

use super::chromium;
use super::program::Program;
use super::site::{Database, Site};
use crate::it::runs::parts::Figures;
use crate::it::runs::toolbox::Toolbox;
use xtask::project;

pub(super) struct Environment {
    pub(super) toolbox: Toolbox,
    skipped: RefCell<Vec<String>>,
    sites: Vec<Site>,
    driver: Program,
    // Dropped last, because the sites' mail servers run on it.
    runtime: Runtime,
}

impl Environment {
    pub(super) fn open(toolbox: Toolbox) -> Result<Self> {
        let runtime = Runtime::new()?;
        let driver = chromium::driver()?;
        let program = project::test_server_binary()?;
        let is_there = |database: &Database| match database {
            Database::Sqlite => true,
            Database::Postgres => ThrowawayPostgres::is_installed(),
        };
        let start = |database| runtime.block_on(Site::start(&program, database, &driver.url, None));
        let sites: Vec<_> = Database::ALL.into_iter().filter(is_there).map(start).collect::<Result<_>>()?;
        let env = Self { toolbox, skipped: RefCell::default(), sites, driver, runtime };
        if env.sites.len() < Database::ALL.len() {
            env.skip("journeys on PostgreSQL, which is not installed".to_owned());
        }
        Ok(env)
    }

    pub(super) fn skip(&self, what: String) {
        self.skipped.borrow_mut().push(what);
    }

    pub(super) fn into_skipped(self) -> Vec<String> {
        self.skipped.take()
    }

    /// A journey is a sequence of a user's actions. Returns its figures on each kind of database.
    #[expect(clippy::needless_pass_by_value, reason = "a journey is written down where it is handed over")]
    pub(super) fn on_each(&self, journey: impl AsyncFn(&Site) -> Result<Figures>) -> Result<Figures> {
        let mut figures = Figures::new();
        for site in &self.sites {
            let name = site.database.name();
            let made = self.runtime.block_on(journey(site)).map_err(|error| error.context(name))?;
            figures.extend(made.into_iter().map(|(what, figure)| (format!("{what} on {name}"), figure)));
        }
        Ok(figures)
    }

    pub(super) fn wait_for<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// The databases that are installed.
    pub(super) fn databases(&self) -> Vec<Database> {
        self.sites.iter().map(|site| site.database).collect()
    }

    pub(super) fn driver_url(&self) -> &str {
        &self.driver.url
    }
}

pub(super) fn photos() -> Vec<PathBuf> {
    let names = ["table-lamp.jpg", "coffee-mug.jpg", "teapot.jpg", "wall-clock.jpg"];
    names.iter().map(|name| project::samples().join(name)).collect()
}
