//! Hunspell with Debian's dictionaries.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::services;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dictionary {
    French,
    British,
    American,
}

impl Dictionary {
    pub(super) const ALL: [Self; 3] = [Self::French, Self::British, Self::American];

    const fn name(self) -> &'static str {
        match self {
            Self::French => "fr",
            Self::British => "en_GB",
            Self::American => "en_US",
        }
    }

    /// Returns the unknown words, or their unknown parts.
    pub(super) fn unknown(self, words: impl Iterator<Item = impl AsRef<str>>) -> Result<BTreeSet<String>> {
        let mut hunspell = Command::new("hunspell")
            .args(["-l", "-i", "utf-8", "-d", self.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start hunspell")?;
        let lines = words.fold(String::new(), |lines, word| lines + word.as_ref() + "\n");
        let mut input = hunspell.stdin.take().context("hunspell has no input")?;
        // Hunspell writes while it reads, so writing in this thread could deadlock on full pipes.
        let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
        let output = hunspell.wait_with_output()?;
        writing.join().map_err(|_| anyhow::anyhow!("the thread that writes the words panicked"))??;
        ensure!(output.status.success(), "hunspell ended with {}", output.status);
        Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
    }
}

pub(in crate::it::runs) fn is_possible() -> bool {
    Dictionary::ALL.iter().all(|dictionary| services::has_dictionary(dictionary.name()))
}
