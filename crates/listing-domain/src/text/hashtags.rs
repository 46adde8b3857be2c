//! Extracts and normalizes hashtags.

use super::chars::is_emoji;

/// Sellers' are far shorter.
const MAX_CHARS: usize = 30;

/// Without `#`: lower-case letters, digits and `_`; `None` without a letter or if too long.
pub(crate) fn hashtag(word: &str) -> Option<String> {
    let tag: String =
        word.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let tag = tag.trim_matches('_');
    let fits = tag.chars().any(char::is_alphabetic) && tag.chars().count() <= MAX_CHARS;
    fits.then(|| tag.to_owned())
}

/// Lines of hashtags and hashtags at the end of a line are removed; one inside a sentence stays as a word.
/// All are returned as written, in order.
pub(crate) fn split_hashtags(text: &str) -> (String, Vec<String>) {
    let mut tags = Vec::new();
    let lines: Vec<String> = text.split('\n').map(|line| split_line(line, &mut tags)).collect();
    (lines.join("\n"), tags)
}

fn split_line(line: &str, tags: &mut Vec<String>) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    tags.extend(words.iter().filter(|word| is_hashtag(word)).map(|word| word[1..].to_owned()));
    // Before a full stop, it belongs to its sentence.
    let in_run = |word: &str| is_hashtag(word) && !word.ends_with(['.', '!', '?', ':', ';']);
    let run = words.iter().rev().take_while(|word| word.is_empty() || in_run(word)).count();
    let prose = &words[..words.len() - run];
    let count = words[prose.len()..].iter().filter(|word| is_hashtag(word)).count();
    // After a word, a single one may end the sentence ("ma #veste").
    let ends_sentence =
        prose.last().is_none_or(|word| word.ends_with(|c: char| c.is_ascii_punctuation() || is_emoji(c)));
    if count >= 2 || (count == 1 && ends_sentence) { prose.join(" ") } else { line.to_owned() }
}

fn is_hashtag(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_hashtags() {
        assert_eq!(hashtag("Sac à main").as_deref(), Some("sacàmain"));
        assert_eq!(hashtag("#Levi’s_501!").as_deref(), Some("levis_501"));
        assert_eq!(hashtag("0612345678"), None);
        assert_eq!(hashtag("✨"), None);
    }

    #[test]
    fn hashtags_are_split_from_prose() {
        let (prose, tags) = split_hashtags("Ma #veste est belle. #zara #cuir\n#noir\nTaille #M");
        assert_eq!(prose, "Ma #veste est belle.\n\nTaille #M");
        assert_eq!(tags, ["veste", "zara", "cuir", "noir", "M"]);
    }
}
