//! What kinds of text there are.

/// What kind of text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A title or an attribute: one line, of which words are taken out.
    Line,
    /// A description: lines of sentences, of which whole sentences are taken out
    /// where the rest of one would speak of what is gone.
    Prose,
}
