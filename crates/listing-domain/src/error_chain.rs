//! Errors as the log shows them.

use std::error::Error;
use std::fmt;

/// An error and its causes on one line. A cause is omitted if the text before it already ends with it.
#[derive(Debug)]
pub struct ErrorChain<'a>(pub &'a (dyn Error + 'static));

impl fmt::Display for ErrorChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = self.0.to_string();
        f.write_str(&last)?;
        let mut next = self.0.source();
        while let Some(cause) = next {
            let text = cause.to_string();
            if !last.ends_with(&text) {
                write!(f, ": {text}")?;
            }
            last = text;
            next = cause.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct TestError {
        text: &'static str,
        source: Option<Box<TestError>>,
    }

    fn check(texts: &[&'static str], expected: &str) {
        let error = texts.iter().rev().fold(None, |source, text| Some(Box::new(TestError { text, source })));
        assert_eq!(ErrorChain(&*error.unwrap()).to_string(), expected);
    }

    #[test]
    fn every_cause_of_an_error_is_printed_once() {
        check(&["the store is not available"], "the store is not available");
        check(&["no answer", "no connection", "timed out"], "no answer: no connection: timed out");
        check(&["no mail: refused", "refused"], "no mail: refused");
        check(&["no mail: refused", "refused", "code 550"], "no mail: refused: code 550");
    }
}
