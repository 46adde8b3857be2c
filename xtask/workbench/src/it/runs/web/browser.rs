//! A browser as a person uses it: by what they read on it.

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

/// How long anything may take that is waited for.
const WITHIN: Duration = Duration::from_secs(20);
/// How often it is looked for.
const PAUSE: Duration = Duration::from_millis(40);
/// The most of a page that is told when something is not on it.
const MAX_TOLD: usize = 700;
/// A mark on the document that goes with it.
const MARK: &str = "document.documentElement.ptlMark = true";
/// Whether a document is there, whole and not the marked one.
const IS_ANOTHER: &str = "return document.readyState === 'complete' && !document.documentElement.ptlMark";

/// A browser with one window, at the pages of one service.
pub(super) struct Browser {
    driver: WebDriver,
    origin: String,
    downloads: tempfile::TempDir,
}

impl Browser {
    /// A browser that nobody has used.
    pub(super) async fn start(driver_url: &str, origin: &str, kind: Kind) -> Result<Self> {
        let downloads = tempfile::tempdir()?;
        let wanted = capabilities(kind, downloads.path())?;
        let driver = WebDriver::new(driver_url, wanted).await.context("Chromium does not start")?;
        Ok(Self { driver, origin: origin.to_owned(), downloads })
    }

    /// What drives it.
    pub(super) fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens a page by its path, or by its whole address.
    pub(super) async fn open(&self, place: &str) -> Result<()> {
        let address =
            if place.starts_with('/') { format!("{}{place}", self.origin) } else { place.to_owned() };
        self.driver.goto(address.as_str()).await.with_context(|| format!("{address} does not open"))
    }

    /// Reloads the page.
    pub(super) async fn reload(&self) -> Result<()> {
        Ok(self.driver.refresh().await?)
    }

    /// Goes back, as the button of that name does.
    pub(super) async fn back(&self) -> Result<()> {
        Ok(self.driver.back().await?)
    }

    /// The path of the page.
    pub(super) async fn path(&self) -> Result<String> {
        Ok(self.driver.current_url().await?.path().to_owned())
    }

    /// What can be read on the page, spaces of any kind as one.
    pub(super) async fn text(&self) -> Result<String> {
        Ok(self.read().await?)
    }

    async fn read(&self) -> WebDriverResult<String> {
        let text: String = self.driver.execute("return document.body.innerText", vec![]).await?.convert()?;
        Ok(spaced(&text))
    }

    /// What a script of ours finds out.
    pub(super) async fn ask<T: DeserializeOwned>(&self, script: &str) -> Result<T> {
        Ok(self.driver.execute(script, vec![]).await?.convert()?)
    }

    /// The same with an argument and an answer that is waited for.
    pub(super) async fn ask_later(&self, script: &str, argument: Value) -> Result<Value> {
        Ok(self.driver.execute_async(script, vec![argument]).await?.json().clone())
    }

    /// Waits until something is so; fails with what the page shows.
    pub(super) async fn until<T>(
        &self,
        what: &str,
        probe: impl AsyncFn() -> WebDriverResult<Option<T>>,
    ) -> Result<T> {
        let give_up_at = Instant::now() + WITHIN;
        loop {
            // While a page goes there is none that could be asked.
            if let Ok(Some(found)) = probe().await {
                return Ok(found);
            }
            if Instant::now() > give_up_at {
                let shown = self.read().await.unwrap_or_else(|error| error.to_string());
                let shown: String = shown.chars().take(MAX_TOLD).collect();
                let (path, picture) = (self.path().await.unwrap_or_default(), self.keep_picture().await?);
                bail!("{what} is not so at {path} (picture: {}), which says: {shown}", picture.display());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Waits until a text can be read.
    pub(super) async fn sees(&self, text: &str) -> Result<()> {
        let wanted = spaced(text);
        let is_there = async || Ok(self.read().await?.contains(&wanted).then_some(()));
        self.until(&format!("“{text}”"), is_there).await
    }

    /// Fails if a text can be read.
    pub(super) async fn lacks(&self, text: &str) -> Result<()> {
        let shown = self.text().await?;
        ensure!(!shown.contains(&spaced(text)), "“{text}” is shown at {}", self.path().await?);
        Ok(())
    }

    /// Waits until the page has this path.
    pub(super) async fn is_at(&self, path: &str) -> Result<()> {
        let is_there = async || Ok((self.driver.current_url().await?.path() == path).then_some(()));
        self.until(&format!("being at {path}"), is_there).await
    }

    /// The first element that an `XPath` finds, once it is there.
    pub(super) async fn find(&self, xpath: &str) -> Result<WebElement> {
        let found = async || {
            let found = self.driver.find_all(By::XPath(xpath)).await?;
            Ok(found.into_iter().next())
        };
        let found = self.until(xpath, found).await?;
        // Bars at the edges of the window would take the click.
        found.scroll_into_view().await?;
        Ok(found)
    }

    /// The field with this label in the part of a page with this heading.
    pub(super) async fn field_in(&self, heading: &str, label: &str) -> Result<WebElement> {
        let part = part(heading);
        let field = format!(
            "{part}//*[@id={part}//label[normalize-space()=\"{label}\" or starts-with(normalize-space(),\"{label} (\")]/@for]"
        );
        self.find(&field).await
    }

    /// Types into the field with this label, whatever stood there.
    pub(super) async fn fill(&self, label: &str, text: &str) -> Result<()> {
        self.fill_in("", label, text).await
    }

    /// The same in the part of a page with this heading.
    pub(super) async fn fill_in(&self, heading: &str, label: &str, text: &str) -> Result<()> {
        let field = self.field_in(heading, label).await?;
        let typed = async {
            field.clear().await?;
            field.send_keys(text).await
        };
        typed.await.with_context(|| format!("{label} cannot be filled in"))
    }

    /// Chooses one of a list with this label by its text.
    pub(super) async fn choose(&self, heading: &str, label: &str, choice: &str) -> Result<()> {
        let list = self.field_in(heading, label).await?;
        let option = list.find(By::XPath(format!("./option[normalize-space()=\"{choice}\"]"))).await?;
        Ok(option.click().await?)
    }

    /// Ticks or unticks the box with this text.
    pub(super) async fn tick(&self, heading: &str, text: &str) -> Result<()> {
        let part = part(heading);
        let label = format!("{part}//label[normalize-space()=\"{text}\"]");
        Ok(self.find(&label).await?.click().await?)
    }

    /// Clicks what has this text and leads nowhere else.
    pub(super) async fn click(&self, heading: &str, text: &str) -> Result<()> {
        let button = self.button(heading, text).await?;
        button.click().await.with_context(|| format!("“{text}” cannot be clicked"))
    }

    /// Clicks a button or a link with this text and waits for the page that it leads to.
    pub(super) async fn press(&self, text: &str) -> Result<()> {
        self.press_in("", text).await
    }

    /// The same in the part of a page with this heading.
    pub(super) async fn press_in(&self, heading: &str, text: &str) -> Result<()> {
        let button = self.button(heading, text).await?;
        self.leave_by(&format!("the page after “{text}”"), async || button.click().await).await
    }

    /// Chooses a language in the menu of languages.
    pub(super) async fn speak(&self, language: &str) -> Result<()> {
        self.find("//details[contains(@class, 'languages')]/summary").await?.click().await?;
        self.press(language).await
    }

    /// Does something that leads to another page, and waits for that.
    pub(super) async fn leave_by(
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
        // In the head of the page only what is not in the page itself.
        self.find(&format!("{part}{button} | //header[not({part}{button})]{button}")).await
    }

    /// The file of a name that was downloaded, once it is there.
    pub(super) async fn downloaded(&self, name: &str) -> Result<String> {
        let file = self.downloads.path().join(name);
        let whole = async || Ok(file.is_file().then(|| fs::read_to_string(&file).ok()).flatten());
        let text = self.until(&format!("the file {name}"), whole).await?;
        fs::remove_file(&file)?;
        Ok(text)
    }

    /// Ends it, and fails if a page complained or called somebody else; how often the service was
    /// called.
    pub(super) async fn close(self) -> Result<usize> {
        let calls = self.look_back().await?;
        self.driver.quit().await?;
        Ok(calls)
    }

    /// Fails if a page complained or called somebody else since this was asked last.
    pub(super) async fn look_back(&self) -> Result<usize> {
        journal::assert_no_complaint(&self.driver.browser_log().await?)?;
        journal::assert_all_stays_here(&self.driver.get_log("performance").await?, &self.origin)
    }

    /// Keeps a picture of what it shows, for whoever looks for a fault.
    async fn keep_picture(&self) -> Result<PathBuf> {
        let folder = project::target().join("web");
        fs::create_dir_all(&folder)?;
        let file = folder.join("last-failure.png");
        fs::write(&file, self.driver.screenshot_as_png().await.unwrap_or_default())?;
        Ok(file)
    }
}

/// The `XPath` of the part of a page with this heading; of what stands below the head of every page
/// without one.
fn part(heading: &str) -> String {
    if heading.is_empty() {
        return "//main".to_owned();
    }
    let headed = format!("//*[self::h1 or self::h2 or self::legend][normalize-space()=\"{heading}\"]");
    format!("{headed}/ancestor::*[self::section or self::article or self::fieldset][1]")
}

/// A text with one space wherever there is any.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A path as a file field takes it.
pub(super) fn paths_as_typed(files: &[PathBuf]) -> String {
    files.iter().map(|file| Path::display(file).to_string()).collect::<Vec<_>>().join("\n")
}
