use std::env;
use std::io::{self, Write as _};

/// With `1`, a test fails instead of being skipped.
const REQUIRE_SERVICES: &str = "PTL_TEST_REQUIRE_SERVICES";

/// Reports that a requirement is missing; the test should then return. Panics if `PTL_TEST_REQUIRE_SERVICES`
/// is `1`.
///
/// The test harness hides the output of a passed test, so the report goes to standard error, and `cargo xtask
/// test` lists all reports at the end.
pub fn skipped(why: &str) {
    let is_required = env::var_os(REQUIRE_SERVICES).is_some_and(|value| value == "1");
    assert!(!is_required, "the test cannot run: {why}, and {REQUIRE_SERVICES} is 1");
    report(why);
}

/// Reports that optional data are missing; the test should then return.
pub fn skipped_without_data(why: &str) {
    report(why);
}

fn report(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // One call keeps the lines of parallel tests whole. A closed stream is ignored.
    let _ = io::stderr().write_all(format!("\nskipped: {test}: {why}\n").as_bytes());
}
