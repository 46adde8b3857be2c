//! `ptl` with a fake writer that describes every photo the same way and at once, for tests of everything
//! except writing: charges, limits, crashes and speed.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use listing_server::cli::Ptl;
use listing_server::compose::Service;
use listing_testkit::FakeWriter;

/// The variable with the writer's delay in milliseconds.
const DELAY: &str = "TEST_SERVER_DELAY_MS";
/// The variable with a file for which the writer waits, so that a test can act during a generation.
const UNTIL: &str = "TEST_SERVER_UNTIL_FILE";
const LOOK_EVERY: Duration = Duration::from_millis(10);

fn main() -> ExitCode {
    let delay = std::env::var_os(DELAY).and_then(|text| text.to_str()?.parse().ok()).unwrap_or(0);
    let until = std::env::var_os(UNTIL).map(PathBuf::from);
    let writer = Arc::new(Thinking { delay: Duration::from_millis(delay), until });
    Ptl::from_args().run(async |settings| Service::with_writer(settings, writer))
}

struct Thinking {
    delay: Duration,
    until: Option<PathBuf>,
}

#[async_trait::async_trait]
impl ListingWriter for Thinking {
    async fn write(&self, brief: &DraftRequest) -> Result<Draft, WriterError> {
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        while self.until.as_ref().is_some_and(|file| !file.exists()) {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(FakeWriter::default().draft(brief))
    }
}
