//! `ptl doctor`: checks what the service needs, one line each.

use anyhow::Result;
use serde_json::{Value, json};

use super::progress::CheckBar;
use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// One thing that was looked at.
struct Finding {
    subject: &'static str,
    /// What is fine, or what is wrong.
    outcome: Result<String>,
}

/// Looks at everything, tells all of it, and fails if anything is wrong.
pub async fn run(settings: &Settings, json: bool) -> Result<(), Failure> {
    let mut findings = vec![
        Finding { subject: "database", outcome: database(settings).await },
        Finding { subject: "models", outcome: compose::check_embedded(settings).await },
    ];
    let redis = compose::check_redis(settings).await;
    findings.extend(redis.map(|outcome| Finding { subject: "redis", outcome }));
    let services = compose::check_services(settings).await;
    let market = compose::check_market(settings).await;
    let asked = services.into_iter().chain(market);
    findings.extend(asked.map(|(subject, outcome)| Finding { subject, outcome }));
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

async fn database(settings: &Settings) -> Result<String> {
    let storage = compose::Storage::open(settings).map_err(|failure| match failure {
        Failure::Setup(error) | Failure::Failed(error) => error,
    })?;
    storage.check().await?;
    let bar = CheckBar::new();
    let shown = bar.clone();
    let violations = storage.violations(move |read, all| shown.at(read, all)).await;
    bar.end();
    let violations = violations?;
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
