//! Lists of texts for generated labels.

use fastrand::Rng;

/// Each line has the name of a list, a tab, and a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts(pub(super) &'static str);

impl Texts {
    pub(super) fn one(self, rng: &mut Rng, name: &str) -> &'static str {
        let texts = self.list(name);
        texts[rng.usize(..texts.len())]
    }

    pub(super) fn list(self, name: &str) -> Vec<&'static str> {
        let rows = self.0.lines().filter_map(|line| line.split_once('\t'));
        rows.filter(|(list, _)| *list == name).map(|(_, text)| text).collect()
    }
}
