//! Arranges the `--help` texts. Every command accepts every setting, so that one environment and one settings
//! file serve all, but only `serve` shows them, in groups.

use clap::{Arg, Command};

use crate::settings::{Layer, range, shown_range, with_parser};

const SERVE: &str = "serve";

/// Settings that concern every command, besides `--config` and `--json`.
const SHARED: [&str; 2] = ["data_dir", "database_url"];

const SETTINGS_POINTER: &str =
    "All settings, which every command accepts: ptl serve --help, or docs/operations/configuration.md.";

/// Headings, and the prefixes of the settings below them. The first match counts.
const GROUPS: [(&str, &[&str]); 20] = [
    ("Server", &["listen", "data_dir", "models_dir", "workers", "vision_"]),
    ("Database and Redis", &["database_", "redis_", "usage_cache"]),
    ("Connections", &["trusted_", "cors_", "header_", "keep_alive_", "readiness_"]),
    ("Stopping", &["shutdown_"]),
    ("Log", &["log"]),
    ("Plans", &["rate_", "free_units", "pack_units", "max_keys", "history_"]),
    (
        "Requests",
        &["batch_", "concurrency_", "cpu_", "queue_", "max_queue_wait_seconds", "max_body_", "body_"],
    ),
    ("Photos", &["max_photo_", "heic"]),
    ("Webhooks", &["webhook_"]),
    ("Web app", &["web", "public_url", "extra_hosts", "registration", "session_", "max_rewrites"]),
    ("Exports", &["export_"]),
    ("Mail", &["smtp_"]),
    ("Identity provider", &["oidc_"]),
    ("Sales through Stripe", &["stripe_"]),
    ("Market data", &["market", "ebay_", "etsy_", "exchange_"]),
    ("AI services", &["ai_", "writer_"]),
    ("OpenAI, or a server with its Chat Completions API", &["openai_"]),
    ("Anthropic", &["anthropic_"]),
    ("Gemini", &["gemini_"]),
    ("Ollama", &["ollama_"]),
];

/// A test makes sure that every setting has a group.
const OTHERS: &str = "Others";

pub(super) fn arrange(command: Command) -> Command {
    let settings = Layer::arguments();
    let is_setting = |arg: &Arg| settings.iter().any(|setting| setting.get_id() == arg.get_id());
    let command = command.mut_args(|arg| {
        let hides = is_setting(&arg) && !SHARED.contains(&arg.get_id().as_str());
        let heading = is_setting(&arg).then_some("Shared options");
        described(with_parser(arg)).hide(hides).help_heading(heading)
    });
    // An option of the command itself is not inherited by its subcommands.
    let shown = settings.into_iter().map(|setting| {
        let heading = heading(setting.get_id().as_str());
        described(setting).help_heading(heading)
    });
    let command = command.mut_subcommand(SERVE, |serve| serve.args(shown));
    add_after_help(command, "")
}

/// Adds the range and the environment variable to the help. The command line parser does not read the
/// variable, since it would accept an empty one as a value.
fn described(arg: Arg) -> Arg {
    let Some(variable) = arg.get_env().map(|name| name.to_string_lossy().into_owned()) else { return arg };
    let help = arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default();
    let range = range(arg.get_id().as_str()).map(|range| format!(" [range: {}]", shown_range(&range)));
    let help = format!("{help}{} [env: {variable}]", range.unwrap_or_default());
    arg.env(None::<&str>).long_help(help.clone()).help(help)
}

#[cfg(test)]
pub(super) fn headings() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|(heading, _)| *heading)
}

pub(super) fn heading(id: &str) -> &'static str {
    let group = GROUPS.iter().find(|(_, names)| names.iter().any(|name| id.starts_with(name)));
    group.map_or(OTHERS, |(heading, _)| heading)
}

/// Adds examples and, except for `serve`, where all settings are listed.
fn add_after_help(command: Command, above: &str) -> Command {
    let path = format!("{above} {}", command.get_name()).trim().to_owned();
    let examples = EXAMPLES.iter().find(|(command, _)| *command == path).map(|(_, lines)| *lines);
    let examples = examples.map(|lines| format!("Examples:\n{lines}"));
    let pointer = (command.get_name() != SERVE).then(|| SETTINGS_POINTER.to_owned());
    let end = examples.into_iter().chain(pointer).collect::<Vec<_>>().join("\n\n");
    let command = if command.get_after_help().is_some() { command } else { command.after_help(end) };
    let above = if above.is_empty() && path == "ptl" { String::new() } else { path };
    command.mut_subcommands(move |inner| add_after_help(inner, &above))
}

const EXAMPLES: &[(&str, &str)] = &[
    (
        SERVE,
        "  ptl serve --listen 127.0.0.1:8080\n  PTL_PUBLIC_URL=https://ptl.example.com ptl serve --config /etc/ptl/ptl.toml",
    ),
    (
        "generate",
        "  ptl generate jacket.jpg --platforms vinted,leboncoin --brand Levi’s\n  ptl generate front.jpg back.jpg --platforms ebay --language en --json",
    ),
    (
        "batch",
        "  ptl batch photos --platforms ebay --dry-run --piles piles.json\n  ptl batch photos --platforms ebay --piles piles.json --output listings --format ebay-fr,csv",
    ),
    ("account create", "  ptl account create ann@example.com"),
    ("account show", "  ptl account show ann@example.com --json"),
    ("account link", "  ptl account link ann@example.com --public-url https://ptl.example.com"),
    ("account suspend", "  ptl account suspend ann@example.com"),
    ("account resume", "  ptl account resume ann@example.com"),
    ("account delete", "  ptl account delete ann@example.com --yes"),
    (
        "admin create",
        "  ptl admin create ann@example.com\n  sudo ptl admin create ann@example.com      # for the service under systemd",
    ),
    ("admin remove", "  ptl admin remove ann@example.com"),
    (
        "key create",
        "  ptl key create ann@example.com --name shop --expires 90d\n  KEY=$(ptl key create ann@example.com --scope usage:read)",
    ),
    ("key rotate", "  ptl key rotate ann@example.com shop --overlap 24h"),
    ("key list", "  ptl key list ann@example.com --json"),
    ("key revoke", "  ptl key revoke ann@example.com shop"),
    ("plan set", "  ptl plan set ann@example.com pro_monthly --until 2027-01-31"),
    ("credits add", "  ptl credits add ann@example.com --packs 2 --payment order-17"),
    ("credits refund", "  ptl credits refund ann@example.com --payment order-17"),
    ("usage", "  ptl usage ann@example.com\n  ptl usage ann@example.com --costs --json"),
    ("history", "  ptl history ann@example.com --limit 50"),
    ("backup", "  ptl backup /backups/ptl-2026-11-21.db"),
    ("restore", "  ptl restore /backups/ptl-2026-11-21.db --replace"),
    ("migrate-data", "  ptl migrate-data sqlite:///data/ptl.db postgres://ptl@db.example.com/ptl"),
    ("doctor", "  ptl doctor\n  ptl doctor --json | jq '.[] | select(.ok | not)'"),
    ("healthcheck", "  ptl healthcheck --listen 127.0.0.1:8080"),
    (
        "completions",
        "  ptl completions bash > ~/.local/share/bash-completion/completions/ptl\n  ptl completions fish > ~/.config/fish/completions/ptl.fish",
    ),
    ("man", "  ptl man | man -l -\n  ptl man --dir ~/.local/share/man/man1"),
];

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, FromArgMatches as _};

    use super::super::Ptl;
    use super::*;

    fn help(path: &[&str]) -> String {
        let mut command = arrange(Ptl::command());
        command.build();
        let mut found = &mut command;
        for name in path {
            found = found.find_subcommand_mut(name).unwrap();
        }
        found.render_long_help().to_string()
    }

    #[test]
    fn help_of_a_command_has_its_own_and_the_shared_options_only() {
        for path in [&["key"][..], &["key", "create"], &["account", "list"], &["doctor"], &["generate"], &[]]
        {
            let help = help(path);
            assert!(help.lines().count() < 90, "{path:?}: {} lines\n{help}", help.lines().count());
            for shared in ["--config", "--json", "--data-dir", "--database-url"] {
                assert!(help.contains(shared), "the help of {path:?} lacks {shared}");
            }
            for setting in ["--rate-free-per-minute", "--openai-model", "--max-body-bytes"] {
                assert!(!help.contains(setting), "the help of {path:?} has {setting}");
            }
            assert!(help.contains("ptl serve --help"), "{path:?}");
        }
    }

    #[test]
    fn help_of_serve_has_every_setting_with_a_description_in_a_group() {
        let help = help(&["serve"]);
        for (heading, _) in GROUPS {
            assert!(help.contains(&format!("{heading}:\n")), "{heading}");
        }
        for setting in Layer::arguments() {
            let id = setting.get_id().as_str();
            assert_ne!(heading(id), OTHERS, "{id} has no group");
        }
        let mut command = arrange(Ptl::command());
        command.build();
        let serve = command.find_subcommand("serve").unwrap();
        for setting in Layer::arguments() {
            let shown = serve.get_arguments().find(|arg| arg.get_id() == setting.get_id()).unwrap();
            let long = shown.get_long().unwrap();
            assert!(!shown.is_hide_set() && help.contains(&format!("--{long}")), "{long}");
            assert!(shown.get_help().is_some_and(|help| help.to_string().len() > 10), "{long}");
            let variable = setting.get_env().unwrap().to_str().unwrap();
            let text = shown.get_help().unwrap().to_string();
            assert!(text.ends_with(&format!("[env: {variable}]")), "{long}: the help lacks the variable");
            assert!(shown.get_env().is_none(), "the parser reads {variable}, but must not");
        }
    }

    #[test]
    fn examples_of_commands_are_accepted() {
        for (path, lines) in EXAMPLES {
            let names: Vec<&str> = path.split(' ').collect();
            assert!(help(&names).contains(lines.lines().next().unwrap().trim()), "{path}");
            for line in lines.lines() {
                let line = line.split(['|', '#', ')', '>']).next().unwrap().trim();
                let (_, line) = line.split_once("ptl ").unwrap();
                let args = line.split_whitespace().filter(|word| !word.contains('='));
                let args = std::iter::once("ptl").chain(args);
                let parsed = arrange(Ptl::command()).try_get_matches_from(args);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn settings_are_accepted_before_and_after_every_command() {
        let parse = |args: &[&str]| {
            let matches = arrange(Ptl::command()).try_get_matches_from(args).unwrap();
            Ptl::from_arg_matches(&matches).unwrap().settings
        };
        for args in [
            ["ptl", "--rate-free-per-minute", "7", "serve"],
            ["ptl", "serve", "--rate-free-per-minute", "7"],
            ["ptl", "doctor", "--rate-free-per-minute", "7"],
            ["ptl", "--rate-free-per-minute", "7", "doctor"],
        ] {
            assert_eq!(parse(&args).rate_free_per_minute, Some(7), "{args:?}");
        }
    }
}
