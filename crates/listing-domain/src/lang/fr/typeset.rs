//! French spacing around punctuation.

/// Replaces spaces by no-break ones before `: ; ! ? %` and within quotation marks.
pub(super) fn typeset(text: &str) -> String {
    const BEFORE: [(&str, &str); 6] = [
        (" :", "\u{a0}:"),
        (" ;", "\u{a0};"),
        (" !", "\u{a0}!"),
        (" ?", "\u{a0}?"),
        (" %", "\u{a0}%"),
        (" »", "\u{a0}»"),
    ];
    let text = BEFORE.iter().fold(text.to_owned(), |text, (plain, no_break)| text.replace(plain, no_break));
    text.replace("« ", "«\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_before_punctuation_do_not_break() {
        assert_eq!(
            typeset("Un doute ? Non !\nÉtat : bon ; 95 % coton"),
            "Un doute\u{a0}? Non\u{a0}!\nÉtat\u{a0}: bon\u{a0}; 95\u{a0}% coton"
        );
        assert_eq!(typeset("modèle « Rétro »"), "modèle «\u{a0}Rétro\u{a0}»");
    }
}
