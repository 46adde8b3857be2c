//! Tests of memory use and malicious files in the web app's form.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use listing_testkit::pictures::{GROUND, SHIRT, prepared, shirt};
use listing_testkit::skipped_without_data;

use crate::browser::{Browser, ORIGIN};
use crate::process::{Ptl, Running};

/// Names damaged and malicious images: a folder or an archive.
const CORPUS: &str = "PTL_HOSTILE_IMAGES";
const DEFAULT_CORPUS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/hostile/hostile-images.tar.xz");
/// Simultaneous uploads, each for another account.
const PEOPLE: usize = 4;
/// The limit for one file under load.
const LONGEST: Duration = Duration::from_secs(20);
/// More credit packs than the test uses.
const PACKS: &str = "500";

fn fresh() -> Ptl {
    let settings = [
        ("PTL_PUBLIC_URL", ORIGIN),
        ("PTL_RATE_PAGES_PER_MINUTE", "1000000"),
        ("PTL_RATE_FREE_PER_MINUTE", "1000000"),
        ("PTL_RATE_ANONYMOUS_PER_MINUTE", "1000000"),
    ];
    Ptl::fresh(settings.map(|(name, value)| (name, value.to_owned())).to_vec())
}

/// From `/proc`, in KiB.
fn memory(server: &Running, what: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).expect("/proc has the figure");
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn uploaded_form_is_in_memory_only_once() {
    let ptl = fresh();
    let server = ptl.serve();
    ptl.must(&["account", "create", "ann@example.com"]);
    let browser = Browser::signed_in(&ptl, &server, "ann@example.com").await;
    // The service does not decode these photos, so that memory holds only the form.
    let photo = vec![b'x'; 14_000_000];
    let form = browser.new_listings(&[&photo, &photo, &photo, &photo]);
    let size = u64::try_from(form.len()).unwrap() / 1_024;
    let before = memory(&server, "VmHWM");
    let (status, reply) = browser.upload(form).await;
    assert_eq!(status, 200, "{reply}");
    let taken = memory(&server, "VmHWM") - before;
    println!("a form of {size} KiB took {taken} KiB");
    assert!(taken < size + size / 4, "a form of {size} KiB took {taken} KiB");
}

/// `None` if the corpus is missing.
fn corpus(folder: &Path) -> Option<Vec<PathBuf>> {
    let named = std::env::var_os(CORPUS).map(PathBuf::from);
    let corpus = named.clone().unwrap_or_else(|| DEFAULT_CORPUS.into());
    let root = if corpus.is_dir() {
        corpus
    } else if corpus.is_file() {
        let unpacked = Command::new("tar").arg("-xJf").arg(&corpus).arg("-C").arg(folder).status().unwrap();
        assert!(unpacked.success(), "{} cannot be unpacked", corpus.display());
        folder.to_owned()
    } else {
        assert!(named.is_none(), "{CORPUS} names {}, which does not exist", corpus.display());
        return None;
    };
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    assert!(!files.is_empty(), "no files in the corpus");
    files.sort();
    Some(files)
}

fn units(ptl: &Ptl, email: &str) -> u64 {
    let shown = ptl.must(&["--json", "usage", email]);
    let usage: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let of = |name: &str| usage[name].as_u64().unwrap_or_else(|| panic!("no {name} in {shown}"));
    of("creditsRemaining") + of("freeLimit") - of("freeUsed")
}

/// Sends each file in a form of its own. Returns the number of charged files and the longest time.
async fn send(browser: &Browser<'_>, files: &[&PathBuf]) -> (u64, Duration) {
    let (mut done, mut slowest) = (0, Duration::ZERO);
    for file in files {
        let photo = fs::read(file).unwrap();
        let since = Instant::now();
        let outcome = browser.outcome(&photo, file).await;
        let took = since.elapsed();
        assert!(took < LONGEST, "{} took {took:?}", file.display());
        slowest = slowest.max(took);
        match outcome.as_str() {
            "done" => done += 1,
            "failed" | "refused" => {}
            other => panic!("{}: {other}", file.display()),
        }
    }
    (done, slowest)
}

#[tokio::test(flavor = "multi_thread")]
async fn malicious_uploads_cost_nothing_when_refused_and_never_crash_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let Some(files) = corpus(folder.path()) else {
        skipped_without_data(
            "the corpus of hostile images is missing; set PTL_HOSTILE_IMAGES to its folder or .tar.xz",
        );
        return;
    };
    let ptl = fresh();
    let server = ptl.serve();
    let emails: Vec<String> = (0..PEOPLE).map(|number| format!("seller{number}@example.com")).collect();
    let mut browsers = Vec::new();
    for email in &emails {
        ptl.must(&["account", "create", email]);
        ptl.must(&["credits", "add", email, "--packs", PACKS]);
        browsers.push((Browser::signed_in(&ptl, &server, email).await, units(&ptl, email)));
    }
    let sent = join_all(browsers.iter().enumerate().map(|(number, (browser, _))| {
        let own: Vec<&PathBuf> = files.iter().skip(number).step_by(PEOPLE).collect();
        async move { send(browser, &own).await }
    }));
    let sent = sent.await;
    let mut done = 0;
    for ((email, (browser, before)), (charged, _)) in emails.iter().zip(&browsers).zip(&sent) {
        assert_eq!(before - units(&ptl, email), *charged, "{email} was charged for refused files");
        let good = prepared(shirt(SHIRT, GROUND)).jpeg;
        assert_eq!(browser.outcome(&good, Path::new("a good photo")).await, "done");
        done += charged;
    }
    let slowest = sent.iter().map(|(_, slowest)| *slowest).max().unwrap_or_default();
    println!("{} files, {done} taken, the slowest after {slowest:?}", files.len());
    assert!(
        done > 0 && done < u64::try_from(files.len()).unwrap(),
        "{done} of {} files were accepted",
        files.len()
    );
    let log = ptl.log();
    assert!(!log.contains("panicked"), "the log has a panic: {log}");
}
