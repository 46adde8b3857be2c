//! A browser driven through visible texts, as a person uses it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde::de::DeserializeOwned;
use serde_json::Value;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, WebDriver, WebElement};

use super::chromium::{Kind, capabilities};
use super::journal;
use xtask::project;

/// Timeout of a condition on the page.
const WITHIN: Duration = Duration::from_secs(20);
/// Between two checks of a condition.
const PAUSE: Duration = Duration::from_millis(40);
/// Characters of a page in an error.
const MAX_SHOWN: usize = 700;
/// Marks the document, so that the next one is recognized.
const MARK: &str = "document.documentElement.ptlMark = true";
/// Returns whether a complete, unmarked document is loaded.
const IS_ANOTHER: &str = "return document.readyState === 'complete' && !document.documentElement.ptlMark";

/// With one window, for one service.
pub(super) struct Browser {
    driver: WebDriver,
    origin: String,
    /// Of the payment pages.
    others: Vec<String>,
    downloads: tempfile::TempDir,
}

impl Browser {
    /// Uses a fresh profile.
    pub(super) async fn start(driver_url: &str, origin: &str, kind: Kind) -> Result<Self> {
        let downloads = tempfile::tempdir()?;
        let wanted = capabilities(kind, downloads.path())?;
        let driver = WebDriver::new(driver_url, wanted).await.context("cannot start Chromium")?;
        Ok(Self { driver, origin: origin.to_owned(), others: Vec::new(), downloads })
    }

    /// Permits calls to other origins.
    pub(super) fn allowing(mut self, others: &[String]) -> Self {
        self.others.extend_from_slice(others);
        self
    }

    pub(super) fn driver(&self) -> &WebDriver {
        &self.driver
    }

    pub(super) async fn open(&self, path_or_url: &str) -> Result<()> {
        let address = if path_or_url.starts_with('/') {
            format!("{}{path_or_url}", self.origin)
        } else {
            path_or_url.to_owned()
        };
        self.driver.goto(address.as_str()).await.with_context(|| format!("cannot open {address}"))
    }

    pub(super) async fn reload(&self) -> Result<()> {
        Ok(self.driver.refresh().await?)
    }

    pub(super) async fn back(&self) -> Result<()> {
        Ok(self.driver.back().await?)
    }

    pub(super) async fn path(&self) -> Result<String> {
        Ok(self.driver.current_url().await?.path().to_owned())
    }

    /// White space is single spaces.
    pub(super) async fn text(&self) -> Result<String> {
        Ok(self.read().await?)
    }

    async fn read(&self) -> WebDriverResult<String> {
        let text: String = self.driver.execute("return document.body.innerText", vec![]).await?.convert()?;
        Ok(spaced(&text))
    }

    pub(super) async fn evaluate<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        Ok(self.driver.execute(script, vec![]).await?.convert()?)
    }

    pub(super) async fn evaluate_async(&self, script: &str, argument: Value) -> Result<Value> {
        Ok(self.driver.execute_async(script, vec![argument]).await?.json().clone())
    }

    /// Waits for a value of `probe`. A timeout's error contains the page's text.
    pub(super) async fn until<T>(
        &self,
        what: &str,
        probe: impl AsyncFn() -> WebDriverResult<Option<T>>,
    ) -> Result<T> {
        let give_up_at = Instant::now() + WITHIN;
        loop {
            // During navigation there is no page, and the probe fails.
            if let Ok(Some(found)) = probe().await {
                return Ok(found);
            }
            if Instant::now() > give_up_at {
                let shown = self.read().await.unwrap_or_else(|error| error.to_string());
                let shown: String = shown.chars().take(MAX_SHOWN).collect();
                let (path, picture) = (self.path().await.unwrap_or_default(), self.save_screenshot().await?);
                bail!(
                    "timed out waiting for {what} at {path} (picture: {}); the page shows: {shown}",
                    picture.display()
                );
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until a text is visible.
    pub(super) async fn sees(&self, text: &str) -> Result<()> {
        let wanted = spaced(text);
        let is_there = async || Ok(self.read().await?.contains(&wanted).then_some(()));
        self.until(&format!("“{text}”"), is_there).await
    }

    pub(super) async fn lacks(&self, text: &str) -> Result<()> {
        let shown = self.text().await?;
        ensure!(!shown.contains(&spaced(text)), "“{text}” is shown at {}", self.path().await?);
        Ok(())
    }

    pub(super) async fn is_at(&self, path: &str) -> Result<()> {
        let is_there = async || Ok((self.driver.current_url().await?.path() == path).then_some(()));
        self.until(&format!("the path {path}"), is_there).await
    }

    /// Waits for the first match of an `XPath`.
    pub(super) async fn find(&self, xpath: &str) -> Result<WebElement> {
        let found = async || {
            let found = self.driver.find_all(By::XPath(xpath)).await?;
            Ok(found.into_iter().next())
        };
        let found = self.until(xpath, found).await?;
        // Sticky bars at the window's edges would take the click.
        found.scroll_into_view().await?;
        Ok(found)
    }

    pub(super) async fn field_in(&self, heading: &str, label: &str) -> Result<WebElement> {
        let part = part(heading);
        let field = format!(
            "{part}//*[@id={part}//label[normalize-space()=\"{label}\" or starts-with(normalize-space(),\"{label} (\")]/@for]"
        );
        self.find(&field).await
    }

    /// Replaces the field's text.
    pub(super) async fn fill(&self, label: &str, text: &str) -> Result<()> {
        self.fill_in("", label, text).await
    }

    pub(super) async fn fill_in(&self, heading: &str, label: &str, text: &str) -> Result<()> {
        let field = self.field_in(heading, label).await?;
        let typed = async {
            field.clear().await?;
            field.send_keys(text).await
        };
        typed.await.with_context(|| format!("cannot fill in {label}"))
    }

    pub(super) async fn choose(&self, heading: &str, label: &str, choice: &str) -> Result<()> {
        let list = self.field_in(heading, label).await?;
        let option = list.find(By::XPath(format!("./option[normalize-space()=\"{choice}\"]"))).await?;
        Ok(option.click().await?)
    }

    pub(super) async fn tick(&self, heading: &str, text: &str) -> Result<()> {
        let part = part(heading);
        let label = format!("{part}//label[normalize-space()=\"{text}\"]");
        Ok(self.find(&label).await?.click().await?)
    }

    /// Does not wait for another page.
    pub(super) async fn click(&self, heading: &str, text: &str) -> Result<()> {
        let button = self.button(heading, text).await?;
        button.click().await.with_context(|| format!("cannot click “{text}”"))
    }

    /// Clicks a button or a link and waits for the next page.
    pub(super) async fn press(&self, text: &str) -> Result<()> {
        self.press_in("", text).await
    }

    /// Likewise, in the section with this heading.
    pub(super) async fn press_in(&self, heading: &str, text: &str) -> Result<()> {
        let button = self.button(heading, text).await?;
        self.navigate(&format!("the page after “{text}”"), async || button.click().await).await
    }

    pub(super) async fn choose_language(&self, language: &str) -> Result<()> {
        self.find("//details[contains(@class, 'languages')]/summary").await?.click().await?;
        self.press(language).await
    }

    /// Waits for the page that an action leads to.
    pub(super) async fn navigate(
        &self,
        what: &str,
        act: impl AsyncFn() -> WebDriverResult<()>,
    ) -> Result<()> {
        self.driver.execute(MARK, vec![]).await?;
        act().await.with_context(|| what.to_owned())?;
        let is_another = async || {
            let is_another: bool = self.driver.execute(IS_ANOTHER, vec![]).await?.convert()?;
            Ok(is_another.then_some(()))
        };
        self.until(what, is_another).await
    }

    async fn button(&self, heading: &str, text: &str) -> Result<WebElement> {
        let part = part(heading);
        let button = format!("//*[self::button or self::a or self::summary][normalize-space()=\"{text}\"]");
        // The header is used only if the page itself has no match.
        self.find(&format!("{part}{button} | //header[not({part}{button})]{button}")).await
    }

    /// Waits for the file.
    pub(super) async fn downloaded(&self, name: &str) -> Result<String> {
        let file = self.downloads.path().join(name);
        let whole = async || Ok(file.is_file().then(|| fs::read_to_string(&file).ok()).flatten());
        let text = self.until(&format!("the file {name}"), whole).await?;
        fs::remove_file(&file)?;
        Ok(text)
    }

    /// Fails as [`Self::check_logs`]. Returns the number of calls to the service.
    pub(super) async fn close(self) -> Result<usize> {
        let calls = self.check_logs().await?;
        self.driver.quit().await?;
        Ok(calls)
    }

    /// Fails if a page logged an error or called another host since the last check. Returns the number of
    /// calls.
    pub(super) async fn check_logs(&self) -> Result<usize> {
        journal::assert_no_console_error(&self.driver.browser_log().await?)?;
        journal::assert_only_own_calls(&self.driver.get_log("performance").await?, &self.origin, &self.others)
    }

    /// For debugging.
    async fn save_screenshot(&self) -> Result<PathBuf> {
        self.picture("last-failure").await
    }

    /// Saves the window for a person to look at.
    pub(super) async fn picture(&self, name: &str) -> Result<PathBuf> {
        let folder = project::target().join("web");
        fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{name}.png"));
        fs::write(&file, self.driver.screenshot_as_png().await.unwrap_or_default())?;
        Ok(file)
    }
}

/// Returns the section's `XPath`, or the main part's without a heading.
fn part(heading: &str) -> String {
    if heading.is_empty() {
        return "//main".to_owned();
    }
    let headed = format!("//*[self::h1 or self::h2 or self::legend][normalize-space()=\"{heading}\"]");
    format!("{headed}/ancestor::*[self::section or self::article or self::fieldset][1]")
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As typed into a file field.
pub(super) fn paths_as_typed(files: &[PathBuf]) -> String {
    files.iter().map(|file| Path::display(file).to_string()).collect::<Vec<_>>().join("\n")
}
