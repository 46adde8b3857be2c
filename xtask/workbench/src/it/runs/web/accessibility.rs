//! Checks with axe-core and for narrow windows.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::browser::Browser;
use crate::it::runs::toolbox::Toolbox;

const PACKAGE: &str = "axe-core@4.14.1";
/// axe-core's impacts that count as faults.
const BAD: [&str; 2] = ["serious", "critical"];
/// Returns the violations and the number of passed rules.
const RUN: &str = "
    const [options, done] = arguments;
    axe.run(document, options).then(
        found => done({ violations: found.violations.map(one => ({
            id: one.id, impact: one.impact, at: one.nodes.map(node => node.target.join(' ') + ': ' + node.failureSummary),
        })), passed: found.passes.length }),
        error => done({ error: String(error) }));";
/// Returns the page's excess width, and the elements that overflow.
const TOO_WIDE: &str = "
    const width = document.documentElement.clientWidth;
    const more = document.documentElement.scrollWidth - width;
    const out = [...document.querySelectorAll('main *, header *, footer *')]
        .filter(one => one.getBoundingClientRect().right > width + 1).slice(0, 3);
    return [more, out.map(one => one.tagName + '.' + one.className).join(', ')]";

/// A color scheme and a window size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Viewport {
    pub(super) scheme: &'static str,
    pub(super) width: u32,
}

impl Viewport {
    /// Screenshots are taken in the last one.
    pub(super) const ALL: [Self; 4] = [
        Self { scheme: "dark", width: 320 },
        Self { scheme: "light", width: 320 },
        Self { scheme: "dark", width: 1_280 },
        Self { scheme: "light", width: 1_280 },
    ];

    pub(super) async fn show(self, browser: &Browser, height: u32) -> Result<()> {
        let cdp = browser.driver().cdp();
        let size = json!({ "width": self.width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": self.scheme }] });
        cdp.send_raw("Emulation.setEmulatedMedia", features).await?;
        let is_shown = format!(
            "return innerWidth === {} && matchMedia('(prefers-color-scheme: {})').matches",
            self.width, self.scheme
        );
        let shown = async || {
            let is_shown: bool = browser.driver().execute(is_shown.as_str(), vec![]).await?.convert()?;
            Ok(is_shown.then_some(()))
        };
        browser.until("the window to have its size and colors", shown).await
    }
}

#[derive(Deserialize)]
struct Found {
    violations: Vec<Violation>,
    passed: usize,
}

#[derive(Deserialize)]
struct Violation {
    id: String,
    impact: Option<String>,
    at: Vec<String>,
}

/// The source code.
pub(super) struct Axe(String);

impl Axe {
    pub(super) fn fetch(toolbox: &Toolbox) -> Result<Self> {
        let packages: PathBuf = toolbox.npm("axe", &[PACKAGE])?;
        let file = packages.join("axe-core/axe.min.js");
        Ok(Self(fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?))
    }

    pub(super) async fn enter(&self, browser: &Browser) -> Result<()> {
        browser.driver().execute(self.0.as_str(), vec![]).await?;
        ensure!(
            browser.evaluate::<bool>("return typeof axe === 'object'").await?,
            "axe-core was not loaded into the page"
        );
        Ok(())
    }

    /// Serious violations on the current page.
    pub(super) async fn faults(browser: &Browser) -> Result<Vec<String>> {
        let found: Value = browser.evaluate_async(RUN, json!({ "resultTypes": ["violations"] })).await?;
        ensure!(found["error"].is_null(), "axe-core failed: {}", found["error"]);
        let found: Found = serde_json::from_value(found)?;
        ensure!(found.passed > 0, "axe-core checked no rule");
        let is_bad = |one: &&Violation| one.impact.as_deref().is_some_and(|impact| BAD.contains(&impact));
        Ok(found
            .violations
            .iter()
            .filter(is_bad)
            .map(|one| format!("{}: {}", one.id, one.at.join(" | ")))
            .collect())
    }
}

/// Describes the elements that are wider than the window.
pub(super) async fn too_wide(browser: &Browser) -> Result<Option<String>> {
    let (more, out): (i64, String) = browser.evaluate(TOO_WIDE).await?;
    Ok((more > 0).then(|| format!("{more} px wider than the window: {out}")))
}
