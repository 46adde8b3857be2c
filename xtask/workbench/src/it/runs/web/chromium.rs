//! Headless Chromium, limited to this machine.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use serde_json::json;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities as _, LoggingPrefsLogLevel};

use super::program::{Program, free_port};

/// Also prevent DNS lookups and background requests.
const ARGUMENTS: [&str; 16] = [
    "--headless=new",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--hide-scrollbars",
    "--lang=en-US",
    "--force-prefers-reduced-motion",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--window-size=1280,900",
];

/// Setting that blocks scripts.
const BLOCKED: u8 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Usual,
    WithoutScripts,
}

pub(super) fn driver() -> Result<Program> {
    // The client requires a crypto provider that it never uses; one may be installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let port = free_port()?;
    let mut command = Command::new("chromedriver");
    command.arg(format!("--port={port}"));
    Program::start(&mut command, port, "/status")
}

pub(super) fn capabilities(kind: Kind, downloads: &Path) -> Result<ChromeCapabilities> {
    let mut wanted = ChromeCapabilities::new();
    for argument in ARGUMENTS {
        wanted.add_arg(argument)?;
    }
    if xtask::debian::is_root() {
        wanted.set_no_sandbox()?;
    }
    let mut preferences = json!({
        "intl.accept_languages": "en-US,en",
        "download.default_directory": downloads,
        "download.prompt_for_download": false,
        "credentials_enable_service": false,
        "profile.password_manager_leak_detection": false,
    });
    if kind == Kind::WithoutScripts {
        preferences["profile.managed_default_content_settings.javascript"] = json!(BLOCKED);
    }
    wanted.add_experimental_option("prefs", preferences)?;
    for log in ["browser", "performance"] {
        wanted.set_logging_prefs(log, LoggingPrefsLogLevel::All)?;
    }
    Ok(wanted)
}
