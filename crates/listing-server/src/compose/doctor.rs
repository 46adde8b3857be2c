//! The examination of everything that the service needs.

use std::io::ErrorKind;
use std::net::TcpListener;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use listing_web::Examiner;
use listing_web::view::Check;

use super::storage::Storage;
use crate::health;
use crate::settings::Settings;

/// Bytes of the file by which it is found out whether the data folder takes any.
const PROBE_BYTES: usize = 64 * 1024;

/// One thing that was looked at.
pub struct Finding {
    /// What.
    pub subject: &'static str,
    /// What is fine, or what is wrong.
    pub outcome: Result<String>,
    /// Whether it works, but not for everybody.
    pub is_warning: bool,
}

impl Finding {
    fn new(subject: &'static str, outcome: Result<String>) -> Self {
        Self { subject, outcome, is_warning: false }
    }
}

/// Looks at everything else than the database, of which it is told how it is.
pub async fn examine(settings: &Settings, database: Result<String>) -> Vec<Finding> {
    let mut findings = vec![
        Finding::new("listen", listen(settings).await),
        Finding::new("data", data_folder(settings)),
        Finding::new("database", database),
        Finding::new("models", super::check_embedded(settings).await),
        Finding::new("heic", Ok(super::describe_heic(settings))),
    ];
    if let Some(warning) = settings.pages.warning(settings.listen) {
        findings.push(Finding { is_warning: true, ..Finding::new("web", Ok(warning)) });
    }
    let redis = super::check_redis(settings).await;
    findings.extend(redis.map(|outcome| Finding::new("redis", outcome)));
    let mail = super::check_mail(settings).await;
    findings.extend(mail.map(|outcome| Finding::new("smtp", outcome)));
    let provider = super::check_provider(settings).await;
    findings.extend(provider.map(|outcome| Finding::new("oidc", outcome)));
    let services = super::check_services(settings).await;
    let market = super::check_market(settings).await;
    let asked = services.into_iter().chain(market);
    findings.extend(asked.map(|(subject, outcome)| Finding::new(subject, outcome)));
    findings
}

/// Looks at a database that is open already. A process that serves has to: a file of SQLite's that
/// is opened and closed beside it would lose the locks that keep others from it.
pub async fn look_at(
    storage: &Storage,
    settings: &Settings,
    on_progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<String> {
    storage.check().await?;
    storage.check_writing().await?;
    let violations = storage.violations(on_progress).await?;
    anyhow::ensure!(violations.is_empty(), "the ledger's books do not balance: {}", violations.join("; "));
    let warning = storage.loose_mode().map(|warning| format!("; warning: {warning}")).unwrap_or_default();
    Ok(format!("{}: schema current, takes writes, books balanced{warning}", settings.database_url))
}

/// Whether the service can listen where it is to, or does so already.
async fn listen(settings: &Settings) -> Result<String> {
    let address = settings.listen;
    match TcpListener::bind(address) {
        Ok(_) => Ok(format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let answers = health::is_of_this_program(address).await;
            anyhow::ensure!(answers, "{address}: another program listens there");
            Ok(format!("{address}: the service listens there"))
        }
        Err(error) => Err(error).with_context(|| format!("cannot listen on {address}")),
    }
}

/// Whether files can be written into the data folder, where there is one: on PostgreSQL, it may be that
/// nothing needs it.
fn data_folder(settings: &Settings) -> Result<String> {
    let folder = &settings.data_dir;
    if !folder.is_dir() {
        return Ok(format!("{} is not there, and is made when it is needed", folder.display()));
    }
    let probe = folder.join(format!(".ptl-doctor-{}", std::process::id()));
    let written = std::fs::write(&probe, vec![0; PROBE_BYTES]);
    let removed = std::fs::remove_file(&probe);
    written.and(removed).with_context(|| {
        let owner = listing_ownership::owner_of(folder).unwrap_or_default();
        format!("cannot write into the data folder {}, which belongs to the user {owner}", folder.display())
    })?;
    Ok(format!("{} takes files", folder.display()))
}

/// Examines the service as `ptl doctor` does.
pub(super) struct Doctor {
    pub(super) settings: Settings,
    pub(super) storage: Storage,
}

#[async_trait]
impl Examiner for Doctor {
    async fn examine(&self) -> Vec<Check> {
        let Self { settings, storage } = self;
        let database = look_at(storage, settings, |_, _| {}).await;
        let findings = examine(settings, database).await;
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
