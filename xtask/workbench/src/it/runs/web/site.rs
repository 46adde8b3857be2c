//! A service on a fresh database, with a mail server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use listing_testkit::postgres::ThrowawayPostgres;
use listing_testkit::smtp::SmtpSink;
use listing_testkit::stripe::FakeStripe;
use tokio::time::timeout;

use super::api::Api;
use super::browser::Browser;
use super::chromium::Kind;
use crate::it::outcome::missing;
use crate::it::runs::{program::free_port, stripe};
use crate::services;
use xtask::ptl::{self, Ptl, Server};
use xtask::{debian, project};

const DATABASE: &str = "ptl";
/// Until a message arrives, including one failed delivery.
const MAIL_WITHIN: Duration = Duration::from_secs(45);
/// Of every person.
pub(super) const PASSWORD: &str = "apron mitten kettle 41";
/// Rate limits are never reached.
const SETTINGS: [(&str, &str); 9] = [
    ("PTL_REGISTRATION", "invite"),
    ("PTL_SMTP_HOST", "127.0.0.1"),
    ("PTL_SMTP_ENCRYPTION", "none"),
    ("PTL_SMTP_FROM", "Photo to Listing <no-reply@example.com>"),
    ("PTL_RATE_PAGES_PER_MINUTE", "100000"),
    ("PTL_RATE_FREE_PER_MINUTE", "100000"),
    ("PTL_RATE_ANONYMOUS_PER_MINUTE", "100000"),
    ("PTL_LOG", "info"),
    // Long enough to see the progress page.
    ("TEST_SERVER_DELAY_MS", "1500"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    pub(super) const ALL: [Self; 2] = [Self::Sqlite, Self::Postgres];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

pub(super) struct Site {
    pub(super) database: Database,
    pub(super) ptl: Ptl,
    pub(super) api: Api,
    driver_url: String,
    server: Server,
    mail: SmtpSink,
    postgres: Option<ThrowawayPostgres>,
    /// Origins of other pages in a journey.
    others: Vec<String>,
}

pub(super) struct Person {
    pub(super) email: String,
    pub(super) browser: Browser,
}

impl Site {
    /// `moment` is the start of a faked clock.
    pub(super) async fn start(
        program: &Path,
        database: Database,
        driver_url: &str,
        moment: Option<&str>,
    ) -> Result<Self> {
        let env = moment.map(clock).transpose()?.into_iter().flatten();
        Self::start_with(program, database, driver_url, env, Ptl::serve).await
    }

    /// Sells through a fake of Stripe, whose payment pages return to the service.
    pub(super) async fn selling(
        program: &Path,
        database: Database,
        driver_url: &str,
        fake: &FakeStripe,
    ) -> Result<Self> {
        let port = free_port()?;
        let public = ("PTL_PUBLIC_URL", format!("http://127.0.0.1:{port}"));
        let env = stripe::settings(fake).into_iter().chain([public]);
        let env = env.map(|(name, value)| (name.to_owned(), value));
        let site = Self::start_with(program, database, driver_url, env, |ptl| ptl.serve_on(port)).await?;
        site.ptl.must(&["billing", "sync"])?;
        Ok(Self { others: vec![fake.url().trim_end_matches('/').to_owned()], ..site })
    }

    async fn start_with(
        program: &Path,
        database: Database,
        driver_url: &str,
        more: impl Iterator<Item = (String, String)>,
        serve: impl FnOnce(&Ptl) -> Result<Server>,
    ) -> Result<Self> {
        let mail = SmtpSink::start().await;
        let mut env: BTreeMap<String, String> =
            SETTINGS.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        env.insert("PTL_SMTP_PORT".to_owned(), mail.address.port().to_string());
        env.extend(more);
        let postgres = match database {
            Database::Sqlite => None,
            Database::Postgres => Some(ThrowawayPostgres::start(false)?),
        };
        if let Some(postgres) = &postgres {
            env.insert("PTL_DATABASE_URL".to_owned(), postgres.create_database(DATABASE)?);
        }
        let ptl = Ptl::fresh(program, &env)?;
        let server = serve(&ptl)?;
        let (api, driver_url) = (Api::at(&server.url), driver_url.to_owned());
        Ok(Self { database, ptl, api, driver_url, server, mail, postgres, others: Vec::new() })
    }

    pub(super) fn origin(&self) -> &str {
        &self.server.url
    }

    pub(super) async fn browser(&self) -> Result<Browser> {
        self.browser_of(Kind::Usual).await
    }

    pub(super) async fn browser_of(&self, kind: Kind) -> Result<Browser> {
        Ok(Browser::start(&self.driver_url, self.origin(), kind).await?.allowing(&self.others))
    }

    pub(super) async fn person(&self, name: &str) -> Result<Person> {
        self.person_in(name, Kind::Usual).await
    }

    pub(super) async fn person_in(&self, name: &str, kind: Kind) -> Result<Person> {
        let email = format!("{name}@example.com");
        self.ptl.must(&["account", "create", &email])?;
        let browser = self.browser_of(kind).await?;
        let link = self.link_for_password(&browser, &email).await?;
        browser.open(&link).await?;
        browser.fill("New password", PASSWORD).await?;
        browser.press("Save and sign in").await?;
        browser.is_at("/account").await?;
        Ok(Person { email, browser })
    }

    /// Signed in with the link that the command prints.
    pub(super) async fn administrator(&self, name: &str) -> Result<Person> {
        let email = format!("{name}@example.com");
        let link = self.link(&["admin", "create", &email])?;
        let browser = self.browser().await?;
        browser.open(&link).await?;
        browser.sees("Choose a new password").await?;
        browser.fill("New password", PASSWORD).await?;
        browser.press("Save and sign in").await?;
        browser.is_at("/account").await?;
        Ok(Person { email, browser })
    }

    pub(super) async fn link_for_password(&self, browser: &Browser, email: &str) -> Result<String> {
        browser.open("/sign-in/password").await?;
        browser.fill("Email address", email).await?;
        browser.press("Send the link").await?;
        browser.sees("an email with a link is on its way").await?;
        self.mailed_link(email, "Reset your password").await
    }

    /// Returns the path of a printed link. The command does not know the service's port.
    pub(super) fn link(&self, command: &[&str]) -> Result<String> {
        let printed = self.ptl.must(command)?;
        let at = printed.find("/link/").with_context(|| format!("the command printed no link: {printed}"))?;
        Ok(printed[at..].to_owned())
    }

    pub(super) async fn sign_in(&self, browser: &Browser, email: &str, password: &str) -> Result<()> {
        browser.open("/sign-in").await?;
        browser.fill("Email address", email).await?;
        browser.fill("Password", password).await?;
        browser.press("Sign in").await?;
        browser.is_at("/account").await
    }

    /// Skips other messages.
    pub(super) async fn mailed_link(&self, to: &str, subject: &str) -> Result<String> {
        loop {
            let Ok(mail) = timeout(MAIL_WITHIN, self.mail.next()).await else {
                let log = project::target().join("web/last-failure.log");
                fs::create_dir_all(log.parent().context("the log file has no parent folder")?)?;
                fs::write(&log, self.ptl.log())?;
                bail!("no message to {to} about “{subject}” arrived; log: {}", log.display());
            };
            if mail.to.iter().any(|address| address == to) && mail.subject().as_deref() == Some(subject) {
                ensure!(mail.html().is_some(), "the message has no HTML");
                return mail.link().context("the message has no link");
            }
        }
    }

    pub(super) fn query(&self, query: &str) -> Result<String> {
        if let Some(postgres) = &self.postgres {
            return Ok(postgres.ask(DATABASE, query)?);
        }
        let mut sqlite = Command::new("sqlite3");
        let output = sqlite.arg("-readonly").arg(self.ptl.data().join("ptl.db")).arg(query).output();
        let Ok(output) = output else { return missing("sqlite3 is not installed") };
        ensure!(output.status.success(), "sqlite3 failed: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Pauses or resumes the service.
    pub(super) fn set_paused(&self, is_paused: bool) -> Result<()> {
        let signal = if is_paused { "-STOP" } else { "-CONT" };
        let is_sent = debian::succeeds(Command::new("kill").args([signal, &self.server.id().to_string()]));
        ensure!(is_sent, "cannot send {signal} to the service");
        Ok(())
    }

    pub(super) fn can_query(&self) -> bool {
        self.postgres.is_some() || services::has_sqlite()
    }
}

fn clock(moment: &str) -> Result<[(String, String); 4]> {
    let library = ptl::faketime().context("faketime is not installed")?;
    let library = library.to_str().context("the path of faketime is not UTF-8")?.to_owned();
    let own = |name: &str, value: String| (name.to_owned(), value);
    Ok([
        own("LD_PRELOAD", library),
        own("FAKETIME", format!("@{moment}")),
        own("TZ", "UTC".to_owned()),
        // Timers keep the real clock.
        own("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ])
}
