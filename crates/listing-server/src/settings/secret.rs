//! Secrets as they are given: from the environment or a file, never from the command line, where
//! every user of the machine could see them.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use listing_outbound::ApiKey;

/// A key as it is given. It is never printed.
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

/// A secret as a layer has it: itself, or a file that has it.
pub(super) type Secret = (Option<GivenKey>, Option<PathBuf>);

/// The secret of the first layer, or of the one below. A secret and a file with one stand for each
/// other, so the layer that has either decides.
pub(super) fn first_secret(first: Secret, below: Secret) -> Secret {
    if first.0.is_some() || first.1.is_some() { first } else { below }
}

/// The secret of a setting, which is given itself or as a file that has it.
pub(super) fn secret(name: &str, given: Option<&GivenKey>, file: Option<&Path>) -> Result<Option<ApiKey>> {
    let text = match (given, file) {
        (Some(_), Some(_)) => bail!("{name}_file and {name} must not both be set"),
        (Some(GivenKey(key)), None) => key.clone(),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file);
            let text = text.with_context(|| format!("{name}_file: cannot read {}", file.display()))?;
            // Some editors put a mark at the beginning, which is no part of the secret.
            text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
        }
        (None, None) => return Ok(None),
    };
    let text = text.trim();
    ensure!(!text.is_empty(), "{name} must not be empty");
    ensure!(!text.chars().any(char::is_control), "{name} must be one line, without control characters");
    Ok(Some(ApiKey::new(text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layer_that_has_a_secret_or_a_file_with_one_decides() {
        let key = || (Some(GivenKey::from("k".to_owned())), None);
        let file = || (None, Some(PathBuf::from("file")));
        assert_eq!(first_secret(key(), file()), key());
        assert_eq!(first_secret(file(), key()), file());
        assert_eq!(first_secret((None, None), file()), file());
        assert_eq!(first_secret((None, None), (None, None)), (None, None));
    }
}
