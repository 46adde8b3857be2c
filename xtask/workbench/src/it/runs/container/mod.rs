//! `container`: the image of `docs/deployment/Dockerfile`, built and run without an engine, with the options
//! in its first lines: a read-only root except its volume, no capabilities, bounded memory. Requests come
//! over a separate network.
//!
//! Debian packages make the base image, because not every machine reaches an image registry. The binary and
//! weights are built on this machine.

mod bundle;
mod image;
mod network;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Scale;
use crate::it::outcome::{RunReport, missing};
use bundle::{Container, MEMORY, PIDS};
use image::Image;
use network::{Network, URL};
use xtask::{client, debian, project};

/// Name, version option, and Debian package.
const NEEDED: [(&str, &str, &str); 5] = [
    ("buildah", "--version", "buildah"),
    ("debootstrap", "--version", "debootstrap"),
    ("crun", "--version", "crun"),
    ("ip", "-V", "iproute2"),
    ("unshare", "--version", "util-linux"),
];
const READY_WITHIN: Duration = Duration::from_secs(20);
const STOPPED_WITHIN: Duration = Duration::from_secs(80);
const EMAIL: &str = "ann@example.com";

pub(super) fn run(_: Scale) -> Result<RunReport> {
    let is_absent = |(program, version, _): &_| !debian::succeeds(Command::new(program).arg(version));
    let packages: Vec<&str> =
        NEEDED.iter().filter(|&needed| is_absent(needed)).map(|needed| needed.2).collect();
    if !packages.is_empty() {
        return missing(format!("missing packages: run `apt-get install {}`", packages.join(" ")));
    }
    if !debian::is_root() {
        return missing("only root may create a container without an engine");
    }
    let image = Image::build()?;
    let network = Network::open()?;
    let start = Instant::now();
    let mut container = Container::start(&image, &network, &image.command()?)?;
    wait_until_ready(URL, start).with_context(|| container.log())?;
    let ready = start.elapsed().as_millis();
    assert_confined(&container)?;
    assert_only_the_volume_is_written(&container)?;
    let name = generate(&container, URL).with_context(|| container.log())?;
    assert_health_check_works(&image, &container)?;
    let stopping = Instant::now();
    container.stop(STOPPED_WITHIN)?;
    let stopped = stopping.elapsed().as_millis();
    // The service has ended, so the check must fail.
    let alone = Container::start(&image, &network, &image.health_check()?)?.wait(STOPPED_WITHIN)?;
    ensure!(alone != 0, "the health check passes without a service");
    let context = image.assert_context_is_the_sources()?;
    Ok(format!(
        "built by buildah; ready after {ready} ms; listens on all addresses; user 1000, no capability of any kind, \
         no new privileges, {} MiB and {PIDS} processes at most; root read-only, volume and /tmp written; a listing \
         for \"{name}\" from outside; health check 0 when well, not 0 when hanging and when gone; stopped by \
         SIGTERM with 0 after {stopped} ms; {context}",
        MEMORY >> 20
    )
    .into())
}

fn wait_until_ready(url: &str, start: Instant) -> Result<()> {
    while !client::is_ready(url) {
        ensure!(
            start.elapsed() < READY_WITHIN,
            "the service is not ready after {} s",
            READY_WITHIN.as_secs()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Checks user, capabilities, listening address and limits in the kernel's view.
fn assert_confined(container: &Container) -> Result<()> {
    let process = Path::new("/proc").join(container.process()?.to_string());
    let status = fs::read_to_string(process.join("status"))?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.map(str::trim).with_context(|| format!("no {name} in the status of the process"))
    };
    for name in ["Uid", "Gid"] {
        let ids = field(name)?;
        ensure!(ids.split_whitespace().all(|id| id == "1000"), "expected the id 1000, but {name} is {ids}");
    }
    for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
        let rights = field(name)?;
        ensure!(
            rights.bytes().all(|digit| digit == b'0'),
            "the process has capabilities: {name} is {rights}"
        );
    }
    ensure!(field("NoNewPrivs")? == "1", "the process may get new privileges");
    // Port 8080 at any address, listening.
    let tables =
        ["net/tcp", "net/tcp6"].map(|table| fs::read_to_string(process.join(table)).unwrap_or_default());
    let listens_everywhere = |line: &str| {
        let mut fields = line.split_whitespace().skip(1);
        let (local, state) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or_default());
        local.trim_start_matches('0') == ":1F90" && state == "0A"
    };
    ensure!(
        tables.iter().flat_map(|table| table.lines()).any(listens_everywhere),
        "the service does not listen on all addresses: {}",
        tables.concat()
    );
    container.assert_bounded()
}

fn assert_only_the_volume_is_written(container: &Container) -> Result<()> {
    for (file, is_written) in [
        ("/written", false),
        ("/usr/local/bin/ptl", false),
        ("/models/written", false),
        ("/etc/written", false),
        ("/data/written", true),
        ("/tmp/written", true),
    ] {
        let (code, output) = container.exec(&["touch", file])?;
        ensure!((code == 0) == is_written, "touch {file} ended with {code}: {output}");
    }
    // The user could not write there anyway, so check the root's mount options.
    let mounts =
        fs::read_to_string(Path::new("/proc").join(container.process()?.to_string()).join("mountinfo"))?;
    let root = mounts
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .find(|fields| fields.get(4) == Some(&"/"));
    let options =
        root.and_then(|fields| fields.get(5).copied()).context("the container has no root mount")?;
    ensure!(options.split(',').any(|option| option == "ro"), "the root is not read-only: {options}");
    Ok(())
}

/// Uses the embedded engine, and returns the item's name.
fn generate(container: &Container, url: &str) -> Result<String> {
    let must = |args: &[&str]| {
        let (code, output) = container.exec(args)?;
        ensure!(code == 0, "{args:?} ended with {code}: {output}");
        Ok(output.trim().lines().last().unwrap_or_default().to_owned())
    };
    must(&["ptl", "account", "create", EMAIL])?;
    let key = must(&["ptl", "key", "create", EMAIL])?;
    let body = client::request_body(&project::samples().join("teapot.jpg"), "en", &["ebay"])?;
    let (status, answer) = client::generate_at(url, &key, &body)?;
    ensure!(status == 200, "expected status 200, got {status}: {answer}");
    let name = answer["data"]["attributes"]["name"].as_str().context("the item has no name")?;
    ensure!(name != "Unknown", "the engine does not recognize the photo: {answer}");
    Ok(name.to_owned())
}

/// Passes for a working service and fails for a hanging one.
fn assert_health_check_works(image: &Image, container: &Container) -> Result<()> {
    let check = image.health_check()?;
    let check: Vec<&str> = check.iter().map(String::as_str).collect();
    let (code, output) = container.exec(&check)?;
    ensure!(code == 0, "the health check ended with {code}: {output}");
    container.signal("STOP")?;
    let hanging = container.exec(&check);
    container.signal("CONT")?;
    ensure!(hanging?.0 != 0, "the health check passes with a hanging service");
    Ok(())
}

fn texts(value: &Value) -> Result<Vec<String>> {
    let list = value.as_array().with_context(|| format!("{value} is not a list"))?;
    Ok(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}
