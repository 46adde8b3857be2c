//! The kinds of texts that cleaning distinguishes.

/// The kind of a text, which decides how much of it a rule removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A title or an attribute: one line, from which only the forbidden words are removed.
    Line,
    /// A description: lines of sentences. If the words around a forbidden phrase would make no sense without
    /// it, the whole sentence is removed.
    Prose,
}
