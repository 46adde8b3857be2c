//! Implements `ptl backup` and `ptl restore`.

use std::path::Path;

use serde_json::json;

use super::progress::CheckBar;
use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Copies the database to a new file.
pub fn make(settings: &Settings, file: &Path, json: bool) -> Result<(), Failure> {
    let bar = CheckBar::new();
    let made = compose::back_up(settings, file, |read, all| bar.at(read, all));
    bar.end();
    made?;
    let (database, file) = (settings.database_url.to_string(), file.display());
    print::either(json, &json!({ "database": database, "backup": file.to_string(), "sound": true }), || {
        format!("{file} is a copy of {database}: schema current, books balanced")
    })?;
    Ok(())
}

/// Replaces the database by a backup.
pub fn restore(settings: &Settings, file: &Path, replace: bool, json: bool) -> Result<(), Failure> {
    let kept = compose::restore(settings, file, replace)?.map(|path| path.display().to_string());
    let (database, file) = (settings.database_url.to_string(), file.display());
    print::either(json, &json!({ "database": database, "backup": file.to_string(), "kept": kept }), || {
        let restored = format!("{database} is restored from {file}: schema current, books balanced");
        kept.iter().fold(restored, |told, kept| format!("{told}\nwhat was there before is now {kept}"))
    })?;
    Ok(())
}
