//! Checks everything that the service needs, for `ptl doctor` and the web app.

use std::io::ErrorKind;
use std::net::TcpListener;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use listing_web::DoctorRunner;
use listing_web::view::Check;

use super::storage::Storage;
use crate::health;
use crate::settings::Settings;

/// Written to the data folder as a test.
const PROBE_BYTES: usize = 64 * 1024;

/// The result of one check.
pub struct Finding {
    /// The subject in one word, such as `database`.
    pub subject: &'static str,
    /// The result in a sentence, or the error.
    pub outcome: Result<String>,
    /// True when a passed check needs attention.
    pub is_warning: bool,
}

impl Finding {
    fn new(subject: &'static str, outcome: Result<String>) -> Self {
        Self { subject, outcome, is_warning: false }
    }
}

/// Runs all checks except the database's, whose result is passed.
pub async fn run_checks(settings: &Settings, database: Result<String>) -> Vec<Finding> {
    let mut findings = vec![
        Finding::new("listen", listen(settings).await),
        Finding::new("data", data_folder(settings)),
        Finding::new("database", database),
        Finding::new("models", super::check_embedded(settings).await),
        Finding::new("heic", Ok(super::describe_heic(settings))),
    ];
    if let Some(warning) = settings.web.warning(settings.listen) {
        findings.push(Finding { is_warning: true, ..Finding::new("web", Ok(warning)) });
    }
    let redis = super::check_redis(settings).await;
    findings.extend(redis.map(|outcome| Finding::new("redis", outcome)));
    let mail = super::check_mail(settings).await;
    findings.extend(mail.map(|outcome| Finding::new("smtp", outcome)));
    let provider = super::check_provider(settings).await;
    findings.extend(provider.map(|outcome| Finding::new("oidc", outcome)));
    let billing = super::check_billing(settings).await;
    findings.extend(billing.into_iter().map(|(subject, outcome)| Finding::new(subject, outcome)));
    let services = super::check_services(settings).await;
    let market = super::check_market(settings).await;
    let external = services.into_iter().chain(market);
    findings.extend(external.map(|(subject, outcome)| Finding::new(subject, outcome)));
    findings
}

/// A serving process must not open its database a second time: closing the second handle of an SQLite file
/// would release the locks that protect the file.
pub async fn check_database(
    storage: &Storage,
    settings: &Settings,
    on_progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<String> {
    storage.check().await?;
    storage.check_writing().await?;
    let violations = storage.violations(on_progress).await?;
    anyhow::ensure!(violations.is_empty(), "the ledger does not balance: {}", violations.join("; "));
    let warning = storage.loose_mode().map(|warning| format!("; warning: {warning}")).unwrap_or_default();
    Ok(format!("{}: schema current, writable, ledger balanced{warning}", settings.database_url))
}

/// Passes if the service can listen or already does.
async fn listen(settings: &Settings) -> Result<String> {
    let address = settings.listen;
    match TcpListener::bind(address) {
        Ok(_) => Ok(format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let answers = health::is_this_program(address).await;
            anyhow::ensure!(answers, "{address}: in use by another program");
            Ok(format!("{address}: in use by the service"))
        }
        Err(error) => Err(error).with_context(|| format!("cannot listen on {address}")),
    }
}

/// Passes without a folder. With PostgreSQL, it may be unused.
fn data_folder(settings: &Settings) -> Result<String> {
    let folder = &settings.data_dir;
    if !folder.is_dir() {
        return Ok(format!("{} does not exist yet, and is created when needed", folder.display()));
    }
    let probe = folder.join(format!(".ptl-doctor-{}", std::process::id()));
    let written = std::fs::write(&probe, vec![0; PROBE_BYTES]);
    let removed = std::fs::remove_file(&probe);
    written.and(removed).with_context(|| {
        let owner = listing_ownership::owner_of(folder).unwrap_or_default();
        format!("cannot write into the data folder {}, which belongs to the user {owner}", folder.display())
    })?;
    Ok(format!("{} is writable", folder.display()))
}

/// Runs the checks for the web app.
pub(super) struct Doctor {
    pub(super) settings: Settings,
    pub(super) storage: Storage,
}

#[async_trait]
impl DoctorRunner for Doctor {
    async fn run_checks(&self) -> Vec<Check> {
        let Self { settings, storage } = self;
        let database = check_database(storage, settings, |_, _| {}).await;
        let findings = run_checks(settings, database).await;
        let check = |finding: Finding| Check {
            is_good: finding.outcome.is_ok(),
            text: match finding.outcome {
                Ok(text) => format!("{}: {text}", finding.subject),
                Err(error) => format!("{}: {error:#}", finding.subject),
            },
        };
        findings.into_iter().map(check).collect()
    }
}
