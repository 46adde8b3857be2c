//! Requests through `ptl generate`, as a user makes them.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Toolbox;
use super::program::KEY;
use super::standin::PLATFORMS;
use xtask::project;
use xtask::ptl::Ptl;

const PHOTO: &str = "teapot.jpg";

/// A wire format, named after its service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
}

impl Provider {
    pub(super) const ALL: [Self; 4] = [Self::OpenAi, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// In settings.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    /// On a server with several formats.
    pub(super) const fn path(self) -> &'static str {
        match self {
            Self::OpenAi | Self::Anthropic => "/v1",
            Self::Gemini => "/v1beta",
            Self::Ollama => "",
        }
    }

    /// This service is the only one.
    pub(super) fn settings(self, base_url: &str, model: &str) -> BTreeMap<String, String> {
        let prefix = format!("PTL_{}", self.name().to_uppercase());
        BTreeMap::from([
            ("PTL_AI_PROVIDER".to_owned(), self.name().to_owned()),
            ("PTL_LOG".to_owned(), "info".to_owned()),
            ("PTL_LOG_FORMAT".to_owned(), "json".to_owned()),
            (format!("{prefix}_BASE_URL"), base_url.to_owned()),
            (format!("{prefix}_MODEL"), model.to_owned()),
            (format!("{prefix}_API_KEY"), KEY.to_owned()),
        ])
    }
}

pub(super) struct Generated {
    /// `draft`, or the label of the failure in logs and metrics.
    pub(super) outcome: String,
    /// The printed answer.
    pub(super) data: Value,
    /// The log.
    pub(super) stderr: String,
}

pub(super) fn generate(
    toolbox: &Toolbox,
    provider: Provider,
    base_url: &str,
    model: &str,
    language: &str,
) -> Result<Generated> {
    generate_with(toolbox, &provider.settings(base_url, model), language)
}

pub(super) fn generate_with(
    toolbox: &Toolbox,
    settings: &BTreeMap<String, String>,
    language: &str,
) -> Result<Generated> {
    let ptl = Ptl::fresh(&toolbox.ptl, settings)?;
    let photo = project::samples().join(PHOTO);
    let (photo, platforms) = (photo.to_string_lossy(), PLATFORMS.join(","));
    let output =
        ptl.run(&["generate", &photo, "--platforms", &platforms, "--language", language, "--json"])?;
    assert_sound(&output.stderr)?;
    let outcome = match output.code {
        0 => "draft".to_owned(),
        1 => reasons(&output.stderr)
            .pop()
            .with_context(|| format!("the log has no reason for the failure: {}", output.stderr))?,
        code => anyhow::bail!("ptl ended with {code}: {}", output.stderr),
    };
    let data = if output.code == 0 { serde_json::from_str(&output.stdout)? } else { Value::Null };
    Ok(Generated { outcome, data, stderr: output.stderr })
}

/// The log must not contain a panic, the key or a photo.
pub(super) fn assert_sound(log: &str) -> Result<()> {
    ensure!(!log.contains("panicked"), "the log contains a panic: {log}");
    ensure!(!log.contains(KEY), "the log contains the key");
    ensure!(!log.contains("base64,"), "the log contains a photo");
    Ok(())
}

/// Of writers' failures.
pub(super) fn reasons(log: &str) -> Vec<String> {
    field_values(log, "reason")
}

/// At the top or under `fields`.
pub(super) fn field_values(log: &str, field: &str) -> Vec<String> {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let values = lines.filter_map(|line| {
        let value = line.get(field).or_else(|| line.get("fields")?.get(field))?;
        value.as_str().map(str::to_owned)
    });
    values.collect()
}
