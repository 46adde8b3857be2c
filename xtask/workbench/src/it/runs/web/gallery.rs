//! Checks each page in light and dark colors, in narrow and wide windows: no serious accessibility violation,
//! no console error and no difference from its screenshot. Its load time is measured.

use anyhow::{Result, ensure};

use super::accessibility::{Axe, Viewport, too_wide};
use super::browser::Browser;
use super::environment::Environment;
use super::pages;
use super::pictures::{self, Compared};
use super::site::{Database, Site};
use crate::it::outcome::Missing;
use crate::it::runs::parts::Figures;
use xtask::{project, ptl};

/// The clock's start for the screenshots, in UTC.
const MOMENT: &str = "2026-11-16 09:30:00";
/// In pixels.
const HEIGHT: u32 = 900;
/// Transferred on a first visit of a page.
const MOST_BYTES: u32 = 60_000;
/// Returns the first contentful paint in milliseconds, and the bytes of all resources.
const FIRST_VISIT: &str = "
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
        all.reduce((sum, one) => sum + one.transferSize, 0)]";

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    let axe = match Axe::fetch(&env.toolbox) {
        Ok(axe) => Some(axe),
        Err(error) if error.is::<Missing>() => {
            env.skip(format!("accessibility: {error}"));
            None
        }
        Err(error) => return Err(error),
    };
    let moment = ptl::faketime().is_some().then_some(MOMENT);
    if moment.is_none() {
        env.skip("screenshots: faketime is not installed".to_owned());
    }
    let program = project::release_binary()?;
    let mut gallery = Gallery { axe, has_pictures: moment.is_some(), ..Gallery::default() };
    env.wait_for(async {
        let site = Site::start(&program, Database::Sqlite, env.driver_url(), moment).await?;
        let folders = [site.ptl.data(), project::root()];
        gallery.private = folders.map(|folder| folder.display().to_string()).into();
        pages::show_all(&site, &mut gallery).await
    })?;
    gallery.finish()
}

#[derive(Default)]
pub(super) struct Gallery {
    axe: Option<Axe>,
    has_pictures: bool,
    /// Specific to this machine, and hidden on screenshots.
    private: Vec<String>,
    pages: usize,
    views: usize,
    added: usize,
    alike: usize,
    faults: Vec<String>,
    figures: Figures,
}

impl Gallery {
    /// Leaves the page unchanged.
    pub(super) async fn check(&mut self, browser: &Browser, name: &str) -> Result<()> {
        self.pages += 1;
        if let Some(axe) = &self.axe {
            axe.enter(browser).await?;
        }
        for viewport in Viewport::ALL {
            viewport.show(browser, HEIGHT).await?;
            self.views += 1;
            let at = format!("{name}, {}, {} px", viewport.scheme, viewport.width);
            if let Some(fault) = too_wide(browser).await? {
                self.faults.push(format!("{at}: {fault}"));
            }
            if self.axe.is_some() {
                let faults = Axe::faults(browser).await?;
                self.faults.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
            }
        }
        if self.has_pictures {
            self.picture(browser, name).await?;
        }
        if let Err(error) = browser.check_logs().await {
            self.faults.push(format!("{name}: {error}"));
        }
        Ok(())
    }

    /// The page must fit into a narrow window, in any language.
    pub(super) async fn check_narrow(&mut self, browser: &Browser, name: &str) -> Result<()> {
        self.views += 1;
        if let Some(fault) = too_wide(browser).await? {
            self.faults.push(format!("{name} in French: {fault}"));
        }
        if let Err(error) = browser.check_logs().await {
            self.faults.push(format!("{name} in French: {error}"));
        }
        Ok(())
    }

    /// Records the load time and the size of the page that was just opened.
    pub(super) async fn first_visit(&mut self, browser: &Browser, name: &str) -> Result<()> {
        let seen = async || {
            let seen: (Option<f64>, u32) = browser.driver().execute(FIRST_VISIT, vec![]).await?.convert()?;
            Ok(seen.0.map(|paint| (paint, seen.1)))
        };
        let (paint, bytes) = browser.until("the first paint", seen).await?;
        self.figures.push((format!("first paint of {name}"), format!("{paint:.0} ms, {bytes} bytes in all")));
        if bytes > MOST_BYTES {
            self.faults
                .push(format!("a first visit of {name} transfers {bytes} bytes, more than {MOST_BYTES}"));
        }
        Ok(())
    }

    async fn picture(&mut self, browser: &Browser, name: &str) -> Result<()> {
        let height = pictures::height(browser).await?;
        Viewport::ALL[Viewport::ALL.len() - 1].show(browser, height).await?;
        pictures::hide(browser, &self.private).await?;
        match pictures::compare(browser, name).await? {
            Compared::Added => self.added += 1,
            Compared::Alike => self.alike += 1,
            Compared::Different(how) => self.faults.push(how),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Figures> {
        ensure!(self.faults.is_empty(), "{} faults:\n{}", self.faults.len(), self.faults.join("\n"));
        self.figures.push(("pages".to_owned(), format!("{}, {} views", self.pages, self.views)));
        if self.has_pictures {
            let summary = format!("{} as before, {} new", self.alike, self.added);
            self.figures.push(("pictures".to_owned(), summary));
        }
        Ok(self.figures)
    }
}
