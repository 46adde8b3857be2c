//! The texts that made labels are put together from.

use fastrand::Rng;

/// Lists of texts: a line each, the list's name before a tab.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts(pub(super) &'static str);

impl Texts {
    /// One text of a list.
    pub(super) fn one(self, rng: &mut Rng, name: &str) -> &'static str {
        let texts = self.list(name);
        texts[rng.usize(..texts.len())]
    }

    /// The texts of a list.
    pub(super) fn list(self, name: &str) -> Vec<&'static str> {
        let rows = self.0.lines().filter_map(|line| line.split_once('\t'));
        rows.filter(|(list, _)| *list == name).map(|(_, text)| text).collect()
    }
}
