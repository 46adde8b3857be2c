//! Tests of an operator's commands: where settings come from, errors, and signals.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::Value;

use crate::process::Ptl;

/// Misplaced or malformed; no message may repeat it.
const SECRET: &str = "canary5e1f";

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}

/// Returns both outputs.
fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn settings_and_models_in_the_working_folder_are_ignored() {
    let ptl = Ptl::fresh(vec![("PTL_AI_PROVIDER", "embedded".to_owned())]);
    let (here, home) = (ptl.data().join("photos-of-a-seller"), ptl.data().join("home"));
    fs::create_dir_all(here.join("models")).unwrap();
    fs::create_dir_all(home.join(".config/ptl")).unwrap();
    fs::write(here.join("ptl.toml"), "this is not TOML and would end every command").unwrap();
    let doctor = |config: Option<&str>| {
        let mut command = ptl.command(&["doctor"]);
        command.current_dir(&here).env("HOME", &home).env_remove("XDG_CONFIG_HOME").env_remove("PTL_CONFIG");
        if let Some(file) = config {
            command.args(["--config", file]);
        }
        output_text(&run(&mut command))
    };
    let message = doctor(None);
    assert!(message.contains("models") && !message.contains("photos-of-a-seller"), "{message}");
    assert!(
        doctor(Some("ptl.toml")).contains("ptl.toml: line 1"),
        "a settings file named explicitly is read"
    );

    let own = home.join(".config/ptl/ptl.toml");
    fs::write(&own, "rate_free_per_minute = 0").unwrap();
    assert!(doctor(None).contains("rate_free_per_minute must be at least 1"), "the user's own file is read");
    fs::set_permissions(&own, fs::Permissions::from_mode(0o666)).unwrap();
    let message = doctor(None);
    assert!(message.contains(own.to_str().unwrap()) && message.contains("chmod go-w"), "{message}");
}

const PACKAGED: &str = include_str!("../../docs/deployment/debian/ptl.toml");

#[test]
fn packaged_settings_file_is_accepted_as_it_is_and_with_every_example() {
    let ptl = Ptl::fresh(Vec::new());
    let file = ptl.data().join("packaged.toml");
    let outcome = |text: &str| {
        fs::write(&file, text).unwrap();
        let output = run(&mut ptl.command(&["openapi", "--config", file.to_str().unwrap()]));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(outcome(PACKAGED), (Some(0), String::new()));
    let is_example = |line: &&str| {
        line.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_lowercase() || c == '['))
    };
    let examples: Vec<&str> = PACKAGED.lines().filter(is_example).map(|line| &line[1..]).collect();
    assert!(examples.len() > 15, "{examples:?}");
    assert_eq!(outcome(&examples.join("\n")), (Some(0), String::new()));
    assert_eq!(outcome(&examples.join("\n").replace("registration", "registratoin")).0, Some(2));
}

#[test]
fn a_key_from_the_environment_is_not_sent_to_an_address_from_a_file() {
    let ptl = Ptl::fresh(vec![("PTL_OPENAI_API_KEY", SECRET.to_owned())]);
    let file = ptl.data().join("given.toml");
    fs::write(&file, "[openai]\nmodel = \"m\"\nbase_url = \"https://evil.example.com/v1\"").unwrap();
    let config = file.to_str().unwrap();
    let refused = run(&mut ptl.command(&["account", "list", "--config", config]));
    let message = output_text(&refused);
    assert_eq!(refused.status.code(), Some(2), "{message}");
    assert!(
        message.contains("openai_base_url") && message.contains("openai_api_key") && message.contains(config),
        "{message}"
    );
    assert!(!message.contains(SECRET), "{message}");
    let mut together = ptl.command(&["account", "list", "--config", config]);
    let together = run(together.env("PTL_OPENAI_BASE_URL", "https://api.example.com/v1"));
    assert_eq!(together.status.code(), Some(0), "{}", output_text(&together));
}

/// Those in the help of `ptl serve`.
fn variables(ptl: &Ptl) -> Vec<String> {
    // The help may break lines between any two words.
    let help = ptl.must(&["serve", "--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let variables = help.split("[env: ").skip(1).filter_map(|rest| rest.split(']').next());
    let mut names: Vec<String> = variables.map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() > 90, "{names:?}");
    names
}

#[test]
fn an_empty_variable_makes_no_command_fail() {
    let ptl = Ptl::fresh(Vec::new());
    ptl.must(&["account", "create", "ann@example.com"]);
    let mut command = ptl.command(&["account", "list"]);
    for name in variables(&ptl).iter().filter(|name| !matches!(name.as_str(), "PTL_CONFIG" | "PTL_DATA_DIR"))
    {
        command.env(name, "");
    }
    let output = run(&mut command);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    let unknown = run(ptl.command(&["account", "list"]).env("PTL_RATE_FREE_PER_MINUT", SECRET));
    let message = output_text(&unknown);
    assert_eq!(unknown.status.code(), Some(2), "{message}");
    assert!(
        message.contains("PTL_RATE_FREE_PER_MINUT is not a setting: do you mean PTL_RATE_FREE_PER_MINUTE?"),
        "{message}"
    );
    assert!(!message.contains(SECRET), "{message}");
}

#[test]
fn a_secret_in_the_wrong_variable_is_not_repeated() {
    let ptl = Ptl::fresh(Vec::new());
    ptl.must(&["account", "create", "ann@example.com"]);
    let is_place =
        |name: &str| ["_FILE", "_DIR", "_CONFIG", "_DATABASE_URL"].iter().any(|end| name.ends_with(end));
    for name in variables(&ptl).iter().filter(|name| !is_place(name)) {
        for value in [SECRET.to_owned(), format!("https://ann:{SECRET}@h.example/x y")] {
            let message = output_text(&run(ptl.command(&["account", "list"]).env(name, value)));
            assert!(!message.contains(SECRET), "{name}: {message}");
        }
    }
    for secret in [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "OLLAMA_API_KEY",
        "EBAY_CLIENT_SECRET",
        "ETSY_API_KEY",
        "SMTP_PASSWORD",
        "OIDC_CLIENT_SECRET",
    ] {
        for value in [SECRET.to_owned(), format!("\"{SECRET}\""), format!("{SECRET}\n{SECRET}")] {
            let mut command = ptl.command(&["account", "list"]);
            let message = output_text(&run(command.env(format!("PTL_{secret}"), value)));
            assert!(!message.contains(SECRET), "{secret}: {message}");
        }
    }
}

#[test]
fn error_never_repeats_a_secret_in_an_address_or_an_invalid_file() {
    let ptl = Ptl::fresh(Vec::new());
    let addresses = [
        "postgres://ptl:canary5e1f%x@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f/y@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f@y@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f?y@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f#y@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f y@127.0.0.1:1/ptl",
        "postgres://ptl:canary5e1f",
        "postgres://127.0.0.1:1/ptl?password=canary5e1f",
        "postgres://127.0.0.1:1/ptl?canary5e1f",
        "postgres://127.0.0.1:canary5e1f/ptl",
        "mysql://ptl:canary5e1f@127.0.0.1/ptl",
        "ptl:canary5e1f@127.0.0.1/ptl",
        "host=127.0.0.1 user=ptl password=canary5e1f dbname=ptl",
    ];
    for address in addresses {
        for args in
            [&["migrate"][..], &["doctor"], &["serve", "--listen", "127.0.0.1:0"], &["doctor", "--json"]]
        {
            let mut command = ptl.command(args);
            let output = run(command.env("PTL_DATABASE_URL", address).env("PTL_AI_PROVIDER", "embedded"));
            let message = output_text(&output);
            assert_ne!(output.status.code(), Some(0), "{args:?} {address}");
            assert!(!message.contains(SECRET), "{args:?} {address}: {message}");
        }
    }
    for address in
        ["redis://:canary5e1f%@127.0.0.1:1", "redis://ptl:canary5e1f@127.0.0.1:x", "rediss://:canary5e1f@h"]
    {
        let message = output_text(&run(ptl.command(&["doctor"]).env("PTL_REDIS_URL", address)));
        assert!(!message.contains(SECRET), "{address}: {message}");
    }
    for text in [
        "[smtp]\npassword = \"canary5e1f",
        "[smtp]\npassword = canary5e1f",
        "[openai]\napi_key = [\"canary5e1f\"]",
        "database_url = \"postgres://ptl:canary5e1f@h\nx\"",
        "rate_free_per_minute = \"canary5e1f\"",
        "canary5e1f",
    ] {
        let file = ptl.data().join("given.toml");
        fs::write(&file, text).unwrap();
        let output = run(&mut ptl.command(&["doctor", "--config", file.to_str().unwrap()]));
        assert_eq!(output.status.code(), Some(2), "{text}");
        let message = output_text(&output);
        assert!(message.contains("given.toml") && !message.contains(SECRET), "{text}: {message}");
    }
}

#[test]
fn commands_print_their_database_and_mark_a_new_one() {
    let ptl = Ptl::fresh(Vec::new());
    let stderr = |args: &[&str]| String::from_utf8(run(&mut ptl.command(args)).stderr).unwrap();
    let file = ptl.data().join("ptl.db");
    let message = stderr(&["account", "create", "ann@example.com"]);
    assert!(message.contains(&format!("database: sqlite://{} (new", file.display())), "{message}");
    let message = stderr(&["account", "list"]);
    assert!(message.contains(&format!("database: sqlite://{}\n", file.display())), "{message}");
    let message = stderr(&["account", "show", "bob@example.com", "--json"]);
    let lines: Vec<Value> = message.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["new"], false);
    assert!(lines.last().unwrap()["error"].as_str().unwrap().contains("bob@example.com"), "{message}");
}

#[test]
fn unwritable_result_is_a_failure_and_its_new_key_is_revoked() {
    let ptl = Ptl::fresh(Vec::new());
    ptl.must(&["account", "create", "ann@example.com"]);
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for args in [
        &["account", "list"][..],
        &["account", "list", "--json"],
        &["usage", "ann@example.com"],
        &["key", "create", "ann@example.com", "--name", "shop"],
        &["admin", "create", "ann@example.com"],
        &["account", "link", "ann@example.com"],
        &["openapi"],
        &["doctor"],
        &["migrate"],
    ] {
        let output = run(ptl.command(args).stdout(full()));
        assert_eq!(output.status.code(), Some(1), "{args:?} {}", output_text(&output));
        assert!(
            output_text(&output).contains("written") || output_text(&output).contains("cannot write"),
            "{}",
            output_text(&output)
        );
    }
    let keys: Value = serde_json::from_str(&ptl.must(&["key", "list", "ann@example.com", "--json"])).unwrap();
    let states: Vec<&str> =
        keys.as_array().unwrap().iter().map(|key| key["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["revoked"]);
}

#[test]
fn keys_have_their_scopes_as_a_list_in_json() {
    let ptl = Ptl::fresh(Vec::new());
    ptl.must(&["account", "create", "ann@example.com"]);
    ptl.must(&["key", "create", "ann@example.com"]);
    ptl.must(&["key", "create", "ann@example.com", "--scope", "usage:read"]);
    let keys: Value = serde_json::from_str(&ptl.must(&["key", "list", "ann@example.com", "--json"])).unwrap();
    assert_eq!(
        keys[0]["scopes"],
        serde_json::json!(["listings:write", "usage:read", "generations:read", "generations:write"])
    );
    assert_eq!(keys[1]["scopes"], serde_json::json!(["usage:read"]));
}

#[test]
fn a_command_succeeds_when_its_reader_closes_the_pipe() {
    let ptl = Ptl::fresh(Vec::new());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = run(ptl.command(&["openapi"]).stdout(writer));
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
}

fn signal(server: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &server.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[tokio::test]
async fn unused_signals_have_no_effect_and_sigquit_stops_the_server() {
    let ptl = Ptl::fresh(Vec::new());
    let server = ptl.serve();
    for name in ["HUP", "USR1", "USR2"] {
        signal(server.id(), name);
        let answer = server.request(Method::GET, "/health/live").send().await.unwrap();
        assert_eq!(answer.status(), 200, "{name}");
    }
    signal(server.id(), "QUIT");
    assert_eq!(server.ended().await.code(), Some(0));
    for name in ["SIGHUP", "SIGUSR1", "SIGUSR2"] {
        assert!(ptl.log().contains(&format!("ignored {name}")), "{}", ptl.log());
    }
}

#[test]
fn standard_output_and_json_log_together_are_json_lines() {
    let ptl = Ptl::fresh(Vec::new());
    let path = ptl.data().join("merged.log");
    let log = File::create(&path).unwrap();
    let mut command = ptl.command(&["serve", "--listen", "127.0.0.1:0", "--log-format", "json"]);
    let mut server = command.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap();
    let begun = Instant::now();
    let merged = || fs::read_to_string(&path).unwrap();
    while !merged().contains("there is no administrator yet") {
        assert!(
            begun.elapsed() < Duration::from_mins(1) && server.try_wait().unwrap().is_none(),
            "{}",
            merged()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(server.id(), "TERM");
    assert!(server.wait().unwrap().success());
    let messages: Vec<Value> = merged().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let has = |text: &str| messages.iter().any(|line| line["message"].as_str().unwrap().contains(text));
    assert!(has("listening on http://127.0.0.1:") && has("stopped"), "{messages:?}");
    assert!(messages.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()));
}

#[test]
fn doctor_checks_listen_address_data_folder_database_and_web_app() {
    let ptl = Ptl::fresh(vec![("PTL_AI_PROVIDER", "openai".to_owned())]);
    let doctor = |more: &[(&str, &str)]| {
        let mut command = ptl.command(&["doctor", "--json"]);
        command.env("PTL_OPENAI_MODEL", "m").env("PTL_OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
        let output = run(command.envs(more.iter().copied()));
        let checks: Value = serde_json::from_slice(&output.stdout).unwrap();
        checks.as_array().unwrap().clone()
    };
    let find = |checks: &[Value], name: &str| checks.iter().find(|check| check["check"] == name).cloned();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let silent = std::thread::spawn(move || drop(taken.accept()));
    let checks = doctor(&[("PTL_LISTEN", &address)]);
    silent.join().unwrap();
    let listen = find(&checks, "listen").unwrap();
    assert_eq!(listen["ok"], false, "{listen}");
    assert!(listen["detail"].as_str().unwrap().contains("another program"), "{listen}");

    let checks = doctor(&[("PTL_LISTEN", "0.0.0.0:0")]);
    assert_eq!(find(&checks, "listen").unwrap()["ok"], true);
    assert_eq!(find(&checks, "data").unwrap()["ok"], true);
    assert_eq!(find(&checks, "database").unwrap()["ok"], true, "{checks:?}");
    let web = find(&checks, "web").unwrap();
    assert_eq!((&web["ok"], &web["warning"]), (&Value::Bool(true), &Value::Bool(true)), "{web}");
    assert!(find(&doctor(&[("PTL_LISTEN", "127.0.0.1:0")]), "web").is_none());
}

#[test]
fn a_restored_database_keeps_its_owner_and_mode() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    const SERVICE: u32 = 54_321;
    let ptl = Ptl::fresh(Vec::new());
    ptl.must(&["account", "create", "ann@example.com"]);
    let (data, database) = (ptl.data(), ptl.data().join("ptl.db"));
    let backup = data.join("backup.db");
    ptl.must(&["backup", backup.to_str().unwrap()]);
    fs::set_permissions(&database, fs::Permissions::from_mode(0o640)).unwrap();
    if chown(&database, Some(SERVICE), Some(SERVICE)).is_err() {
        eprintln!("NOT RUN: only root can give files away");
        return;
    }
    ptl.must(&["restore", backup.to_str().unwrap(), "--replace"]);
    let metadata = fs::metadata(&database).unwrap();
    assert_eq!((metadata.uid(), metadata.gid(), metadata.mode() & 0o777), (SERVICE, SERVICE, 0o640));
    ptl.must(&["account", "show", "ann@example.com"]);

    // A database that these create gets the owner of the folder.
    for args in [&["restore", backup.to_str().unwrap()][..], &["account", "create", "bob@example.com"]] {
        for entry in fs::read_dir(&data).unwrap().flatten().filter(|entry| entry.path() != backup) {
            fs::remove_file(entry.path()).unwrap();
        }
        chown(&data, Some(SERVICE), Some(SERVICE)).unwrap();
        ptl.must(args);
        assert_eq!(fs::metadata(&database).unwrap().uid(), SERVICE, "{args:?}");
    }
}
