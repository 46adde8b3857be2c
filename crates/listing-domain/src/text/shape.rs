//! The kinds of texts.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A title or an attribute: one line, from which words are removed.
    Line,
    /// A description: lines of sentences. A whole sentence is removed if its rest would refer to the removed
    /// part.
    Prose,
}
