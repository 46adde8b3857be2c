//! Finds the settings file, checks that it can be trusted, and reads it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Arg;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::given::{SECRETS, is_path, is_secret};
use super::layer::Layer;
use super::{names, typed};

pub(super) const MACHINE_FOLDER: &str = "/etc/ptl";
const NAME: &str = "ptl.toml";
/// Means no settings file, for commands that must read none.
const NO_FILE: &str = "/dev/null";
/// Settings that are tables of tables.
const TABLES: [&str; 2] = ["marketplaces", "prices"];

/// A settings file and its contents.
#[derive(Debug, Clone, Default)]
pub struct SettingsFile {
    /// Its path; `None` without a file.
    pub path: Option<PathBuf>,
    /// Its settings.
    pub layer: Layer,
    /// True for the machine-wide file, which only root can write.
    pub is_machines: bool,
    /// A machine-wide file that this user may not read.
    pub skipped: Option<PathBuf>,
}

impl SettingsFile {
    /// Reads the named file, otherwise the first that exists: the user's own, then the machine-wide one. The
    /// working folder is not searched, since anyone could have put a file there. The error names the file and
    /// the fix, never the contents.
    pub fn find(named: Option<&Path>, user_folder: Option<&Path>) -> Result<Self> {
        if let Some(named) = named {
            return Self::read(named);
        }
        let machines = Path::new(MACHINE_FOLDER).join(NAME);
        let users = user_folder.map(|folder| folder.join("ptl").join(NAME));
        for usual in users.into_iter().chain([machines.clone()]) {
            match fs::File::open(&usual) {
                Ok(_) => return Self::read(&usual),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied && usual == machines => {
                    return Ok(Self { skipped: Some(usual), ..Self::default() });
                }
                Err(error) if is_absence(&error) => {}
                Err(error) => return Err(error).with_context(|| unreadable(&usual)),
            }
        }
        Ok(Self::default())
    }

    /// Reads a file after checking that only its reader and root can change it.
    pub fn read(file: &Path) -> Result<Self> {
        if file == Path::new(NO_FILE) {
            return Ok(Self::default());
        }
        let opened = fs::File::open(file).with_context(|| unreadable(file))?;
        listing_ownership::check(file)
            .with_context(|| format!("refused the settings file {}", file.display()))?;
        let text = io::read_to_string(&opened).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => anyhow!("the settings file {} must be UTF-8 text", file.display()),
            _ => anyhow::Error::new(error).context(unreadable(file)),
        })?;
        let path = std::path::absolute(file).with_context(|| unreadable(file))?;
        let layer = layer(&text, &path).with_context(|| format!("the settings file {}", file.display()))?;
        let is_machines = fs::canonicalize(&path).is_ok_and(|real| real.starts_with(MACHINE_FOLDER))
            && opened.metadata().is_ok_and(|metadata| metadata.uid() == 0);
        Ok(Self { path: Some(path), layer, is_machines, skipped: None })
    }
}

fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::PermissionDenied
    )
}

fn unreadable(file: &Path) -> String {
    let owner = listing_ownership::owner_of(file);
    let owner = owner.map(|owner| format!(", which belongs to {owner}")).unwrap_or_default();
    format!("cannot read the settings file {}{owner}", file.display())
}

fn layer(text: &str, file: &Path) -> Result<Layer> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let table = toml::from_str::<Table>(text).map_err(|error| {
        let (line, column) = position(text, error.span().map_or(0, |span| span.start));
        anyhow!(
            "line {line}, column {column}: invalid TOML; a text needs quotes, a table name needs brackets, and \
             each name may appear only once"
        )
    })?;
    let arguments = Layer::arguments();
    let mut values = BTreeMap::new();
    let mut add = |id: String, value: &Value| -> Result<()> {
        let Some(value) = text_of(&id, value, &arguments, file)? else { return Ok(()) };
        ensure!(values.insert(id.clone(), value).is_none(), "{id} is given twice");
        Ok(())
    };
    for (name, value) in &table {
        match value {
            _ if TABLES.contains(&&**name) => {}
            Value::Table(inner) if !is_known(name, &arguments) => {
                for (key, value) in inner {
                    add(format!("{name}_{key}"), value)?;
                }
            }
            value => add(name.clone(), value)?,
        }
    }
    let values: Vec<_> = values.into_iter().collect();
    let mut layer = Layer::from_values(&values, ToOwned::to_owned)?;
    layer.marketplaces = tables(&table, "marketplaces")?;
    layer.prices = tables(&table, "prices")?;
    Ok(layer)
}

/// Line and column of a byte offset, as editors count them.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    let line = String::from_utf8_lossy(before).matches('\n').count() + 1;
    (line, column)
}

fn is_known(id: &str, arguments: &[Arg]) -> bool {
    arguments.iter().any(|arg| arg.get_id().as_str() == id) || is_secret(id)
}

/// An empty value counts as absent and gives `None`.
fn text_of(id: &str, value: &Value, arguments: &[Arg], file: &Path) -> Result<Option<String>> {
    if is_secret(id) {
        let Value::String(secret) = value else { bail!("{id} must be text in quotes") };
        return Ok((!secret.trim().is_empty()).then(|| secret.clone()));
    }
    let Some(arg) = arguments.iter().find(|arg| arg.get_id().as_str() == id) else {
        let known = arguments.iter().map(|arg| arg.get_id().as_str());
        let known = known.chain(SECRETS.iter().map(|secret| secret.id));
        match names::nearest(id, known) {
            Some(meant) => bail!("{id} is not a setting: do you mean {meant}?"),
            None => bail!("{id} is not a setting: ptl serve --help lists them all"),
        }
    };
    let is_list = arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains(",…")));
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Datetime(date) => date.to_string(),
        Value::Array(values) if is_list => {
            let texts = values.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
            texts.with_context(|| format!("{id} must be text, or a list of texts"))?.join(",")
        }
        Value::Array(_) | Value::Table(_) => bail!("{id} must be one value"),
    };
    let plain = typed::plain(&text);
    if plain.is_empty() {
        return Ok(None);
    }
    Ok(Some(if is_path(arg) || id == "database_url" { resolve_relative(id, plain, file) } else { text }))
}

/// Resolves against the file's folder, since commands start in any working folder.
fn resolve_relative(id: &str, text: &str, file: &Path) -> String {
    let (scheme, path) = match id {
        "database_url" => match ["sqlite://", "sqlite:"].iter().find(|scheme| text.starts_with(**scheme)) {
            Some(scheme) => text.split_at(scheme.len()),
            None if text.contains(':') => return text.to_owned(),
            None => ("", text),
        },
        _ => ("", text),
    };
    if path.is_empty() || path.starts_with(['/', '~', '$', ':']) {
        return text.to_owned();
    }
    let folder = file.parent().unwrap_or(file);
    format!("{scheme}{}", folder.join(path).display())
}

fn tables<T: DeserializeOwned>(table: &Table, name: &str) -> Result<BTreeMap<String, T>> {
    let Some(value) = table.get(name) else { return Ok(BTreeMap::new()) };
    value.clone().try_into().map_err(|error: toml::de::Error| {
        anyhow!("the tables in {name} are invalid: {}", without_values(error.message()))
    })
}

/// A library's error message without the values that it quotes.
fn without_values(message: &str) -> String {
    match (message.find(['"', '`']), message.rfind(['"', '`'])) {
        // An unknown setting's name may be repeated, a value may not.
        (Some(first), Some(last)) if first < last && message.starts_with("invalid") => {
            format!("{}{}", message[..first].trim_end(), &message[last + 1..])
        }
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn error_of(text: &str) -> String {
        format!("{:#}", layer(text, Path::new("/srv/ptl/ptl.toml")).unwrap_err())
    }

    #[test]
    fn invalid_toml_is_reported_by_position_without_its_text() {
        for text in [
            "rate_free_per_minute = 1\napi_key = \"hunter2",
            "[smtp]\npassword = hunter2",
            "hunter2",
            "x = 'a'\nx = 'hunter2'",
            "[smtp]\npassword = \"a\"\n[smtp]\npassword = \"hunter2\"",
            "database_url = \"postgres://ptl:hunter2@h\nb\"",
            "[openai]\napi_key = [\"hunter2\"]",
            "[openai]\napi_key = { a = \"hunter2\" }",
            "rate_free_per_minute = \"hunter2\"",
            "rate_free_per_minute = [\"hunter2\"]",
            "listen = { a = \"hunter2\" }",
            "prices = \"hunter2\"",
            "[prices]\nm = \"hunter2\"",
            "[prices.m]\ninput = \"hunter2\"\noutput = 1",
            "[marketplaces.ebay]\ntitle_max = \"hunter2\"",
            "marketplaces = [\"hunter2\"]",
        ] {
            let message = error_of(text);
            assert!(!message.contains("hunter2"), "{text}: {message}");
        }
        assert!(
            error_of("rate_free_per_minute = 1\nhistory_days = x")
                .starts_with("line 2, column 16: invalid TOML")
        );
        assert!(error_of("[prices.m]\nin = 1").contains("in"), "the error does not repeat the unknown name");
    }

    #[test]
    fn unknown_setting_is_refused_with_the_nearest_known_name() {
        assert!(
            error_of("rate_fre_per_minute = 1")
                .contains("rate_fre_per_minute is not a setting: do you mean rate_free_per_minute?")
        );
        assert!(error_of("[smtp]\nhots = \"a\"").contains("do you mean smtp_host?"));
        assert!(error_of("[nothing]\nx = 1").contains("nothing_x is not a setting"));
        assert!(
            error_of("openai_model = \"a\"\n[openai]\nmodel = \"b\"").contains("openai_model is given twice")
        );
    }

    #[test]
    fn empty_values_count_as_absent_and_lists_are_joined() {
        let text =
            "public_url = \"\"\ntrusted_proxies = [\"10.0.0.1\", \"10.1.0.0/16\"]\n[smtp]\npassword = \"\"";
        let layer = layer(text, Path::new("/srv/ptl/ptl.toml")).unwrap();
        assert_eq!(layer.public_url, None);
        assert!(layer.smtp.password.is_none());
        assert_eq!(layer.trusted_proxies.as_deref(), Some("10.0.0.1,10.1.0.0/16"));
    }

    #[test]
    fn relative_paths_start_in_the_folder_of_the_settings_file() {
        let file = Path::new("/srv/ptl/ptl.toml");
        let data_dir = |text: &str| layer(&format!("data_dir = {text:?}"), file).unwrap().data_dir.unwrap();
        assert_eq!(data_dir("data"), Path::new("/srv/ptl/data"));
        assert_eq!(data_dir("/data"), Path::new("/data"));
        for (given, read) in [
            ("sqlite:a.db", "sqlite:/srv/ptl/a.db"),
            ("sqlite://a.db", "sqlite:///srv/ptl/a.db"),
            ("a.db", "/srv/ptl/a.db"),
            ("sqlite:///a.db", "sqlite:///a.db"),
            ("postgres://ptl@h/ptl", "postgres://ptl@h/ptl"),
        ] {
            let layer = layer(&format!("database_url = {given:?}"), file).unwrap();
            assert_eq!(layer.database_url.as_deref(), Some(read));
        }
    }

    #[test]
    fn a_file_writable_by_others_is_refused_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(NAME);
        fs::write(&file, "rate_free_per_minute = 7").unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(SettingsFile::read(&file).unwrap().layer.rate_free_per_minute, Some(7));
        for (file_mode, folder_mode) in [(0o666, 0o755), (0o644, 0o777)] {
            mode(&file, file_mode);
            mode(folder.path(), folder_mode);
            let message = format!("{:#}", SettingsFile::read(&file).unwrap_err());
            assert!(message.contains(file.to_str().unwrap()) && message.contains("chmod go-w"), "{message}");
        }
    }

    #[test]
    fn the_users_own_file_is_found_and_an_untrusted_one_is_an_error() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("ptl");
        fs::create_dir(&folder).unwrap();
        let file = folder.join(NAME);
        fs::write(&file, "rate_free_per_minute = 7").unwrap();
        let find = || SettingsFile::find(None, Some(home.path()));
        assert_eq!(find().unwrap().path, Some(file.clone()));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o606)).unwrap();
        assert!(find().is_err());
        let no_file = SettingsFile::find(Some(Path::new(NO_FILE)), Some(home.path())).unwrap();
        assert_eq!((no_file.path, no_file.layer.rate_free_per_minute), (None, None));
        let absent = SettingsFile::find(Some(&home.path().join("absent.toml")), None).unwrap_err();
        assert!(format!("{absent:#}").contains("cannot read the settings file"), "{absent:#}");
    }
}
