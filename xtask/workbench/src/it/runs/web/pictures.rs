//! Compares pages with the screenshots in `docs/pages`.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageFormat, RgbImage};

use super::browser::Browser;
use xtask::project;

/// Minimum similarity, from 0 to 1: permits another text of a key or a time, not another part of a page.
const ALIKE: f64 = 0.95;
/// Maximum difference in height, in pixels.
const MOST_HIGHER: u32 = 40;
/// In pixels. Longer pages are cut.
const MOST_HEIGHT: u32 = 1_400;

/// Highest level of a color channel, from 0. Fewer levels make smaller files.
const STEPS: u16 = 63;

fn folder() -> PathBuf {
    project::root().join("docs/pages")
}

/// Deletes the pictures, so that the next run makes new ones.
pub(in crate::it) fn forget() -> Result<()> {
    if folder().is_dir() {
        for file in project::files_below(&folder(), "png")? {
            fs::remove_file(file)?;
        }
    }
    Ok(())
}

pub(super) enum Compared {
    Added,
    Alike,
    Different(String),
}

pub(super) async fn height(browser: &Browser) -> Result<u32> {
    let height: u32 = browser.evaluate("return document.documentElement.scrollHeight").await?;
    Ok(height.min(MOST_HEIGHT))
}

/// Replaces texts specific to this machine with an example path.
pub(super) async fn hide(browser: &Browser, texts: &[String]) -> Result<()> {
    let script = "
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const text of arguments[0]) node.data = node.data.replaceAll(text, '/srv/ptl');";
    browser.driver().execute(script, vec![serde_json::json!(texts)]).await?;
    Ok(())
}

/// Saves the picture if there is none.
pub(super) async fn compare(browser: &Browser, name: &str) -> Result<Compared> {
    let taken = browser.driver().screenshot_as_png().await?;
    let taken = image::load_from_memory_with_format(&taken, ImageFormat::Png)?.into_rgb8();
    let file = folder().join(format!("{name}.png"));
    if !file.is_file() {
        fs::create_dir_all(folder())?;
        fs::write(&file, encoded(&taken)?)?;
        return Ok(Compared::Added);
    }
    let stored = image::load_from_memory_with_format(&fs::read(&file)?, ImageFormat::Png)?.into_rgb8();
    let score = likeness(&stored, &taken)?;
    if score >= ALIKE {
        return Ok(Compared::Alike);
    }
    let other = project::target().join("web").join(format!("{name}.png"));
    fs::create_dir_all(other.parent().context("the picture file has no parent folder")?)?;
    fs::write(&other, encoded(&taken)?)?;
    Ok(Compared::Different(format!(
        "{name} differs (similarity {score:.3}); the new screenshot is {}",
        other.display()
    )))
}

/// In the common area, from 0 to 1.
fn likeness(one: &RgbImage, other: &RgbImage) -> Result<f64> {
    let (width, height) = (one.width(), one.height().min(other.height()));
    if width != other.width() || one.height().abs_diff(other.height()) > MOST_HIGHER {
        return Ok(0.0);
    }
    let top = |picture: &RgbImage| image::imageops::crop_imm(picture, 0, 0, width, height).to_image();
    Ok(image_compare::rgb_hybrid_compare(&top(one), &top(other))?.score)
}

/// Uses few colors, which is enough for these pages.
fn encoded(picture: &RgbImage) -> Result<Vec<u8>> {
    let mut coarse = picture.clone();
    for value in coarse.iter_mut() {
        let step = (u16::from(*value) * STEPS + 127) / 255;
        *value = u8::try_from(step * 255 / STEPS)?;
    }
    let mut bytes = Cursor::new(Vec::new());
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    coarse.write_with_encoder(encoder)?;
    Ok(bytes.into_inner())
}
