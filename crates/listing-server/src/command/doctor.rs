//! Implements `ptl doctor`, which checks everything that the service needs.

use anyhow::Result;
use serde_json::{Value, json};

use super::progress::CheckBar;
use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Runs all checks, prints all results, and fails if any failed.
pub async fn run(settings: &Settings, json: bool) -> Result<(), Failure> {
    let bar = CheckBar::new();
    let shown = bar.clone();
    let database = database(settings, move |read, all| shown.at(read, all)).await;
    let findings = compose::run_checks(settings, database).await;
    bar.end();
    if json {
        print::line(&findings.iter().map(as_json).collect::<Value>().to_string())?;
    } else {
        for finding in &findings {
            print::line(&as_text(finding))?;
        }
    }
    let failed = findings.iter().filter(|finding| finding.outcome.is_err()).count();
    if failed == 0 {
        Ok(())
    } else {
        Err(anyhow::anyhow!("{failed} of {} checks failed", findings.len()).into())
    }
}

async fn database(settings: &Settings, on_progress: impl FnMut(u64, u64) + Send + 'static) -> Result<String> {
    let storage = compose::Storage::open(settings).map_err(|failure| match failure {
        Failure::Setup(error) | Failure::Failed(error) => error,
    })?;
    compose::check_database(&storage, settings, on_progress).await
}

fn as_json(finding: &compose::Finding) -> Value {
    let (ok, detail) = match &finding.outcome {
        Ok(detail) => (true, detail.clone()),
        Err(error) => (false, format!("{error:#}")),
    };
    json!({ "check": finding.subject, "ok": ok, "warning": finding.is_warning, "detail": detail })
}

fn as_text(finding: &compose::Finding) -> String {
    match &finding.outcome {
        Ok(detail) if finding.is_warning => format!("warn   {:9} {detail}", finding.subject),
        Ok(detail) => format!("ok     {:9} {detail}", finding.subject),
        Err(error) => format!("FAILED {:9} {error:#}", finding.subject),
    }
}
