//! Compares the cost of a whole request with preparing only its photos.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::Photos;
use super::peer::Variant;
use crate::bench::median;
use crate::bench::serve::Service;
use crate::load::{Connection, listings_head, photos_body};
use xtask::process::processor_millis;

const PHOTOS: [&str; 4] = ["12mp.jpg", "12mp-11.jpg", "12mp-12.jpg", "12mp-13.jpg"];
/// Bytes of each of four uploads that measure only the parsing. They are not photos.
const UPLOAD: usize = 3_750_000;

pub(super) fn run(program: &Path, photos: &Photos, variants: &[Variant], rounds: usize) -> Result<()> {
    let service = Service::start(&[])?;
    let ours = variants.first().context("the project's own variant is missing")?;
    whole(&service, photos, ours, rounds)?;
    reading(&service, program, photos, rounds)
}

/// Processor time of a request of four photos, and of only preparing them. The test writer answers at once,
/// and both runs use all cores.
fn whole(service: &Service, photos: &Photos, ours: &Variant, rounds: usize) -> Result<()> {
    let files = PHOTOS.map(|name| photos.path(name));
    let read = files.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    let body = photos_body(read.iter().map(Vec::as_slice));
    let mut peer = ours.start()?;
    peer.load(&files)?;
    let (mut requests, mut prepared) = (Vec::new(), Vec::new());
    for _ in 0..=rounds {
        requests.push(processor_time(service, &body, 200)?);
        prepared.push(peer.go(1024)?.0);
    }
    let (request, prepared) = (median(requests)?, median(prepared)?);
    println!("\n| request of four 12-megapixel photos | CPU |\n|---|---|");
    println!("| preparing its photos | {prepared:.1} ms |");
    println!("| the whole request | {request:.1} ms |");
    println!("| ratio | {:.3} |", request / prepared);
    Ok(())
}

/// Parses JSON and base64 of a 20 MB request, without its transfer.
fn reading(service: &Service, program: &Path, photos: &Photos, rounds: usize) -> Result<()> {
    // Not photos, so that none is decoded; all different, so that none is skipped as a duplicate.
    let uploads: Vec<Vec<u8>> = (1..=4).map(|byte| vec![byte; UPLOAD]).collect();
    let read = photos_body(uploads.iter().map(Vec::as_slice));
    // As long, but invalid from the first byte.
    let received = vec![b'x'; read.len()];
    let (mut all, mut only_received) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        all.push(processor_time(service, &read, 400)?);
        only_received.push(processor_time(service, &received, 400)?);
    }
    let ours = median(all)? - median(only_received)?;
    let file = photos.path("request.json");
    fs::write(&file, &read)?;
    let usual = Command::new(program).arg("body").arg(&file).output()?;
    ensure!(usual.status.success(), "the program that reads the body with serde failed");
    let usual: f64 = String::from_utf8(usual.stdout)?.trim().parse()?;
    println!("\n| body of {} MB | CPU |\n|---|---|", read.len() / 1_000_000);
    println!("| serde into strings, then base64 | {usual:.2} ms |");
    println!("| ours | {ours:.2} ms |");
    println!("| ratio | {:.2} |", ours / usual);
    Ok(())
}

/// Returns the server's processor time in milliseconds.
fn processor_time(service: &Service, body: &[u8], status: u16) -> Result<f64> {
    let head = listings_head(&service.key, body.len());
    let mut connection = Connection::open(&service.server.url)?;
    let before = processor_millis(service.server.id())?;
    let answer = connection.send(&[head.as_bytes(), body].concat())?;
    let time = processor_millis(service.server.id())? - before;
    ensure!(answer.status == status, "expected status {status}, got {}: {}", answer.status, answer.body);
    Ok(time)
}
