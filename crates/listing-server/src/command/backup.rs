//! Implements `ptl backup` and `ptl restore`.

use std::path::Path;

use serde_json::json;

use super::progress::CheckBar;
use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Copies the database to a new file.
pub fn create(settings: &Settings, file: &Path, json: bool) -> Result<(), Failure> {
    let bar = CheckBar::new();
    let outcome = compose::back_up(settings, file, |read, all| bar.at(read, all));
    bar.end();
    outcome?;
    let (database, file) = (settings.database_url.to_string(), file.display());
    print::value_or_text(
        json,
        &json!({ "database": database, "backup": file.to_string(), "sound": true }),
        || format!("{file} is a copy of {database}: schema current, ledger balanced"),
    )?;
    Ok(())
}

/// Replaces the database with a backup.
pub fn restore(settings: &Settings, file: &Path, replace: bool, json: bool) -> Result<(), Failure> {
    let previous = compose::restore(settings, file, replace)?.map(|path| path.display().to_string());
    let (database, file) = (settings.database_url.to_string(), file.display());
    print::value_or_text(
        json,
        &json!({ "database": database, "backup": file.to_string(), "kept": previous }),
        || {
            let restored = format!("{database} is restored from {file}: schema current, ledger balanced");
            match &previous {
                Some(path) => format!("{restored}\nthe previous database is now {path}"),
                None => restored,
            }
        },
    )?;
    Ok(())
}
