//! Prints shell completions and manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap_complete::Shell;

use super::{Failure, print};

/// Commands that describe the command line. They need no settings and open no database.
#[derive(Debug, clap::Subcommand)]
pub enum Description {
    /// Print the completion script for a shell
    Completions {
        /// The shell that runs the script
        shell: Shell,
    },
    /// Print the manual page of ptl, or write the pages of all commands into a folder
    Man {
        /// The folder, which is created if missing
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
}

impl Description {
    /// Prints the description, or writes it into a folder.
    pub fn run(self, command_line: clap::Command) -> Result<(), Failure> {
        match self {
            Self::Completions { shell } => print::raw(&completions(shell, command_line)),
            Self::Man { dir: None } => print::raw(&main_page(command_line)?),
            Self::Man { dir: Some(dir) } => write_pages(command_line, &dir),
        }
    }
}

fn completions(shell: Shell, mut command_line: clap::Command) -> String {
    let name = command_line.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command_line, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn main_page(command_line: clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    // The pages written into a folder leave it out too.
    let command_line = command_line.disable_help_subcommand(true);
    let rendered = clap_mangen::Man::new(command_line).render(&mut page);
    rendered.map_err(|error| Failure::Failed(error.into()))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn write_pages(command_line: clap::Command, dir: &Path) -> Result<(), Failure> {
    let written = fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command_line, dir));
    written
        .with_context(|| format!("cannot write manual pages into {}", dir.display()))
        .map_err(Failure::Failed)
}
