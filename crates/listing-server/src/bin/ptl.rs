//! The `ptl` command.

use std::process::ExitCode;

use clap::Parser as _;
use listing_server::cli::Ptl;
use listing_server::compose::Service;

fn main() -> ExitCode {
    Ptl::parse().run(Service::compose)
}
