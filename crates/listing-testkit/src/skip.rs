//! What a test does where something that it needs is not there.

use std::env;
use std::io::{self, Write as _};

/// Set to `1`, a test that finds something missing fails instead of being skipped.
const REQUIRE_SERVICES: &str = "PTL_TEST_REQUIRE_SERVICES";

/// Says that a test is skipped for want of something, upon which it returns.
///
/// The test harness knows no third way to end, and swallows what a test prints that
/// ends well. So this goes to the standard error stream itself, where it is seen and
/// counted (`cargo xtask test` lists all such lines in the end): what was skipped
/// has not passed.
///
/// # Panics
/// When `PTL_TEST_REQUIRE_SERVICES` is `1`.
pub fn skipped(why: &str) {
    let is_required = env::var_os(REQUIRE_SERVICES).is_some_and(|value| value == "1");
    assert!(!is_required, "{why}, and {REQUIRE_SERVICES} is 1");
    tell(why);
}

/// Says that a test is skipped for want of data that are no part of the project, upon which it
/// returns. No machine has to have them, so that nothing makes it fail.
pub fn skipped_without_data(why: &str) {
    tell(why);
}

fn tell(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // One piece, so that tests beside this one do not cut it. Nobody may be listening.
    let _ = io::stderr().write_all(format!("\nskipped: {test}: {why}\n").as_bytes());
}
