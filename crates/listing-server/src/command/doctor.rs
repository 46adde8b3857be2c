//! `ptl doctor`: checks what the service needs, one line each.

use anyhow::Result;
use serde_json::{Value, json};

use super::progress::CheckBar;
use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// One thing that was looked at.
pub struct Finding {
    /// What.
    pub subject: &'static str,
    /// What is fine, or what is wrong.
    pub outcome: Result<String>,
}

/// Looks at everything, tells all of it, and fails if anything is wrong.
pub async fn run(settings: &Settings, json: bool) -> Result<(), Failure> {
    let bar = CheckBar::new();
    let shown = bar.clone();
    let database = database(settings, move |read, all| shown.at(read, all)).await;
    let findings = examine(settings, database).await;
    bar.end();
    if json {
        print::line(&findings.iter().map(as_json).collect::<Value>().to_string());
    } else {
        for finding in &findings {
            print::line(&as_text(finding));
        }
    }
    let wrong = findings.iter().filter(|finding| finding.outcome.is_err()).count();
    if wrong == 0 {
        Ok(())
    } else {
        Err(anyhow::anyhow!("{wrong} of {} checks failed", findings.len()).into())
    }
}

/// Looks at everything else than the database, of which it is told how it is.
pub async fn examine(settings: &Settings, database: Result<String>) -> Vec<Finding> {
    let mut findings = vec![
        Finding { subject: "database", outcome: database },
        Finding { subject: "models", outcome: compose::check_embedded(settings).await },
    ];
    let redis = compose::check_redis(settings).await;
    findings.extend(redis.map(|outcome| Finding { subject: "redis", outcome }));
    let mail = compose::check_mail(settings).await;
    findings.extend(mail.map(|outcome| Finding { subject: "smtp", outcome }));
    let provider = compose::check_provider(settings).await;
    findings.extend(provider.map(|outcome| Finding { subject: "oidc", outcome }));
    let services = compose::check_services(settings).await;
    let market = compose::check_market(settings).await;
    let asked = services.into_iter().chain(market);
    findings.extend(asked.map(|(subject, outcome)| Finding { subject, outcome }));
    findings
}

async fn database(settings: &Settings, on_progress: impl FnMut(u64, u64) + Send + 'static) -> Result<String> {
    let storage = compose::Storage::open(settings).map_err(|failure| match failure {
        Failure::Setup(error) | Failure::Failed(error) => error,
    })?;
    look_at(&storage, settings, on_progress).await
}

/// Looks at a database that is open already. A process that serves has to: a file of SQLite's that
/// is opened and closed beside it would lose the locks that keep others from it.
pub async fn look_at(
    storage: &compose::Storage,
    settings: &Settings,
    on_progress: impl FnMut(u64, u64) + Send + 'static,
) -> Result<String> {
    storage.check().await?;
    let violations = storage.violations(on_progress).await?;
    anyhow::ensure!(violations.is_empty(), "the ledger's books do not balance: {}", violations.join("; "));
    Ok(format!("{}: schema current, books balanced", settings.database_url))
}

fn as_json(finding: &Finding) -> Value {
    let (ok, detail) = match &finding.outcome {
        Ok(detail) => (true, detail.clone()),
        Err(error) => (false, format!("{error:#}")),
    };
    json!({ "check": finding.subject, "ok": ok, "detail": detail })
}

fn as_text(finding: &Finding) -> String {
    match &finding.outcome {
        Ok(detail) => format!("ok     {:9} {detail}", finding.subject),
        Err(error) => format!("WRONG  {:9} {error:#}", finding.subject),
    }
}
