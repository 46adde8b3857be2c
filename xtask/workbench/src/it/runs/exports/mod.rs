//! `exports`: third-party programs read every export format as written.
//!
//! The items have hostile texts. CSV files go to the parsers of Python, PHP and Node, and to `LibreOffice`, which
//! must not compute anything. Feeds go to validators, and the archive to Python and `unzip`.

mod archive;
mod cells;
mod columns;
mod documents;
mod formulas;
mod items;
mod rows;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use listing_export::{ExportItem, ExportOptions, FORMATS, FormatId, ShopUrl};

use super::Scale;
use super::parts::{Figures, Part, verify_all};
use super::toolbox::{Toolbox, end_of};
use crate::it::outcome::RunReport;
use xtask::project;

/// The formats that are tables.
const TABLES: [FormatId; 8] = [
    FormatId::EbayUs,
    FormatId::EbayUk,
    FormatId::EbayFr,
    FormatId::Shopify,
    FormatId::WooCommerce,
    FormatId::Etsy,
    FormatId::GoogleMerchant,
    FormatId::Csv,
];

const PARTS: [Part<Environment>; 6] = [
    Part { name: "Python csv", is_long: false, verify: tables::verify_python },
    Part { name: "PHP fgetcsv", is_long: false, verify: tables::verify_php },
    Part { name: "Node csv-parse", is_long: false, verify: tables::verify_node },
    Part { name: "LibreOffice", is_long: false, verify: formulas::verify },
    Part { name: "JSON-LD and ACP", is_long: false, verify: documents::verify },
    Part { name: "ZIP", is_long: false, verify: archive::verify },
];

/// The items, and a folder with a file in each format.
struct Environment {
    items: Vec<ExportItem>,
    folder: tempfile::TempDir,
    toolbox: Toolbox,
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let folder = tempfile::tempdir()?;
    let items = items::all()?;
    let shop_url = Some(ShopUrl::parse("shop_url", items::SHOP_URL)?);
    let options = ExportOptions { shop_url };
    for id in FORMATS {
        let (format, mut file) = (id.format(&options), Vec::new());
        let report = format.write(&items, &mut file)?;
        ensure!(report.written == items.len(), "{id} has {} of {} items", report.written, items.len());
        fs::write(folder.path().join(format.file_name()), file)?;
    }
    verify_all("exports", &PARTS, &Environment { items, folder, toolbox: Toolbox::open("exports") }, scale)
}

impl Environment {
    fn file(&self, id: FormatId) -> PathBuf {
        self.folder.path().join(id.format(&ExportOptions::default()).file_name())
    }

    /// Returns the Python of a folder with the validators.
    fn python(&self) -> Result<PathBuf> {
        Ok(self.toolbox.python("python", &documents::PYTHON_PACKAGES)?.join("python"))
    }
}

fn script(name: &str) -> PathBuf {
    project::root().join("tests/exports").join(name)
}

/// Runs a program that prints JSON.
fn read_json<T: serde::de::DeserializeOwned>(command: &mut Command) -> Result<T> {
    let program = Path::new(command.get_program()).display().to_string();
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().with_context(|| format!("cannot start {program}"))?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{program} ended with {}: {}", output.status, end_of(&errors));
    serde_json::from_slice(&output.stdout).with_context(|| format!("{program} did not print JSON"))
}

/// Returns the beginning of a text, as in code.
fn shown(text: &str) -> String {
    const MAX: usize = 160;
    format!("{:?}", text.chars().take(MAX).collect::<String>())
}
