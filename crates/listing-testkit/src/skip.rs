//! Skips tests whose requirements are missing.

use std::env;
use std::io::{self, Write as _};

/// Environment variable that, set to `1`, makes a test fail instead of being skipped.
const REQUIRE_SERVICES: &str = "PTL_TEST_REQUIRE_SERVICES";

/// Reports that the test is skipped because a requirement is missing. The test should then return.
///
/// The test harness hides the output of a passed test. So the report goes to the standard error stream,
/// and `cargo xtask test` lists all such reports at the end.
///
/// # Panics
/// If `PTL_TEST_REQUIRE_SERVICES` is `1`.
pub fn skipped(why: &str) {
    let is_required = env::var_os(REQUIRE_SERVICES).is_some_and(|value| value == "1");
    assert!(!is_required, "the test cannot run: {why}, and {REQUIRE_SERVICES} is 1");
    report(why);
}

/// Reports that the test is skipped because external data are missing. The test should then return. Never
/// panics, because the data are optional.
pub fn skipped_without_data(why: &str) {
    report(why);
}

fn report(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // Written with one call, so that the lines of parallel tests stay whole. A closed stream is ignored.
    let _ = io::stderr().write_all(format!("\nskipped: {test}: {why}\n").as_bytes());
}
