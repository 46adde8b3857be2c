//! Prints the results and errors of commands, as text or as JSON.

use std::io::{self, Write as _};

use serde_json::{Value, json};

use super::Failure;

/// Writes a text unchanged. A closed pipe, as with `head`, is not an error, but a full disk is.
pub(super) fn raw(text: &str) -> Result<(), Failure> {
    match write(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(write_failure),
    }
}

pub(super) fn line(text: &str) -> Result<(), Failure> {
    raw(&format!("{text}\n"))
}

/// For a line that must not be lost, such as a new key: a closed pipe is an error.
pub(super) fn required_line(text: &str) -> io::Result<()> {
    write(&format!("{text}\n"))
}

/// Writes a remark outside the result to standard error.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

pub(super) fn value_or_text(json: bool, value: &Value, text: impl FnOnce() -> String) -> Result<(), Failure> {
    if json { line(&value.to_string()) } else { line(&text()) }
}

/// Writes an error and its causes to standard error, in JSON as `{"error": "…"}`.
pub fn print_error(failure: &Failure, json: bool) {
    let mut message = String::new();
    for (depth, cause) in failure.error().chain().enumerate() {
        let cause = cause.to_string();
        // Transparent errors repeat the text of their cause.
        if !message.ends_with(&cause) {
            message.push_str(if depth == 0 { "" } else { ": " });
            message.push_str(&cause);
        }
    }
    note(&if json { json!({ "error": message }).to_string() } else { format!("ptl: {message}") });
}

pub(super) fn write_failure(error: io::Error) -> Failure {
    Failure::Failed(anyhow::Error::new(error).context("cannot write to standard output"))
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
