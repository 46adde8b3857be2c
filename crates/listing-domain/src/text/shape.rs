/// Decides how much of a text a rule removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A title or an attribute: one line, which loses only the forbidden words.
    Line,
    /// A description: if the words around a forbidden phrase would make no sense without it, the whole
    /// sentence is removed.
    Prose,
}
