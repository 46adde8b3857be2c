//! Texts of generated labels: brand, size, composition and care, in French and English.

use fastrand::Rng;
use serde::Serialize;

use super::texts::Texts;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Subject {
    Brand,
    Size,
    Composition,
    Care,
    Origin,
    /// A model or book number.
    Reference,
    /// No value for the engine, such as care instructions.
    Other,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) subject: Subject,
    pub(super) text: String,
}

#[derive(Debug)]
pub(super) struct Words {
    /// Of composition and care: `fr` or `en`.
    pub(super) language: &'static str,
    pub(super) brand: &'static str,
    /// As printed.
    pub(super) size: &'static str,
    /// Percentage and name of each material in the main part, in the label's language.
    pub(super) composition: Vec<(u8, &'static str)>,
    /// From top to bottom.
    pub(super) lines: Vec<Line>,
}

const TEXTS: Texts = Texts(include_str!("words.tsv"));
const LANGUAGES: [&str; 2] = ["fr", "en"];

impl Words {
    pub(super) fn of(rng: &mut Rng) -> Self {
        let language = LANGUAGES[rng.usize(..LANGUAGES.len())];
        let brand = TEXTS.one(rng, "brand");
        let size = TEXTS.one(rng, "size");
        let composition = composition(rng, language);
        let is_loud = rng.u8(..4) == 0;
        let printed = |text: &str| if is_loud { text.to_uppercase() } else { text.to_owned() };
        let mut lines = vec![Line { subject: Subject::Brand, text: brand.to_owned() }];
        let mut add = |subject, text: &str| {
            // A repeated line would look like one line read twice.
            if lines.iter().all(|line| line.text != text) {
                lines.push(Line { subject, text: text.to_owned() });
            }
        };
        add(Subject::Size, size);
        let of_language = |list: &str| format!("{language} {list}");
        if rng.bool() {
            add(Subject::Composition, &printed(TEXTS.one(rng, &of_language("main part"))));
        }
        let form = rng.u8(..3);
        let share_text = |share: u8, material: &str| match form {
            0 => format!("{share}% {material}"),
            1 => format!("{share} % {material}"),
            _ => format!("{material} {share}%"),
        };
        for (share, material) in &composition {
            add(Subject::Composition, &printed(&share_text(*share, material)));
        }
        if rng.u8(..4) == 0 {
            add(Subject::Composition, &printed(TEXTS.one(rng, &of_language("other part"))));
            add(Subject::Composition, &printed(&share_text(100, TEXTS.one(rng, &of_language("material")))));
        }
        for _ in 0..rng.usize(1..=3) {
            add(Subject::Care, &printed(TEXTS.one(rng, &of_language("care"))));
        }
        if rng.bool() {
            add(Subject::Origin, &printed(TEXTS.one(rng, &of_language("origin"))));
        }
        Self { language, brand, size, composition, lines }
    }
}

/// Returns one to three materials that add up to 100 percent.
fn composition(rng: &mut Rng, language: &str) -> Vec<(u8, &'static str)> {
    let mut materials = TEXTS.list(&format!("{language} material"));
    rng.shuffle(&mut materials);
    let shares: &[u8] = match rng.u8(..4) {
        0 => &[100],
        1 => &[95, 5],
        2 => &[60, 40],
        _ => &[70, 27, 3],
    };
    shares.iter().copied().zip(materials).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_gives_the_same_label_without_repeated_lines() {
        for seed in 0..50 {
            let words = Words::of(&mut Rng::with_seed(seed));
            let texts: Vec<&str> = words.lines.iter().map(|line| line.text.as_str()).collect();
            let again = Words::of(&mut Rng::with_seed(seed));
            assert!(again.lines.iter().map(|line| line.text.as_str()).eq(texts.iter().copied()));
            assert!(
                texts.iter().enumerate().all(|(index, text)| !texts[..index].contains(text)),
                "{texts:?}"
            );
            assert_eq!(words.composition.iter().map(|(share, _)| share).sum::<u8>(), 100);
        }
    }
}
