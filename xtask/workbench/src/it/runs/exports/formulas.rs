//! Tables, opened by `LibreOffice` with each separator that a spreadsheet may use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{Environment, Figures, TABLES};
use crate::it::outcome::missing;
use crate::it::runs::toolbox::stdout_of;
use xtask::debian::succeeds;

/// The names and numbers of separators.
const SEPARATORS: [(&str, u32); 3] = [("comma", 44), ("semicolon", 59), ("tab", 9)];
/// A table with formulas under every separator, which must be found.
const CONTROL: &str = "a,=1+1\n=2+2\n\"b;=3+3\"\nc\t=4+4\n";
const CONTROL_FILE: &str = "control.csv";
const FORMULA: &str = "table:formula=\"";
const CELL: &str = "<table:table-cell";

pub(super) fn verify(env: &Environment) -> Result<Figures> {
    if !succeeds(Command::new("soffice").arg("--version")) {
        return missing("libreoffice-calc-nogui is not installed");
    }
    let control = env.folder.path().join(CONTROL_FILE);
    fs::write(&control, CONTROL)?;
    let (mut cells, mut controls) = (0, 0);
    for (name, separator) in SEPARATORS {
        let files: Vec<_> = TABLES.iter().map(|id| env.file(*id)).chain([control.clone()]).collect();
        let opened = open(env, separator, &files)?;
        let (control, tables) = opened.split_last().context("no files")?;
        let found = control.matches(FORMULA).count();
        ensure!(found > 0, "LibreOffice finds no formula in the control under {name}");
        controls += found;
        for (id, table) in TABLES.iter().zip(tables) {
            let formulas: Vec<_> =
                table.split(FORMULA).skip(1).filter_map(|it| it.split('"').next()).collect();
            ensure!(
                formulas.is_empty(),
                "{id} has {} formulas under {name}, such as {:?}",
                formulas.len(),
                formulas.first()
            );
            let found = table.matches(CELL).count();
            ensure!(found > env.items.len(), "{id} has only {found} cells under {name}");
            cells += found;
        }
    }
    let found = ("formulas in the control".to_owned(), controls.to_string());
    Ok(vec![("cells without formula".to_owned(), cells.to_string()), found])
}

/// Returns the files as `LibreOffice` has them, in XML.
fn open(env: &Environment, separator: u32, files: &[PathBuf]) -> Result<Vec<String>> {
    let folder = env.folder.path().join(separator.to_string());
    let profile = env.folder.path().join("profile");
    // Quotes, UTF-8, from the first line. Quoted cells are not text, and dates and numbers are recognized.
    let filter = format!(
        "--infilter=Text - txt - csv (StarCalc):{separator},34,76,1,,0,false,true,false,false,false,0,true"
    );
    let mut office = Command::new("soffice");
    office.arg(format!("-env:UserInstallation=file://{}", profile.display()));
    office.args(["--headless", "--convert-to", "fods", &filter, "--outdir"]);
    stdout_of(office.arg(&folder).args(files))?;
    let result = |file: &PathBuf| {
        let name = Path::new(file.file_name().unwrap_or_default()).with_extension("fods");
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("LibreOffice did not write {}", path.display()))
    };
    files.iter().map(result).collect()
}
