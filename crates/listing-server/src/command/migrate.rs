//! Implements `ptl migrate`.

use serde_json::json;

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Migrates the database to the current schema.
pub async fn run(settings: &Settings, json: bool) -> Result<(), Failure> {
    compose::Storage::open(settings)?.check().await?;
    let database = settings.database_url.to_string();
    print::value_or_text(json, &json!({ "database": database, "schema": "current" }), || {
        format!("{database} has the schema of this version")
    })?;
    Ok(())
}
