//! Reads secrets from the environment or a file, never from the command line, which every user of the machine
//! can see.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use listing_outbound::ApiKey;

/// A given secret, never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct GivenKey(String);

impl From<String> for GivenKey {
    fn from(key: String) -> Self {
        Self(key)
    }
}

impl fmt::Debug for GivenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GivenKey(…)")
    }
}

/// The secret's text, or the path of a file that contains it.
pub(super) type Secret = (Option<GivenKey>, Option<PathBuf>);

/// A layer with either the text or the file decides, so that they never come from different layers.
pub(super) fn first_secret(first: Secret, below: Secret) -> Secret {
    if first.0.is_some() || first.1.is_some() { first } else { below }
}

/// Zero-width, added to copied text by editors and web pages.
const INVISIBLE: [char; 5] = ['\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}'];

/// Keys are sent in a header unchanged, so that only visible ASCII characters are accepted.
pub(super) fn key(name: &str, given: Option<&GivenKey>, file: Option<&Path>) -> Result<Option<ApiKey>> {
    let key = secret(name, given, file)?;
    if let Some(key) = &key {
        let is_plain = key.reveal().bytes().all(|byte| byte.is_ascii_graphic());
        ensure!(is_plain, "{name} must consist of visible ASCII characters, without blanks: copy it again");
    }
    Ok(key)
}

/// No error repeats the file's path, which may be a misplaced secret.
pub(super) fn secret(name: &str, given: Option<&GivenKey>, file: Option<&Path>) -> Result<Option<ApiKey>> {
    let text = match (given, file) {
        (Some(_), Some(_)) => bail!("{name}_file and {name} must not both be set"),
        (Some(GivenKey(key)), None) => key.clone(),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file);
            text.with_context(|| format!("{name}_file: cannot read the file that it names"))?
        }
        (None, None) => return Ok(None),
    };
    let text = text.trim_matches(|sign: char| sign.is_whitespace() || INVISIBLE.contains(&sign));
    ensure!(!text.is_empty(), "{name} must not be empty");
    ensure!(!text.chars().any(char::is_control), "{name} must be one line, without control characters");
    Ok(Some(ApiKey::new(text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = fn(&str, Option<&GivenKey>, Option<&Path>) -> Result<Option<ApiKey>>;

    #[test]
    fn first_layer_with_a_secret_or_a_secret_file_decides() {
        let key = || (Some(GivenKey::from("k".to_owned())), None);
        let file = || (None, Some(PathBuf::from("file")));
        assert_eq!(first_secret(key(), file()), key());
        assert_eq!(first_secret(file(), key()), file());
        assert_eq!(first_secret((None, None), file()), file());
        assert_eq!(first_secret((None, None), (None, None)), (None, None));
    }

    fn both_ways(read: Read, text: &str) -> [Result<String>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        std::fs::write(&file, text).unwrap();
        let given = GivenKey::from(text.to_owned());
        [read("it", Some(&given), None), read("it", None, Some(&file))]
            .map(|secret| secret.map(|secret| secret.unwrap().reveal().to_owned()))
    }

    #[test]
    fn line_ends_and_invisible_characters_around_a_secret_are_removed() {
        for text in [
            "sk-1",
            "sk-1\n",
            "sk-1\r\n",
            "\u{feff}sk-1\r\n",
            " \u{200b}sk-1\u{2060} \n",
            "\u{feff}\u{200d}sk-1",
        ] {
            for read in [key, secret] {
                assert!(both_ways(read, text).iter().all(|it| it.as_ref().unwrap() == "sk-1"), "{text:?}");
            }
        }
        for text in ["Pässwort mit Blank", "пароль"] {
            assert!(
                both_ways(secret, text).iter().all(|it| it.as_ref().unwrap() == text),
                "blanks are part of a password"
            );
        }
    }

    #[test]
    fn keys_with_other_than_visible_ascii_are_refused_without_repeating_them() {
        for text in [
            "sk-1\nsk-2",
            "sk-\u{200b}1",
            "\u{feff}sk\u{feff}-1",
            "sk–1",
            "sk-\u{a0}1",
            "sk-1 # mine",
            "ключ",
            "\n",
        ] {
            for message in both_ways(key, text).map(|refused| refused.unwrap_err().to_string()) {
                assert!(message.starts_with("it must") && !message.contains("sk"), "{message}");
            }
        }
        let refused = both_ways(secret, "one\ntwo").map(|refused| refused.unwrap_err().to_string());
        assert!(
            refused.iter().all(|error| error.contains("one line") && !error.contains("two")),
            "{refused:?}"
        );
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        std::fs::write(&file, [0xff, 0xfe, b's', 0, b'k', 0]).unwrap();
        let message = key("it", None, Some(&file)).unwrap_err().to_string();
        assert!(message.contains("it_file: cannot read"), "{message}");
    }
}
