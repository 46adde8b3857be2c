//! Splits Rust source into code, comments and string literals, as precisely as the checks need.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Code,
    Comment,
    Literal,
}

/// Within one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// A literal of several lines has a run for each line.
pub(crate) fn runs(source: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut state = State::Code;
    for (line, text) in (1..).zip(source.lines()) {
        let mut rest = text;
        while !rest.is_empty() {
            let (kind, length, next) = state.step(rest);
            let (text, after) = rest.split_at(length);
            match runs.last_mut().filter(|run| run.line == line && run.kind == kind) {
                Some(run) => run.text.push_str(text),
                None => runs.push(Run { line, kind, text: text.to_owned() }),
            }
            (state, rest) = (next, after);
        }
    }
    runs
}

#[derive(Debug, Clone, Copy)]
enum State {
    Code,
    Text,
    /// Begins with this number of `#` signs.
    Raw(usize),
}

impl State {
    /// Returns the next run's kind and length in bytes, and the state after it.
    fn step(self, rest: &str) -> (Kind, usize, Self) {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        match self {
            Self::Code if rest.starts_with("//") => (Kind::Comment, rest.len(), Self::Code),
            Self::Code if rest.starts_with('"') => (Kind::Code, 1, Self::Text),
            // A quotation mark as a character, or an escaped character.
            Self::Code if rest.starts_with("'\"'") => (Kind::Code, 3, Self::Code),
            Self::Code if rest.starts_with("'\\") => (Kind::Code, 3.min(rest.len()), Self::Code),
            Self::Code => match raw_signs(rest) {
                Some(signs) => (Kind::Code, signs + 2, Self::Raw(signs)),
                None => (Kind::Code, first, Self::Code),
            },
            Self::Text if rest.starts_with('\\') => {
                let escaped = rest.chars().nth(1).map_or(0, char::len_utf8);
                (Kind::Literal, 1 + escaped, self)
            }
            Self::Text if rest.starts_with('"') => (Kind::Code, 1, Self::Code),
            Self::Raw(signs) if rest.starts_with(&format!("\"{}", "#".repeat(signs))) => {
                (Kind::Code, 1 + signs, Self::Code)
            }
            Self::Text | Self::Raw(_) => (Kind::Literal, first, self),
        }
    }
}

/// Returns the number of `#` signs if a raw string literal begins here.
fn raw_signs(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let signs = after.bytes().take_while(|byte| *byte == b'#').count();
    after[signs..].starts_with('"').then_some(signs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind, source: &str) -> Vec<String> {
        runs(source).into_iter().filter(|run| run.kind == kind).map(|run| run.text).collect()
    }

    #[test]
    fn literals_and_comments_are_distinguished_from_code() {
        let source = "let a = \"x // \\\" y\"; // \"z\"\nlet b = r#\"q \" w\"#; let c = '\"'; let d = \"e\";";
        assert_eq!(of(Kind::Literal, source), ["x // \\\" y", "q \" w", "e"]);
        assert_eq!(of(Kind::Comment, source), ["// \"z\""]);
        assert_eq!(of(Kind::Literal, "f(\"one \\\n   two\");"), ["one \\", "   two"]);
        assert_eq!(of(Kind::Code, "let x = '\\''; y"), ["let x = '\\''; y"]);
    }
}
