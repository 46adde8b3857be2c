//! `providers`: the writers that call AI services, tested through `ptl` against mock servers, a model server
//! and the official clients.
//!
//! External programs are fetched in pinned versions into `target/`. If one is not available, its part is
//! skipped.

mod aimock;
mod generate;
mod llama;
mod llama_server;
mod llmock;
mod recorder;
mod request_bodies;
mod standin;

use std::path::PathBuf;

use anyhow::Result;

use super::parts::{Figures, Part, verify_all};
use super::{Scale, program, toolbox};
use crate::it::outcome::RunReport;
use xtask::project;

struct Toolbox {
    programs: toolbox::Toolbox,
    ptl: PathBuf,
}

fn script(name: &str) -> PathBuf {
    project::root().join("tests/providers").join(name)
}

const PARTS: [Part<Toolbox>; 4] = [
    Part { name: "aimock", is_long: false, verify: aimock::verify },
    Part { name: "llmock", is_long: false, verify: llmock::verify },
    Part { name: "official clients", is_long: false, verify: request_bodies::verify },
    Part { name: "llama.cpp", is_long: true, verify: llama::verify },
];

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let toolbox = Toolbox { programs: toolbox::Toolbox::open("providers"), ptl: project::release_binary()? };
    verify_all("providers", &PARTS, &toolbox, scale)
}
