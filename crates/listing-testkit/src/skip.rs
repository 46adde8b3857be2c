//! Skipping of tests whose requirements are missing.

use std::env;
use std::io::{self, Write as _};

/// Variable that, set to `1`, makes a test fail instead of being skipped.
const REQUIRE_SERVICES: &str = "PTL_TEST_REQUIRE_SERVICES";

/// Reports that a test is skipped because a requirement is missing; the test should then return.
///
/// The test harness swallows a passed test's output. The report therefore goes to the standard error stream,
/// and `cargo xtask test` lists all such lines at the end.
///
/// # Panics
/// When `PTL_TEST_REQUIRE_SERVICES` is `1`.
pub fn skipped(why: &str) {
    let is_required = env::var_os(REQUIRE_SERVICES).is_some_and(|value| value == "1");
    assert!(!is_required, "{why}, and {REQUIRE_SERVICES} is 1");
    report(why);
}

/// Reports that a test is skipped because external data are missing; the test should then return. It never
/// fails, because the data are optional.
pub fn skipped_without_data(why: &str) {
    report(why);
}

fn report(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // Written at once, so that parallel tests don't split it. A closed stream is no error.
    let _ = io::stderr().write_all(format!("\nskipped: {test}: {why}\n").as_bytes());
}
