//! The outcome of a run. A skipped part does not count as passed.

use std::fmt;

#[derive(Debug, Default)]
pub(super) struct RunReport {
    /// Measured figures.
    pub(super) summary: String,
    /// Parts with the reason.
    pub(super) skipped: Vec<String>,
}

impl From<String> for RunReport {
    fn from(summary: String) -> Self {
        Self { summary, skipped: Vec::new() }
    }
}

impl RunReport {
    pub(super) fn without(mut self, part: impl Into<String>) -> Self {
        self.skipped.push(part.into());
        self
    }
}

/// Not available on this machine: the work that needs it is skipped.
#[derive(Debug)]
pub(super) struct Missing(pub(super) String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Missing {}

/// `what` also says how to install it.
pub(super) fn missing<T>(what: impl Into<String>) -> anyhow::Result<T> {
    Err(Missing(what.into()).into())
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) line: String,
    pub(super) skipped: Vec<String>,
    pub(super) is_failed: bool,
}

impl Verdict {
    pub(super) fn new(name: &str, seconds: f64, outcome: anyhow::Result<RunReport>) -> Self {
        match outcome {
            Ok(RunReport { summary, skipped }) if skipped.is_empty() => {
                let line = format!("{name} passed in {seconds:.1} s: {summary}");
                Self { line, skipped, is_failed: false }
            }
            Ok(RunReport { summary, skipped }) => {
                let line = format!(
                    "{name} skipped a part ({}); the rest, in {seconds:.1} s: {summary}",
                    skipped.join("; ")
                );
                let skipped = skipped.iter().map(|part| format!("{name}: {part}")).collect();
                Self { line, skipped, is_failed: false }
            }
            Err(error) if error.is::<Missing>() => {
                let skipped = vec![format!("{name}: {error}")];
                Self { line: format!("{name} skipped: {error}"), skipped, is_failed: false }
            }
            Err(error) => {
                let line = format!("{name} FAILED after {seconds:.1} s: {error:#}");
                Self { line, skipped: Vec::new(), is_failed: true }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skipped_run_or_part_does_not_count_as_passed() {
        let passed = Verdict::new("months", 1.0, Ok("two ends".to_owned().into()));
        assert_eq!(passed.line, "months passed in 1.0 s: two ends");
        assert_eq!(passed.skipped, Vec::<String>::new());

        let skipped = Verdict::new("months", 0.0, missing("faketime is not installed"));
        assert_eq!(skipped.line, "months skipped: faketime is not installed");
        assert_eq!(skipped.skipped, ["months: faketime is not installed"]);
        assert!(!skipped.is_failed);

        let partly =
            Verdict::new("photos", 1.0, Ok(RunReport::from("9 files".to_owned()).without("no corpus")));
        assert!(!partly.line.contains("passed"), "{}", partly.line);
        assert_eq!(partly.skipped, ["photos: no corpus"]);

        let failed = Verdict::new("photos", 1.0, Err(anyhow::anyhow!("the run panicked")));
        assert!(failed.is_failed && failed.line.contains("FAILED"), "{}", failed.line);
    }
}
