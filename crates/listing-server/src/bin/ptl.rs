//! The `ptl` command.

use std::process::ExitCode;

use clap::Parser as _;
use listing_server::cli::Ptl;

fn main() -> ExitCode {
    Ptl::parse().run()
}
