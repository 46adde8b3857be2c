//! Commands in `docs/deployment/debian.md`.

use std::fs;

use anyhow::{Context as _, Result};

use xtask::project;

pub(super) struct Page {
    text: String,
}

impl Page {
    /// Replaces `VERSION` and `PREVIOUS`.
    pub(super) fn open(version: &str, previous: &str, architecture: &str) -> Result<Self> {
        let text = fs::read_to_string(project::root().join("docs/deployment/debian.md"))?;
        Ok(Self::parse(&text, version, previous, architecture))
    }

    fn parse(text: &str, version: &str, previous: &str, architecture: &str) -> Self {
        let text = text.replace("VERSION", version).replace("PREVIOUS", previous);
        Self { text: text.replace("_amd64.deb", &format!("_{architecture}.deb")) }
    }

    /// Returns the first commands below a heading, without `sudo`.
    pub(super) fn commands(&self, heading: &str) -> Result<String> {
        let below = self.text.split_once(&format!("\n## {heading}\n")).map(|(_, below)| below);
        let section = below.map(|below| below.split("\n## ").next().unwrap_or(below));
        let block = section.and_then(|section| section.split_once("```sh\n")?.1.split_once("```"));
        let (commands, _) = block.with_context(|| format!("the page has no commands below {heading}"))?;
        Ok(commands.replace("sudo ", ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_below_the_heading_for_this_version() {
        let text = "# A\n\n## Go\n\nText.\n\n```sh\nsudo apt install ./ptl_VERSION_amd64.deb\n```\n\n```sh\nlater\n```\n\n## Stay\n\nText.\n";
        let page = Page::parse(text, "2.0", "1.0", "arm64");
        assert_eq!(page.commands("Go").unwrap(), "apt install ./ptl_2.0_arm64.deb\n");
        assert!(page.commands("Stay").is_err(), "the heading has no commands");
    }
}
