//! Listings: generated from photos, read, edited, rewritten and downloaded.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::browser::{Browser, paths_as_typed};
use super::environment::{Environment, photos};
use crate::it::runs::parts::Figures;

/// Of a product.
const MOST_PHOTOS: usize = 4;
/// Vinted accepts it; has special characters of HTML and CSV.
const TITLE: &str = "Table lamp & “shade”, 30 cm, Ines";

/// Uses every feature of the listings of four photos.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        let person = site.person("nora").await?;
        let browser = &person.browser;
        browser.open("/account/new").await?;
        drop_photos(browser, &photos()).await?;
        ensure!(previews(browser).await? == MOST_PHOTOS, "not all photos are shown");
        for marketplace in ["Vinted", "eBay"] {
            browser.tick("Marketplaces", marketplace).await?;
        }
        browser.fill("Brand", "Lampo").await?;
        browser.choose("Writing options", "Language", "English").await?;
        refuse(browser).await?;
        browser.click("", "Write the listings").await?;
        browser.sees("Writing your listings").await?;
        let path = browser.path().await?;
        browser.reload().await?;
        browser.sees("Writing your listings").await?;
        browser.sees("Why this price").await?;
        ensure!(browser.path().await? == path, "the listings appeared at another path");
        read(browser).await?;
        edit(browser).await?;
        write_again(browser).await?;
        take_along(browser).await?;
        find_again(browser, &path).await?;
        browser.open("/account").await?;
        browser.sees("2 of 3 free left").await?;
        person.browser.close().await?;
        Ok(Figures::new())
    })
}

/// A file that is not a photo is reported next to the photos, and Enter in a field does not submit.
async fn refuse(browser: &Browser) -> Result<()> {
    let notes = tempfile::Builder::new().prefix("notes").suffix(".txt").tempfile()?;
    choose(browser, &[notes.path().to_owned()]).await?;
    browser.sees("This file is not a photo.").await?;
    ensure!(previews(browser).await? == MOST_PHOTOS, "rejecting a file removed photos");
    let brand = browser.field_in("", "Brand").await?;
    brand.send_keys(thirtyfour::Key::Enter + "").await?;
    browser.is_at("/account/new").await
}

/// For Vinted, from photos in the file field.
pub(super) async fn write(browser: &Browser, photos: &[PathBuf]) -> Result<()> {
    browser.open("/account/new").await?;
    choose(browser, photos).await?;
    let is_chosen = "return document.querySelector('[name=platforms][value=vinted]').checked";
    if !browser.evaluate::<bool>(is_chosen).await? {
        browser.tick("Marketplaces", "Vinted").await?;
    }
    browser.press("Write the listings").await?;
    browser.sees("Why this price").await
}

pub(super) async fn choose(browser: &Browser, photos: &[PathBuf]) -> Result<()> {
    let field = browser.find("//*[@id=\"photos\"]").await?;
    Ok(field.send_keys(paths_as_typed(photos)).await?)
}

async fn drop_photos(browser: &Browser, photos: &[PathBuf]) -> Result<()> {
    let position = "const place = document.querySelector('[data-drop]').getBoundingClientRect();
        return [place.x + place.width / 2, place.y + 20]";
    let [x, y]: [f64; 2] = browser.evaluate(position).await?;
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({ "items": [], "files": photos, "dragOperationsMask": 1 });
        let event = json!({ "type": kind, "x": x, "y": y, "data": data });
        browser.driver().cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    let are_there = async || {
        let count: usize = browser.driver().execute(PREVIEWS, vec![]).await?.convert()?;
        Ok((count > 0).then_some(()))
    };
    browser.until("previews of the dropped photos", are_there).await
}

/// Number of loaded previews.
const PREVIEWS: &str =
    "return [...document.querySelectorAll('.previews img')].filter(image => image.naturalWidth > 0).length";

async fn previews(browser: &Browser) -> Result<usize> {
    let all = async || {
        let count: usize = browser.driver().execute(PREVIEWS, vec![]).await?.convert()?;
        Ok((count >= MOST_PHOTOS).then_some(count))
    };
    browser.until("four previews", all).await
}

async fn read(browser: &Browser) -> Result<()> {
    for text in ["Vinted", "eBay", "Category", "Condition", "The item", "Lampo", "Stated", "Confidence"] {
        browser.sees(text).await?;
    }
    ensure!(value(browser, "Vinted", "Title").await?.contains("Lampo"), "the title has no brand");
    let thumbnail = "return document.querySelector('img.thumb')?.naturalWidth ?? 0";
    let is_shown = async || {
        let width: u32 = browser.driver().execute(thumbnail, vec![]).await?.convert()?;
        Ok((width > 0).then_some(()))
    };
    browser.until("the thumbnail", is_shown).await
}

async fn value(browser: &Browser, heading: &str, label: &str) -> Result<String> {
    let field = browser.field_in(heading, label).await?;
    field.value().await?.with_context(|| format!("{label} has no value"))
}

/// A listing is validated while it is typed, and saved automatically.
async fn edit(browser: &Browser) -> Result<()> {
    let long = "lamp ".repeat(40);
    browser.fill_in("Vinted", "Title", &long).await?;
    browser.sees("Fix before publishing").await?;
    browser.fill_in("Vinted", "Title", TITLE).await?;
    let is_accepted = async || {
        let shown = "return document.querySelectorAll('.findings:not([hidden])').length === 0";
        let is_accepted: bool = browser.driver().execute(shown, vec![]).await?.convert()?;
        Ok(is_accepted.then_some(()))
    };
    browser.until("the title to be accepted", is_accepted).await?;
    browser.fill_in("Vinted", "Price", "31.50").await?;
    browser.sees("Saved").await?;
    browser.sees("Edited").await?;
    browser.reload().await?;
    ensure!(value(browser, "Vinted", "Price").await? == "31.50", "the price was not saved");
    ensure!(value(browser, "Vinted", "Title").await? == TITLE, "the title was not saved");
    let copied = super::keys::copy(browser, "Vinted", "Copy: Title").await?;
    ensure!(copied == TITLE, "the clipboard holds {copied}");
    Ok(())
}

/// Rewrites in French and adds Etsy. Listings that are not rewritten must keep their edits.
async fn write_again(browser: &Browser) -> Result<()> {
    browser.sees("3 of 3 left").await?;
    for marketplace in ["Vinted", "Etsy"] {
        browser.tick("Rewrite", marketplace).await?;
    }
    browser.choose("Rewrite", "Tone", "Professional").await?;
    browser.choose("Rewrite", "Language", "French").await?;
    browser.press_in("Rewrite", "Rewrite").await?;
    browser.sees("The listings have been rewritten.").await?;
    browser.sees("2 of 3 left").await?;
    for marketplace in ["eBay", "Etsy"] {
        let text = value(browser, marketplace, "Description").await?;
        ensure!(text.contains("vendre"), "the text for {marketplace} is not French: {text}");
    }
    ensure!(value(browser, "Vinted", "Title").await? == TITLE, "the rewrite changed an edited title");
    Ok(())
}

/// Downloaded files must contain the page's data.
async fn take_along(browser: &Browser) -> Result<()> {
    browser.click("Export", "CSV").await?;
    let table = browser.downloaded("listings.csv").await?;
    let mut rows = csv::Reader::from_reader(table.trim_start_matches('\u{feff}').as_bytes());
    let rows = rows.records().collect::<Result<Vec<_>, _>>()?;
    ensure!(rows.len() == 3, "the table has {} rows: {table}", rows.len());
    for edited in [TITLE, "31.5"] {
        let is_there = rows.iter().any(|row| row.iter().any(|cell| cell == edited));
        ensure!(is_there, "no row has {edited}: {table}");
    }
    browser.click("Export", "JSON").await?;
    let text = browser.downloaded("listings.json").await?;
    let _: Value = serde_json::from_str(&text).context("the file is not valid JSON")?;
    ensure!(text.contains("Ines"), "the file has no such title: {text}");
    Ok(())
}

/// The history lists the generation, and finds it by a word of its listings.
async fn find_again(browser: &Browser, path: &str) -> Result<()> {
    browser.open("/account/generations").await?;
    for (word, is_found) in [("Ines", true), ("snowshoe", false)] {
        browser.fill("Search your listings", word).await?;
        browser.press("Search").await?;
        let link = format!("return document.querySelector('a[href=\"{path}\"]') !== null");
        ensure!(
            browser.evaluate::<bool>(&link).await? == is_found,
            "search for {word}: expected a result = {is_found}"
        );
    }
    browser.sees("No results for “snowshoe”.").await
}
