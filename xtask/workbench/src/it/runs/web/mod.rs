//! `web`: the web app in a real browser, on SQLite and on PostgreSQL.
//!
//! Tests assert visible texts in Debian's Chromium, and wait for conditions, never for fixed times.

mod accessibility;
mod administrator;
mod api;
mod browser;
mod chromium;
mod environment;
mod gallery;
mod journal;
mod keys;
mod listings;
mod pages;
mod people;
mod pictures;
mod piles;
mod plain;
mod purchases;
mod quota;
mod sessions;
mod shop;
mod site;

use anyhow::Result;

use super::Scale;
use super::parts::{Part, verify_all};
use super::program;
use super::toolbox::Toolbox;
use crate::it::outcome::RunReport;
use crate::services;

use environment::Environment;
pub(in crate::it) use pictures::forget as forget_pictures;

/// Journeys run on every database; the pages are checked on one.
const PARTS: [Part<Environment>; 14] = [
    Part { name: "invitation", is_long: false, verify: people::accept_invitation },
    Part { name: "keys", is_long: false, verify: keys::verify },
    Part { name: "listings", is_long: false, verify: listings::verify },
    Part { name: "piles", is_long: false, verify: piles::verify },
    Part { name: "quota", is_long: false, verify: quota::verify },
    Part { name: "password", is_long: false, verify: people::forget_password },
    Part { name: "sessions", is_long: false, verify: sessions::verify },
    Part { name: "leaving", is_long: false, verify: people::delete_account },
    Part { name: "administrator", is_long: false, verify: administrator::verify },
    Part { name: "without scripts", is_long: false, verify: plain::verify },
    Part { name: "keyboard", is_long: false, verify: plain::keyboard },
    Part { name: "purchases", is_long: false, verify: purchases::verify },
    Part { name: "pages of purchases", is_long: true, verify: purchases::verify_pages },
    Part { name: "pages", is_long: false, verify: gallery::verify },
];

pub(super) fn is_possible() -> bool {
    services::has_chromium()
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let env = Environment::open(Toolbox::open("web"))?;
    let mut shown = verify_all("web", &PARTS, &env, scale)?;
    shown.skipped.extend(env.into_skipped());
    Ok(shown)
}
