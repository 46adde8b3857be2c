//! Printing results: for people, or as JSON for programs.

use std::io::{self, Write as _};

use serde_json::{Value, json};

use super::Failure;

/// Writes a text to standard output as it is. A reader that went away, as
/// `head` does, is no failure of the command; a disk that is full is.
pub(super) fn raw(text: &str) -> Result<(), Failure> {
    match written(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(unwritten),
    }
}

/// Writes a line to standard output.
pub(super) fn line(text: &str) -> Result<(), Failure> {
    raw(&format!("{text}\n"))
}

/// Writes a line that is of no use unless somebody has read it, such as a secret that is shown once.
pub(super) fn precious(text: &str) -> io::Result<()> {
    written(&format!("{text}\n"))
}

/// Writes something to standard error that is not the result, but good to know.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a value as JSON, or a text for people.
pub(super) fn either(json: bool, value: &Value, text: impl FnOnce() -> String) -> Result<(), Failure> {
    if json { line(&value.to_string()) } else { line(&text()) }
}

/// Writes to standard error why a command failed, causes included: as `{"error": "…"}` for programs.
pub fn complain(failure: &Failure, json: bool) {
    let mut message = String::new();
    for (depth, cause) in failure.error().chain().enumerate() {
        let cause = cause.to_string();
        // Transparent errors repeat their cause's text.
        if !message.ends_with(&cause) {
            message.push_str(if depth == 0 { "" } else { ": " });
            message.push_str(&cause);
        }
    }
    note(&if json { json!({ "error": message }).to_string() } else { format!("ptl: {message}") });
}

/// The failure of a write to standard output.
pub(super) fn unwritten(error: io::Error) -> Failure {
    Failure::Failed(anyhow::Error::new(error).context("cannot write to standard output"))
}

fn written(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
