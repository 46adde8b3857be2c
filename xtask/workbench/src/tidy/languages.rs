//! Checks that each language's texts are in its folder, and that no other code depends on the language.

use std::fs;

use anyhow::{Context as _, Result};

use super::without_tests;
use xtask::project;

const LANGUAGES: &str = "crates/listing-domain/src/options.rs";

/// Of their files, only `mod.rs` may choose by language.
const FOLDERS: &[&str] = &["/src/lang/", "crates/listing-mail/src/words/"];

/// Dictionaries and the texts of test writers.
const REGISTRIES: &[&str] = &[
    "crates/listing-testkit/src/model_answer.rs",
    "crates/listing-testkit/src/writer.rs",
    "xtask/workbench/src/it/runs/spelling/",
];

/// May contain a language's words: names, API examples, HTML entities, keyboard rows, host suffixes, codes in
/// tables.
const EXAMPLES: &[&str] = &[
    "crates/listing-answer/src/",
    "crates/listing-domain/src/marketplace/leboncoin.rs",
    "crates/listing-domain/src/password/common.rs",
    "crates/listing-domain/src/text/contact.rs",
    "crates/listing-domain/src/text/plain.rs",
    "crates/listing-rest/src/",
    "crates/listing-testkit/",
    "crates/listing-vision/src/writer/phrases/mod.rs",
];

/// Signs before an enum variant that identify a comparison or pattern.
const BEFORE: &[&str] = &["==", "!=", "|", "if let", "matches!("];
/// Likewise, after it.
const AFTER: &[&str] = &["=>", "==", "!=", "|"];

/// Words in nearly every list and sentence, and not English. English lists are always next to French ones, so
/// they need none.
const FRENCH: &[&str] = &[
    "avec", "dans", "des", "du", "est", "et", "je", "la", "le", "les", "mais", "ou", "par", "pour", "rue",
    "sans", "sur", "taille", "une", "vendre", "vendu", "votre", "vous",
];

/// Letters of French, or of a future language.
const ACCENTED: &str = "àâäçéèêëîïôöùûüœßñÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÑ";

pub(super) fn check() -> Result<Vec<String>> {
    let list = fs::read_to_string(project::root().join(LANGUAGES))?;
    let languages = languages(&list).with_context(|| format!("{LANGUAGES} lists no language"))?;
    let mut findings = Vec::new();
    for folder in ["crates", "xtask"] {
        for path in project::files_below(&project::root().join(folder), "rs")? {
            let text = fs::read_to_string(&path)?;
            let inside = path.strip_prefix(project::root()).unwrap_or(&path).to_string_lossy().into_owned();
            findings.extend(check_file(&inside, &text, &languages));
        }
    }
    Ok(findings)
}

/// Returns the enum variants with their codes.
fn languages(list: &str) -> Option<Vec<(String, String)>> {
    let (_, list) = list.split_once("enum Language")?;
    let (list, _) = list.split_once('}')?;
    let languages = list.lines().filter_map(|line| {
        let (variant, code) = line.trim().split_once(" = \"")?;
        Some((format!("Language::{variant}"), format!("\"{}", code.trim_end_matches(','))))
    });
    Some(languages.collect::<Vec<_>>()).filter(|languages| !languages.is_empty())
}

fn check_file(inside: &str, text: &str, languages: &[(String, String)]) -> Vec<String> {
    let is_test = !inside.contains("/src/") || inside.contains("/tests/") || inside.ends_with("tests.rs");
    let is_registry = FOLDERS.iter().any(|folder| inside.contains(folder))
        || REGISTRIES.iter().any(|path| inside.starts_with(path));
    if is_test || is_registry || inside == LANGUAGES {
        return Vec::new();
    }
    let has_words = inside.starts_with("crates/") && !EXAMPLES.iter().any(|path| inside.starts_with(path));
    let mut findings = Vec::new();
    for (number, line) in (1..).zip(without_tests(text).lines()) {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        if languages.iter().any(|(variant, literal)| chooses(code, variant) || chooses(code, literal)) {
            findings.push(format!(
                "{inside}:{number} branches on the language; put what differs into the language's folder"
            ));
        }
        if has_words && let Some(literal) = literals(code).find(|literal| is_of_a_language(literal)) {
            findings.push(format!(
                "{inside}:{number} has words of a language ({literal:?}), which belong in a `lang` folder"
            ));
        }
    }
    findings
}

/// Returns true if the code compares or matches with this language.
fn chooses(code: &str, language: &str) -> bool {
    code.match_indices(language).any(|(start, _)| {
        let (before, after) = (code[..start].trim_end(), code[start + language.len()..].trim_start());
        let is_whole = !after.starts_with(|c: char| c.is_alphanumeric());
        let is_pattern = BEFORE.iter().any(|sign| before.ends_with(sign))
            || before.contains("if let ") && after.starts_with('=')
            || before.contains("matches!(")
            || AFTER.iter().any(|sign| after.starts_with(sign))
            || after.trim_start_matches([')', ',', ' ', '_']).starts_with("=>");
        is_whole && is_pattern
    })
}

fn literals(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2)
}

/// Other than English.
fn is_of_a_language(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    text.contains(|c| ACCENTED.contains(c))
        || words.any(|word| FRENCH.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str =
        "pub enum Language as \"language\" {\n    /// French.\n    Fr = \"fr\",\n    En = \"en\",\n}\n";

    fn check(inside: &str, text: &str, finding: Option<&str>) {
        let found = check_file(inside, text, &languages(LIST).unwrap());
        assert_eq!(found.len(), usize::from(finding.is_some()), "{text}: {found:?}");
        assert!(found.iter().all(|found| found.contains(finding.unwrap_or_default())), "{found:?}");
    }

    #[test]
    fn choice_by_language_outside_the_folders_is_reported() {
        for text in [
            "Language::Fr => \"x\",",
            "let x = if language == Language::En { 1 } else { 2 };",
            "if Language::Fr != language {",
            "matches!(language, Language::En)",
            "if let Language::Fr = language {",
            "Language::Fr | Language::En => 1,",
            "(Language::Fr, _) => 1,",
            "if language.code() == \"fr\" {",
            "\"en\" => 2,",
        ] {
            check("crates/listing-web/src/view/layout.rs", text, Some("branches on the language"));
            check("crates/listing-web/src/lang/mod.rs", text, None);
            check("crates/listing-web/src/lang/en/values.rs", text, None);
            check("crates/listing-web/tests/http/site.rs", text, None);
            check("crates/listing-web/src/page.rs", &format!("#[cfg(test)]\nmod tests {{\n{text}\n}}"), None);
        }
        for text in [
            "own_language: Language::En,",
            "of(Language::Fr)",
            "for one in Language::ALL {",
            "// == Language::Fr",
        ] {
            check("crates/listing-domain/src/marketplace/ebay.rs", text, None);
        }
    }

    #[test]
    fn words_of_a_language_outside_the_folders_are_reported() {
        for text in [
            "said(&[\"à vendre\", \"for sale\"])",
            "const STREETS: &[&str] = &[\"rue\", \"avenue\"];",
            "\"je suis desole\",",
        ] {
            check("crates/listing-domain/src/marketplace/check.rs", text, Some("words of a language"));
            check("crates/listing-domain/src/lang/fr/check.rs", text, None);
        }
        check("crates/listing-ai/src/guard.rs", "// \"à vendre\"\n&[\"system:\", \"[inst]\"]", None);
        check("crates/listing-rest/src/listings/handler.rs", "\"bon état\"", None);
    }
}
