//! Programs that the tests need: database servers and other tools.

use std::process::Command;

use listing_testkit::postgres::ThrowawayPostgres;

use xtask::{debian, ptl};

/// Installs missing programs where that is simple, and prints which tests are skipped.
pub(crate) fn ensure() {
    ensure_one("postgresql", ThrowawayPostgres::is_installed, "all tests on PostgreSQL");
    ensure_one("redis-server", has_redis, "all tests on Redis");
    ensure_one("faketime", has_faketime, "the run `months`");
    ensure_one("libimage-exiftool-perl", has_exiftool, "the run `private-photos`");
    ensure_one("chromium-driver", has_chromium, "the run `web`");
    ensure_one("sqlite3", has_sqlite, "the check that SQLite has no data of a deleted account");
    let spelling = "the run `spelling`";
    ensure_one("hunspell", has_hunspell, spelling);
    ensure_one("hunspell-fr", || has_dictionary("fr"), spelling);
    ensure_one("hunspell-en-gb", || has_dictionary("en_GB"), spelling);
    ensure_one("hunspell-en-us", || has_dictionary("en_US"), spelling);
}

fn ensure_one(package: &str, is_installed: fn() -> bool, skipped: &str) {
    if !is_installed() {
        debian::install(package);
    }
    if !is_installed() {
        eprintln!("WARNING: {package} is not installed: skipping {skipped}");
    }
}

pub(crate) fn are_installed() -> bool {
    ThrowawayPostgres::is_installed() && has_redis()
}

fn has_redis() -> bool {
    ["redis-server", "valkey-server"]
        .iter()
        .any(|program| debian::succeeds(Command::new(program).arg("--version")))
}

pub(crate) fn has_exiftool() -> bool {
    debian::succeeds(Command::new("exiftool").arg("-ver"))
}

/// The driver's package includes Chromium.
pub(crate) fn has_chromium() -> bool {
    ["chromium", "chromedriver"]
        .iter()
        .all(|program| debian::succeeds(Command::new(program).arg("--version")))
}

pub(crate) fn has_sqlite() -> bool {
    debian::succeeds(Command::new("sqlite3").arg("--version"))
}

fn has_hunspell() -> bool {
    debian::succeeds(Command::new("hunspell").arg("--version"))
}

pub(crate) fn has_dictionary(name: &str) -> bool {
    debian::succeeds(Command::new("hunspell").args(["-l", "-d", name]))
}

pub(crate) fn has_faketime() -> bool {
    ptl::faketime().is_some()
}
