//! Analyzes photos on command, measured from outside by a program that alternates between two builds of it.
//!
//! Each line on standard input is a command of words separated by tabs; it is answered by `ok` or an error.
//!
//! | Command | Does |
//! |---|---|
//! | `load MODELS RUNTIME THREADS DEPTH FILE…` | loads networks and one product's photos, and analyzes once |
//! | `look` | analyzes them; after `ok`, each step and its milliseconds |
//! | `bare` | runs only the networks, on pictures of the same dimensions |

use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result, bail, ensure};
use image::imageops::FilterType;
use listing_domain::photo::Pixels;
use listing_vision::recognise::{Depth, Search, Steps, recognise_in_steps};
use listing_vision::threads::Threads;
use listing_vision::{Models, Runtime, Tape};

const LONG_EDGE: u32 = 1024;

fn main() -> Result<()> {
    let mut session = None;
    for line in stdin().lock().lines() {
        let answer = answer(&mut session, &line?).unwrap_or_else(|error| format!("{error:#}"));
        let mut out = stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

struct Session {
    models: Models,
    tape: Tape,
    threads: Threads,
    depth: Depth,
    photos: Vec<Pixels>,
}

fn answer(session: &mut Option<Session>, line: &str) -> Result<String> {
    let words: Vec<&str> = line.split('\t').collect();
    if let ["load", models, runtime, threads, depth, photos @ ..] = &words[..] {
        let loaded = Session::load(models, runtime, threads.parse()?, depth, photos)?;
        loaded.tape.record(|| loaded.analyze())?;
        *session = Some(loaded);
        return Ok("ok".to_owned());
    }
    let session = session.as_ref().context("no models are loaded: send the command `load` first")?;
    match &words[..] {
        ["look"] => session.analyze(),
        ["bare"] => {
            ensure!(session.tape.replay(&session.threads)? > 0, "the recording has no network run");
            Ok("ok".to_owned())
        }
        _ => bail!("unknown command: expected load, look or bare"),
    }
}

impl Session {
    fn load(models: &str, runtime: &str, threads: usize, depth: &str, photos: &[&str]) -> Result<Self> {
        let known = [Runtime::Rten, Runtime::Onnxruntime].into_iter().find(|known| known.name() == runtime);
        let tape = Tape::default();
        let models = Models::load_for(Path::new(models), known.context("unknown runtime")?, &tape)?;
        ensure!(models.runtime().name() == runtime, "{runtime} cannot run the networks");
        let depth = match depth {
            "standard" => Depth::Standard,
            "high" => Depth::High,
            _ => bail!("unknown depth {depth}: expected standard or high"),
        };
        // This thread ends and leaves its freed memory to the measured threads.
        let decoded = || photos.iter().map(|path| decode(path)).collect::<Result<_>>();
        let photos = thread::scope(|scope| scope.spawn(decoded).join());
        let photos = photos.unwrap_or_else(|panic| resume_unwind(panic))?;
        Ok(Self { models, tape, threads: Threads::new(threads), depth, photos })
    }

    fn analyze(&self) -> Result<String> {
        let photos: Vec<&Pixels> = self.photos.iter().collect();
        let steps = Steps::default();
        let search = Search { depth: self.depth, is_colour_stated: false };
        recognise_in_steps(&self.models, &self.threads, &photos, search, &steps)?;
        let steps = steps.times();
        let steps =
            steps.iter().map(|(step, time)| format!("\t{}\t{}", step.code(), time.as_secs_f64() * 1e3));
        Ok(format!("ok{}", steps.collect::<String>()))
    }
}

/// Prepares a photo as the service does.
fn decode(path: &str) -> Result<Pixels> {
    let picture = image::open(path).with_context(|| format!("cannot open {path}"))?;
    let picture = picture.resize(LONG_EDGE, LONG_EDGE, FilterType::Triangle).into_rgb8();
    Ok(Pixels::new(picture.width(), picture.height(), picture.into_raw())?)
}
