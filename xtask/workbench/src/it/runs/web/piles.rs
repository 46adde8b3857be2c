//! Many items: photos sorted into piles by keyboard, mouse and touch, then started, corrected and exported.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use thirtyfour::Key;

use super::browser::Browser;
use super::environment::{Environment, photos};
use super::listings::choose;
use super::site::Site;
use crate::it::runs::parts::Figures;

const PATH: &str = "/account/batch";
/// Returns the numbers of photos in the piles, once every picture is loaded.
const SIZES: &str = "
    const tiles = [...document.querySelectorAll('[data-photo] img')];
    if (!tiles.every(image => image.complete && image.naturalWidth > 0)) return null;
    return [...document.querySelectorAll('[data-pile]')].map(pile => pile.querySelectorAll('[data-photo]').length)";
/// Returns the centers of the grip of the last photo, of the photo itself, and of the first photo.
const PLACES: &str = "
    const last = [...document.querySelectorAll('[data-photo]')].at(-1);
    last.scrollIntoView({ block: 'center' });
    const center = one => { const box = one.getBoundingClientRect(); return [box.x + box.width * .5, box.y + box.height * .6]; };
    return [center(last.querySelector('.grip')), center(last), center(document.querySelector('[data-photo]'))]";

type Point = [f64; 2];

/// Words of the pages in a language.
struct Words {
    language: &'static str,
    start: &'static str,
    undo: &'static str,
    correct: &'static str,
    title: &'static str,
    save: &'static str,
    saved: &'static str,
    export: &'static str,
    name: &'static str,
}

const ENGLISH: Words = Words {
    language: "English",
    start: "Write the listings for 2 items",
    undo: "Undo",
    correct: "Read and correct",
    title: "Title: Item 1",
    save: "Save changes",
    saved: "Your listings have been saved.",
    export: "Export",
    name: "pia",
};
const FRENCH: Words = Words {
    language: "Français",
    start: "Écrire les annonces de 2 articles",
    undo: "Annuler la dernière action",
    correct: "Relire et corriger",
    title: "Titre\u{a0}: Article 1",
    save: "Enregistrer les modifications",
    saved: "Vos annonces ont été enregistrées.",
    export: "Exporter",
    name: "pierre",
};

/// In English with a mouse in a wide window, and in French with a finger in a narrow one.
pub(super) fn verify(env: &Environment) -> Result<Figures> {
    env.on_each(async |site| {
        journey(site, &ENGLISH, 1_366).await?;
        journey(site, &FRENCH, 390).await?;
        Ok(Figures::new())
    })
}

async fn journey(site: &Site, words: &Words, width: u32) -> Result<()> {
    let is_narrow = width < 600;
    let person = site.person(words.name).await?;
    let browser = &person.browser;
    // A narrow window shows the items one below the other. The drag needs its start and its target in view.
    let height = if is_narrow { 2_600 } else { 844 };
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_narrow });
    let cdp = browser.driver().cdp();
    cdp.send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
    // Only a touch screen shows the grips of photos.
    cdp.send_raw("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_narrow })).await?;
    browser.open(PATH).await?;
    if words.language != ENGLISH.language {
        browser.choose_language(words.language).await?;
    }
    choose(browser, &photos()[..3]).await?;
    has_piles(browser, 3, None).await?;
    one_pile_each(browser).await?;
    sort_with_keys(browser, words).await?;
    drag(browser, is_narrow).await?;
    ensure!(super::accessibility::too_wide(browser).await?.is_none(), "the page is wider than the window");
    browser.reload().await?;
    has_piles(browser, 3, Some(2)).await?;
    let is_chosen = "return document.querySelector('[name=platforms][value=vinted]').checked";
    if !browser.evaluate::<bool>(is_chosen).await? {
        browser.find("//label[normalize-space()=\"Vinted\"]").await?.click().await?;
    }
    browser.press(words.start).await?;
    browser.sees(words.correct).await?;
    correct(browser, words).await?;
    person.browser.close().await?;
    Ok(())
}

/// Waits until the page shows this many photos, in this many piles if given.
async fn has_piles(browser: &Browser, photos: usize, piles: Option<usize>) -> Result<()> {
    let are_there = async || {
        let sizes: Option<Vec<usize>> = browser.driver().execute(SIZES, vec![]).await?.convert()?;
        let is_so = |sizes: &Vec<usize>| {
            sizes.iter().sum::<usize>() == photos && piles.is_none_or(|piles| sizes.len() == piles)
        };
        Ok(sizes.filter(is_so).map(|_| ()))
    };
    browser.until(&format!("{photos} photos in {piles:?} piles"), are_there).await
}

/// However the service grouped the photos, makes a pile of each.
async fn one_pile_each(browser: &Browser) -> Result<()> {
    for _ in 0..2 {
        let alone = "const button = document.querySelector('[value^=\"alone:\"]');
            button?.closest('details').setAttribute('open', ''); button?.click(); return button !== null";
        browser.evaluate::<bool>(alone).await?;
        has_piles(browser, 3, None).await?;
        browser
            .until("the step", async || {
                let is_busy: bool = browser
                    .driver()
                    .execute("return document.readyState !== 'complete'", vec![])
                    .await?
                    .convert()?;
                Ok((!is_busy).then_some(()))
            })
            .await?;
    }
    has_piles(browser, 3, Some(3)).await
}

/// Moves the first photo to the next item and back with the keyboard alone. The focus stays on the photo.
async fn sort_with_keys(browser: &Browser, words: &Words) -> Result<()> {
    let focus = "const tile = document.querySelector('[data-photo]');
        tile.querySelector('summary').focus(); return tile.dataset.photo";
    let photo: String = browser.evaluate(focus).await?;
    browser.driver().action_chain().send_keys(Key::Down).perform().await?;
    has_piles(browser, 3, Some(2)).await?;
    let focused = "return document.activeElement.closest('[data-photo]')?.dataset.photo ?? ''";
    ensure!(browser.evaluate::<String>(focused).await? == photo, "the focus left the moved photo");
    let announced: String =
        browser.evaluate("return document.querySelector('[data-announce]').textContent").await?;
    ensure!(
        announced.contains("table-lamp") || announced.contains(".jpg"),
        "the move was announced as {announced:?}"
    );
    // The same with the buttons of the photo.
    browser.driver().action_chain().send_keys(Key::Enter).perform().await?;
    let is_open = async || {
        let is_open: bool = browser
            .driver()
            .execute("return document.activeElement.parentElement.open === true", vec![])
            .await?
            .convert()?;
        Ok(is_open.then_some(()))
    };
    browser.until("the actions of the photo", is_open).await?;
    browser.click("", words.undo).await?;
    has_piles(browser, 3, Some(3)).await
}

/// Drags the last photo onto the first, with a finger by its grip or with the mouse.
async fn drag(browser: &Browser, is_touch: bool) -> Result<()> {
    let [grip, photo, target]: [Point; 3] = browser.evaluate(PLACES).await?;
    let from = if is_touch { grip } else { photo };
    let between = [f64::midpoint(from[0], target[0]), f64::midpoint(from[1], target[1])];
    let path = [from, [from[0] + 9.0, from[1]], between, [target[0] + 1.0, target[1]], target];
    let cdp = browser.driver().cdp();
    for (index, [x, y]) in path.into_iter().enumerate() {
        if is_touch {
            let kind = if index == 0 { "touchStart" } else { "touchMove" };
            let event = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
            cdp.send_raw("Input.dispatchTouchEvent", event).await?;
        } else {
            let kind = if index == 0 { "mousePressed" } else { "mouseMoved" };
            let event =
                json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            cdp.send_raw("Input.dispatchMouseEvent", event).await?;
        }
    }
    let [x, y] = target;
    if is_touch {
        let end = json!({ "type": "touchEnd", "touchPoints": [] });
        cdp.send_raw("Input.dispatchTouchEvent", end).await?;
    } else {
        let end = json!({ "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1 });
        cdp.send_raw("Input.dispatchMouseEvent", end).await?;
    }
    has_piles(browser, 3, Some(2)).await
}

async fn correct(browser: &Browser, words: &Words) -> Result<()> {
    browser.fill(words.title, "Lampe & teapot, 30 cm").await?;
    browser.press(words.save).await?;
    browser.sees(words.saved).await?;
    browser.evaluate::<bool>("document.querySelector('#format').value = 'csv'; return true").await?;
    browser.press(words.export).await?;
    let path = browser.path().await?;
    ensure!(path.ends_with("/export"), "the export is at {path}");
    let file = "return document.querySelector('a[download]')?.getAttribute('href') ?? ''";
    let address: String = browser.evaluate(file).await?;
    ensure!(address.contains("batch="), "the preview has no file of the batch: {address}");
    let script = "const [address, done] = arguments; fetch(address).then(one => one.text()).then(done)";
    let text = browser.evaluate_async(script, json!(address)).await?;
    let text = text.as_str().context("the file is not text")?;
    ensure!(text.contains("Lampe & teapot"), "the file lacks the correction: {text}");
    Ok(())
}
