//! Splits texts into words and sentences for comparison.

use listing_testkit::sellers;

/// Returns words as [`sellers::folded`], without hashtags.
pub(super) fn folded(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with('#')).collect();
    sellers::folded(&words.join(" "))
}

/// Removes endings for number and gender.
pub(super) fn stem(word: &str) -> &str {
    let stem = word.trim_end_matches(['s', 'x', 'e']);
    if stem.chars().count() > 2 { stem } else { word }
}

/// Splits at line ends and full stops, except before a number ("env. 98 cm").
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        for (end, sign) in line.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | '…')) {
            let rest = end + sign.len_utf8();
            let next = line[rest..].strip_prefix(' ').and_then(|after| after.chars().next());
            if next.is_some_and(|next| sign != '.' || !next.is_numeric()) {
                sentences.push(&line[start..rest]);
                start = rest;
            }
        }
        sentences.push(&line[start..]);
    }
    let is_text = |sentence: &&str| !folded(sentence).is_empty();
    sentences.into_iter().map(str::trim).filter(is_text).collect()
}

/// Next to each other, in this order.
pub(super) fn has_run(text: &[String], run: &[String]) -> bool {
    run.is_empty() || text.windows(run.len()).any(|window| window == run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_full_stops_separate_sentences() {
        let text = "Bonjour ! je vends ce jean. taille 38, env. 98 cm.\nTrès bon état\n\n#jean #levis\n- 12.5 cm. Fin";
        let expected = [
            "Bonjour !",
            "je vends ce jean.",
            "taille 38, env. 98 cm.",
            "Très bon état",
            "- 12.5 cm.",
            "Fin",
        ];
        assert_eq!(sentences(text), expected);
    }

    #[test]
    fn words_are_compared_without_accents_and_endings() {
        assert_eq!(folded("L’état, très BON #etat"), ["l", "etat", "tres", "bon"]);
        assert_eq!(stem("noires"), stem("noir"));
        assert!(has_run(&folded("vendu sans chargeur ni câble"), &folded("sans chargeur")));
        assert!(!has_run(&folded("vendu avec chargeur"), &folded("sans chargeur")));
    }
}
