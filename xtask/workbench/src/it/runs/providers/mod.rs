//! `providers`: the writers against servers, models and clients that others
//! wrote, driven as a user drives them, through `ptl`.
//!
//! Programs from elsewhere are fetched in pinned versions into `target/` and
//! listen on free loopback ports. Where one cannot be had, its part is skipped
//! loudly.

mod aimock;
mod asked;
mod llama;
mod llama_server;
mod llmock;
mod recorder;
mod request_bodies;
mod standin;

use std::path::PathBuf;

use anyhow::Result;

use super::parts::{Figures, Part, prove_all};
use super::{Scale, program, toolbox};
use crate::it::outcome::Shown;
use xtask::project;

/// The programs, and the binary that is tried with them.
struct Toolbox {
    programs: toolbox::Toolbox,
    ptl: PathBuf,
}

/// A file of `tests/providers/`.
fn script(name: &str) -> PathBuf {
    project::root().join("tests/providers").join(name)
}

const PARTS: [Part<Toolbox>; 4] = [
    Part { name: "aimock", is_long: false, prove: aimock::prove },
    Part { name: "llmock", is_long: false, prove: llmock::prove },
    Part { name: "official clients", is_long: false, prove: request_bodies::prove },
    Part { name: "llama.cpp", is_long: true, prove: llama::prove },
];

pub(super) fn run(scale: Scale) -> Result<Shown> {
    let toolbox = Toolbox { programs: toolbox::Toolbox::open("providers"), ptl: project::release_binary()? };
    prove_all("providers", &PARTS, &toolbox, scale)
}
