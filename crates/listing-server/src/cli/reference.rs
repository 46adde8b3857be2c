//! Compares the tables of settings and commands in the documentation with generated ones;
//! `INSTA_UPDATE=always` writes them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use clap::{Arg, Command, CommandFactory as _};

use super::{Ptl, help};
use crate::settings::{self, Layer};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations");

#[test]
fn the_configuration_page_lists_every_setting() {
    compare("configuration.md", &settings_table());
}

#[test]
fn the_command_reference_lists_every_command() {
    compare("cli.md", &commands());
}

/// Compares the part of a page between two marks with the expected text.
#[expect(clippy::disallowed_methods, reason = "the same variable renews snapshots")]
fn compare(page: &str, expected: &str) {
    const MARKS: (&str, &str) = ("<!-- generated: begin -->\n", "<!-- generated: end -->");
    let file = Path::new(FOLDER).join(page);
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(MARKS.0).unwrap();
    let (found, after) = rest.split_once(MARKS.1).unwrap();
    let expected = format!("\n{}\n\n", expected.trim());
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&file, [before, MARKS.0, &expected, MARKS.1, after].concat()).unwrap();
        return;
    }
    assert!(found == expected, "{page} is out of date: run this test with INSTA_UPDATE=always");
}

/// In the order of `ptl serve --help`.
fn settings_table() -> String {
    let mut table = String::from(
        "| Setting | Environment variable | Default | Unit | Range | Meaning |\n|---|---|---|---|---|---|\n",
    );
    let arguments = Layer::arguments();
    for group in help::headings() {
        for arg in arguments.iter().filter(|arg| help::heading(arg.get_id().as_str()) == group) {
            let id = arg.get_id().as_str();
            if let Some(secret) = id.strip_suffix("_file") {
                assert!(settings::is_secret(secret), "{id}");
                let text = text(arg);
                let meaning = text.strip_prefix("File with the ").expect(id);
                let meaning = meaning.split("; or `PTL_").next().unwrap_or(meaning);
                let meaning = format!("{}{}. No flag", meaning[..1].to_uppercase(), &meaning[1..]);
                row(&mut table, secret, "secret", "", &meaning);
            }
            let range = settings::range(id).map(|range| settings::shown_range(&range));
            row(&mut table, id, unit(arg), &range.unwrap_or_default(), &text(arg));
        }
    }
    table
}

fn row(table: &mut String, id: &str, unit: &str, range: &str, help: &str) {
    let (meaning, default) = default_of(help);
    let range = if unit == "true, false" { unit } else { range };
    let unit = if unit == "true, false" { "" } else { unit };
    writeln!(
        table,
        "| `{id}` | `{}` | {} | {unit} | {range} | {}. |",
        settings::variable(id),
        default.unwrap_or("none"),
        meaning.trim_end_matches('.')
    )
    .unwrap();
}

fn text(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    help.replace('|', "\\|").replace('\n', " ")
}

/// Splits a help text into description and default.
fn default_of(help: &str) -> (&str, Option<&str>) {
    match help.split_once(" [default: ") {
        Some((meaning, default)) => (meaning, default.strip_suffix(']')),
        None => (help, None),
    }
}

fn unit(arg: &Arg) -> &'static str {
    let name = arg.get_value_names().and_then(|names| names.first()).expect("every setting has a value");
    match name.as_str() {
        "ADDRESS" => "address",
        "AMOUNTS" => "amounts, comma-separated",
        "ADDRESS,…" => "addresses or networks, comma-separated",
        "ADDRESS:PORT" => "address and port",
        "BOOL" => "true, false",
        "BYTES" => "bytes",
        "CALLS" => "calls",
        "CONNECTIONS" => "connections",
        "COUNTRY" => "country",
        "DATE" => "date",
        "DAYS" => "days",
        "DETAIL" | "FORMAT" | "MODE" | "NAME" => "name",
        "DOLLARS" => "US dollars",
        "FILE" => "file",
        "FILTER" => "filter",
        "FOLDER" => "folder",
        "GENERATIONS" => "generations",
        "HOST" => "host name",
        "HOST,…" => "host names, comma-separated",
        "ID" => "id",
        "ITEMS" => "items",
        "KEYS" => "keys",
        "MEGAPIXELS" => "megapixels",
        "MIB" => "MiB",
        "MILLISECONDS" => "milliseconds",
        "MINUTES" => "minutes",
        "NAME,…" => "names, comma-separated",
        "ORIGIN,…" => "origins, comma-separated",
        "PERCENT" => "percent",
        "PIXELS" => "pixels",
        "PORT" => "port",
        "REQUESTS" => "requests",
        "REWRITES" => "rewrites",
        "SECONDS" => "seconds",
        "THREADS" => "threads",
        "URL" => "URL",
        other => panic!("no unit is known for the value name {other}"),
    }
}

/// One table for each command with subcommands, and one for all others.
fn commands() -> String {
    let mut root = help::arrange(Ptl::command());
    root.build();
    let mut text = String::new();
    let shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    let (groups, single): (Vec<_>, Vec<_>) =
        root.get_subcommands().filter(shown).partition(|command| command.has_subcommands());
    section(&mut text, "ptl", &single);
    for group in groups {
        let inner: Vec<_> = group.get_subcommands().filter(shown).collect();
        section(&mut text, &format!("ptl {}", group.get_name()), &inner);
    }
    text
}

fn section(text: &mut String, path: &str, commands: &[&Command]) {
    writeln!(text, "### `{path}`\n\n| Command or option | Meaning |\n|---|---|").unwrap();
    for command in commands {
        let own: Vec<_> = command.get_arguments().filter(|arg| is_own(arg)).collect();
        let values = own.iter().filter(|arg| arg.is_positional()).map(|arg| format!(" {}", value(arg)));
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let name = format!("{path} {}{}", command.get_name(), values.collect::<String>());
        writeln!(text, "| **`{name}`** | {} |", sentence(&about)).unwrap();
        // `EMAIL` is left out: it names the account in every command.
        for arg in own.iter().filter(|arg| value(arg) != "EMAIL") {
            let name = match (arg.get_long(), arg.get_action().takes_values()) {
                (Some(long), true) => format!("--{long} {}", value(arg)),
                (Some(long), false) => format!("--{long}"),
                (None, _) => value(arg),
            };
            writeln!(text, "| `{name}` | {}{} |", sentence(&self::text(arg)), accepted(arg)).unwrap();
        }
    }
    text.push('\n');
}

/// The default is in brackets.
fn sentence(help: &str) -> String {
    let (meaning, default) = default_of(help);
    let default = default.map(|default| format!(" Default: {default}.")).unwrap_or_default();
    format!("{}.{default}", meaning.trim_end_matches('.')).replace('\n', " ")
}

fn accepted(arg: &Arg) -> String {
    let joined = |values: Vec<String>| (!values.is_empty()).then(|| values.join(", "));
    let is_switch = !arg.get_action().takes_values();
    let values = arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    let defaults = arg.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy()));
    let values = joined(values).filter(|_| !is_switch).map(|values| format!(" Values: {values}."));
    let default =
        joined(defaults.collect()).filter(|_| !is_switch).map(|default| format!(" Default: {default}."));
    format!("{}{}", values.unwrap_or_default(), default.unwrap_or_default())
}

fn is_own(arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    let is_shared = ["help", "version", "config", "json"].contains(&id);
    !is_shared && !arg.is_hide_set() && !Layer::arguments().iter().any(|setting| setting.get_id() == id)
}

fn value(arg: &Arg) -> String {
    let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let name = name.unwrap_or_else(|| arg.get_id().to_string().to_uppercase());
    let is_many = arg.get_num_args().is_some_and(|number| number.max_values() > 1);
    if is_many { format!("{name}…") } else { name }
}
