//! Prints which database a command works on.

use std::path::Path;

use anyhow::anyhow;
use serde_json::json;

use super::{Failure, print};
use crate::compose;
use crate::settings::{Settings, service_data};

/// Prints on standard error which database a command opens, and if it is new. Refuses to create a database
/// that no setting names when this machine runs a service with another one, which its changes would not
/// affect.
pub fn announce(settings: &Settings, json: bool) -> Result<(), Failure> {
    let (database, is_new) = (settings.database_url.to_string(), compose::would_create_database(settings));
    if is_new && settings.is_default_data {
        refuse_if_service_exists(settings, &database, service_data())?;
    }
    print::note(&if json {
        json!({ "database": database, "new": is_new }).to_string()
    } else if is_new {
        format!("database: {database} (new: there was none)")
    } else {
        format!("database: {database}")
    });
    Ok(())
}

fn refuse_if_service_exists(settings: &Settings, database: &str, service_data: &Path) -> Result<(), Failure> {
    let reason = match &settings.skipped_file {
        Some(file) => format!("its settings are in {}, which this user may not read", file.display()),
        // Without settings, root works on the service's data.
        None if settings.data_dir == service_data => return Ok(()),
        // With systemd's `DynamicUser`, the folder is a link into a folder that only root may read.
        None if service_data.symlink_metadata().is_ok() => {
            format!("its data is in {}", service_data.display())
        }
        None => return Ok(()),
    };
    Err(Failure::Setup(anyhow!(
        "there is no database {database}, and this machine has a service: {reason}. To work on the service's \
         database, run the command as root (sudo ptl …); to create another one, name it with --data-dir or \
         --database-url"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Layer;

    #[test]
    fn new_default_database_is_refused_if_the_machine_has_a_service() {
        let folder = tempfile::tempdir().unwrap();
        let layer = Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() };
        let named = Settings::load(layer, None).unwrap();
        let services = Some("/etc/ptl/ptl.toml".into());
        let usual = Settings { is_default_data: true, skipped_file: services, ..named.clone() };
        let Err(Failure::Setup(refused)) = announce(&usual, false) else {
            panic!("a new default database was accepted")
        };
        let message = refused.to_string();
        assert!(message.contains("/etc/ptl/ptl.toml") && message.contains("sudo ptl"), "{message}");
        assert!(announce(&Settings { is_default_data: false, ..usual.clone() }, false).is_ok());
        std::fs::write(folder.path().join("ptl.db"), "").unwrap();
        assert!(announce(&usual, false).is_ok(), "an existing database is accepted");
    }

    #[cfg(unix)]
    #[test]
    fn data_folder_readable_by_root_only_counts_as_a_service() {
        let folder = tempfile::tempdir().unwrap();
        let layer = Layer { data_dir: Some(folder.path().join("own")), ..Layer::default() };
        let usual = Settings { is_default_data: true, ..Settings::load(layer, None).unwrap() };
        let services = folder.path().join("ptl");
        assert!(
            refuse_if_service_exists(&usual, "own/ptl.db", &services).is_ok(),
            "without a service, a new database is accepted"
        );
        // The link's target seems not to exist, since its folder is inaccessible.
        std::os::unix::fs::symlink(folder.path().join("private/ptl"), &services).unwrap();
        let refused = refuse_if_service_exists(&usual, "own/ptl.db", &services);
        let Err(Failure::Setup(refused)) = refused else { panic!("a new default database was accepted") };
        let message = refused.to_string();
        assert!(message.contains(services.to_str().unwrap()) && message.contains("sudo ptl"), "{message}");
        let as_root = Settings { data_dir: services.clone(), ..usual };
        assert!(refuse_if_service_exists(&as_root, "ptl/ptl.db", &services).is_ok());
    }
}
