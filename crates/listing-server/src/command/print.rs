//! Saying what came of a command: for people, or as JSON for programs.

use std::io::Write as _;

use serde_json::Value;

use super::Failure;

/// Writes a text to standard output as it is. A reader that went away, as
/// `head` does, is no failure of the command.
pub(super) fn raw(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a line to standard output.
pub(super) fn line(text: &str) {
    raw(&format!("{text}\n"));
}

/// Says something on standard error that is not what was asked for, but good to know.
pub(super) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a value as JSON, or a text for people.
pub(super) fn either(json: bool, value: &Value, text: impl FnOnce() -> String) {
    if json { line(&value.to_string()) } else { line(&text()) }
}

/// Says on standard error why a command failed, causes included.
pub fn complain(failure: &Failure) {
    let mut message = String::from("ptl: ");
    for (depth, cause) in failure.error().chain().enumerate() {
        let cause = cause.to_string();
        // Transparent errors repeat their cause's text.
        if !message.ends_with(&cause) {
            message.push_str(if depth == 0 { "" } else { ": " });
            message.push_str(&cause);
        }
    }
    let _ = writeln!(std::io::stderr(), "{message}");
}
