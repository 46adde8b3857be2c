//! The `ptl` program: runs the command line that it is started with.

use std::process::ExitCode;

use listing_server::cli::Ptl;
use listing_server::compose::Service;

fn main() -> ExitCode {
    Ptl::from_args().run(Service::compose)
}
