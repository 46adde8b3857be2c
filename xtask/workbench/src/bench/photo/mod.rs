//! `cargo xtask bench photo`: the cost of preparing photos, compared with other libraries in the same run.
//!
//! Each library is a program (a peer), measured from outside. They take turns, so that other load affects
//! all. sharp and Pillow are included if installed.

mod peer;
mod request;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::Result;

use super::median;
use peer::Variant;
use xtask::project;

/// Arguments of `cargo xtask bench photo`.
#[derive(Debug, clap::Args)]
pub(crate) struct PhotoArgs {
    /// Repetitions for each photo and implementation
    #[arg(long, default_value = "15")]
    rounds: usize,
}

/// File, and long edge of the result in pixels.
const CASES: [(&str, u32); 11] = [
    ("12mp.jpg", 1024),
    ("12mp.jpg", 1568),
    ("3mp.jpg", 1024),
    ("48mp.jpg", 1024),
    ("12mp-444.jpg", 1024),
    ("12mp-progressive.jpg", 1024),
    ("12mp-turned.jpg", 1024),
    ("3mp-noise.jpg", 1024),
    ("3mp-png.png", 1024),
    (LOSSY_WEBP, 1024),
    (LOSSLESS_WEBP, 1024),
];
/// Encoded by sharp or Pillow, because this project has no encoder of lossy WebP.
const LOSSY_WEBP: &str = "12mp.webp";
const LOSSLESS_WEBP: &str = "3mp-lossless.webp";
/// Resizes all pixels; its quality is the reference.
const FULL: &str = "full size";
/// File, long edge in pixels, and number of photos.
const ON_ALL_CORES: (&str, u32, u16) = ("12mp.jpg", 1024, 24);

struct Figures {
    cpu_millis: f64,
    peak_megabytes: f64,
    likeness: String,
    kilobytes: u64,
}

pub(crate) fn run(args: &PhotoArgs) -> Result<()> {
    let photos = Photos::made()?;
    let program = photos.program.clone();
    let variants = variants(&program)?;
    photos.convert(&variants)?;
    println!("| photo | to | variant | CPU | of sharp | of `image` | memory | SSIM | size |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (file, edge) in CASES {
        if photos.path(file).is_file() {
            measure(&variants, &photos, file, edge, args.rounds)?;
        } else {
            eprintln!("skipped: {file} is missing; install sharp or Pillow to make it");
        }
    }
    on_all_cores(&variants, &photos)?;
    request::run(&program, &photos, &variants, args.rounds)
}

/// sharp and `image` are last.
fn variants(program: &Path) -> Result<Vec<Variant>> {
    let mut variants = vec![Variant::ours("ours", program)];
    if project::can_build_turbo() {
        variants.push(Variant::ours("ours, turbo", &project::benchmark("listing-photo", "photo", "turbo")?));
    } else {
        eprintln!("skipped: the feature `turbo` needs cmake and nasm");
    }
    let script = |name| project::root().join("crates/listing-photo/benches/photo").join(name);
    variants.extend(Variant::pillow(&script("peer.py")));
    variants.push(Variant::program(FULL, program, "full"));
    variants.extend(Variant::sharp(&script("peer.mjs")));
    variants.push(Variant::program("image", program, "image"));
    Ok(variants)
}

pub(crate) struct Photos {
    folder: PathBuf,
    program: PathBuf,
}

impl Photos {
    /// Makes missing photos.
    pub(crate) fn made() -> Result<Self> {
        let program = project::benchmark("listing-photo", "photo", "")?;
        let folder = project::target().join("bench-photos");
        // The last photo that is made.
        if !folder.join("12mp-13.1568.reference.png").is_file() {
            eprintln!("making photos");
            project::run(Command::new(&program).arg("make").arg(&folder))?;
        }
        Ok(Self { folder, program })
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    fn convert(&self, variants: &[Variant]) -> Result<()> {
        let Some(variant) = variants.iter().find(|variant| variant.can_convert) else { return Ok(()) };
        for (from, to, kind) in
            [("12mp.jpg", LOSSY_WEBP, "lossy"), ("3mp-png.png", LOSSLESS_WEBP, "lossless")]
        {
            if !self.path(to).is_file() {
                variant.start()?.convert(&self.path(from), &self.path(to), kind)?;
            }
        }
        Ok(())
    }

    /// Structural similarity (SSIM) to the reference.
    fn likeness(&self, file: &str, edge: u32, result: &Path) -> Result<String> {
        let of = match file {
            LOSSY_WEBP => "12mp",
            LOSSLESS_WEBP => "3mp-png",
            _ => file.split_once('.').map_or(file, |(name, _)| name),
        };
        let reference = self.path(&format!("{of}.{edge}.reference.png"));
        let output = Command::new(&self.program).arg("judge").args([&reference, result]).output()?;
        // Images of different sizes can't be compared: `image` does not apply the orientation.
        Ok(if output.status.success() {
            String::from_utf8(output.stdout)?.trim().to_owned()
        } else {
            "-".into()
        })
    }
}

fn measure(variants: &[Variant], photos: &Photos, file: &str, edge: u32, rounds: usize) -> Result<()> {
    let path = photos.path(file);
    let mut peers = Vec::new();
    for variant in variants {
        let mut peer = variant.start()?;
        peer.load(std::slice::from_ref(&path))?;
        // Memory is read in a fresh process, so that nothing is cached.
        let (_, memory) = peer.go(edge)?;
        peers.push((variant, peer, memory, Vec::new()));
    }
    for _ in 0..rounds {
        for (_, peer, _, times) in &mut peers {
            times.push(peer.go(edge)?.0);
        }
    }
    let mut all = Vec::new();
    for (variant, mut peer, peak_megabytes, times) in peers {
        let result = photos.path("result.jpg");
        peer.save(&result)?;
        let likeness = photos.likeness(file, edge, &result)?;
        let kilobytes = result.metadata()?.len() / 1000;
        all.push((variant.name, Figures { cpu_millis: median(times)?, peak_megabytes, likeness, kilobytes }));
    }
    let time_of =
        |name| all.iter().find(|(variant, _)| *variant == name).map(|(_, figures)| figures.cpu_millis);
    let (sharp, image) = (time_of("sharp"), time_of("image"));
    let of = |yardstick: Option<f64>, time: f64| {
        yardstick.map_or_else(|| "-".to_owned(), |yardstick| format!("{:.2}", yardstick / time))
    };
    for (variant, Figures { cpu_millis, peak_megabytes, likeness, kilobytes }) in &all {
        println!(
            "| {file} | {edge} | {variant} | {cpu_millis:.1} ms | {} | {} | {peak_megabytes:.0} MB | {likeness} | {kilobytes} kB |",
            of(sharp, *cpu_millis),
            of(image, *cpu_millis),
        );
    }
    Ok(())
}

fn on_all_cores(variants: &[Variant], photos: &Photos) -> Result<()> {
    let (file, edge, count) = ON_ALL_CORES;
    println!("\n| all cores, {file} to {edge} | photos a second |\n|---|---|");
    let parallel: Vec<&Variant> = variants.iter().filter(|variant| variant.is_parallel).collect();
    let mut peers = Vec::new();
    for variant in &parallel {
        let mut peer = variant.start()?;
        peer.load(&[photos.path(file)])?;
        peer.ready(count / 4)?;
        peer.batch(edge)?;
        peers.push((variant.name, peer, Vec::new()));
    }
    for _ in 0..5 {
        for (_, peer, times) in &mut peers {
            peer.ready(count)?;
            let start = Instant::now();
            peer.batch(edge)?;
            times.push(start.elapsed().as_secs_f64());
        }
    }
    for (name, _, times) in peers {
        let per_second = f64::from(count) / median(times)?;
        println!("| {name} | {per_second:.1} |");
    }
    Ok(())
}
