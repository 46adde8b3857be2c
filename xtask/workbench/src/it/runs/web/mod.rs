//! `web`: the web app in a real browser, on SQLite and on PostgreSQL: journeys of people and administrators,
//! and checks of each page.
//!
//! Chromium is Debian's, driven through chromedriver. Tests assert visible texts, and wait for conditions,
//! never for fixed times.

mod accessibility;
mod administrator;
mod api;
mod browser;
mod chromium;
mod gallery;
mod journal;
mod keys;
mod listings;
mod pages;
mod people;
mod pictures;
mod place;
mod plain;
mod quota;
mod sessions;
mod site;

use anyhow::Result;

use super::Scale;
use super::parts::{Part, prove_all};
use super::program;
use super::toolbox::Toolbox;
use crate::it::outcome::RunReport;
use crate::services;

pub(in crate::it) use pictures::forget as forget_pictures;
use place::Place;

/// Parts of the run. Each journey runs on every database; the pages are checked on one.
const PARTS: [Part<Place>; 11] = [
    Part { name: "invitation", is_long: false, prove: people::come_in },
    Part { name: "keys", is_long: false, prove: keys::prove },
    Part { name: "listings", is_long: false, prove: listings::prove },
    Part { name: "quota", is_long: false, prove: quota::prove },
    Part { name: "password", is_long: false, prove: people::forget_password },
    Part { name: "sessions", is_long: false, prove: sessions::prove },
    Part { name: "leaving", is_long: false, prove: people::leave },
    Part { name: "administrator", is_long: false, prove: administrator::prove },
    Part { name: "without scripts", is_long: false, prove: plain::prove },
    Part { name: "keyboard", is_long: false, prove: plain::keyboard },
    Part { name: "pages", is_long: false, prove: gallery::prove },
];

pub(super) fn is_possible() -> bool {
    services::has_chromium()
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let place = Place::open(Toolbox::open("web"))?;
    let mut shown = prove_all("web", &PARTS, &place, scale)?;
    shown.skipped.extend(place.into_skipped());
    Ok(shown)
}
