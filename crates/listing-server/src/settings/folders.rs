//! The default folders. None depends on the working folder, where anyone could have put files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Created by the systemd unit and the package.
const SERVICE_DATA: &str = "/var/lib/ptl";
const USER_DATA: &str = ".local/share/ptl";
const MODELS: &str = "models";
/// Relative to the parent of the program's folder.
const INSTALLED_MODELS: &str = "share/ptl/models";
const PACKAGED_MODELS: &str = "/usr/share/ptl/models";

/// For root, the system service's folder if it exists, since root's commands are meant for the service.
pub(super) fn data() -> Result<PathBuf> {
    let service = Path::new(SERVICE_DATA);
    if listing_ownership::is_root() && service.is_dir() {
        return Ok(service.to_owned());
    }
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    Ok(home.context("data_dir must be set, because there is no home folder")?.join(USER_DATA))
}

/// It may not exist.
pub(crate) fn service_data() -> &'static Path {
    Path::new(SERVICE_DATA)
}

/// `models` in the data folder if it exists, otherwise the installed program's.
pub(super) fn models(data_dir: &Path) -> PathBuf {
    let own = data_dir.join(MODELS);
    let program = std::env::current_exe().ok();
    let prefix = program.as_deref().and_then(Path::parent).and_then(Path::parent);
    let installed = prefix.map(|prefix| prefix.join(INSTALLED_MODELS));
    let mut candidates = [Some(own.clone()), installed, Some(PathBuf::from(PACKAGED_MODELS))].into_iter();
    candidates.find_map(|folder| folder.filter(|folder| folder.is_dir())).unwrap_or(own)
}

pub(super) fn user_settings(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = variable("XDG_CONFIG_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".config"));
    named.filter(|folder| folder.is_absolute()).or_else(home).filter(|folder| folder.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_in_the_data_folder_or_where_the_program_is_installed() {
        let data = tempfile::tempdir().unwrap();
        let here = std::env::current_dir().unwrap();
        assert!(!models(data.path()).starts_with(&here), "the default is in the working folder");
        std::fs::create_dir(data.path().join(MODELS)).unwrap();
        assert_eq!(models(data.path()), data.path().join(MODELS));
    }

    #[test]
    fn user_settings_folder_is_xdg_config_home_unless_relative() {
        let folder = |text: &str| user_settings(|_| Some(OsString::from(text))).unwrap();
        assert_eq!(folder("/srv/config"), Path::new("/srv/config"));
        assert_eq!(folder("config"), std::env::home_dir().unwrap().join(".config"));
    }
}
