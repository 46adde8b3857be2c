//! `cargo xtask demo`: shows the service at work, without a prompt.

use std::collections::BTreeMap;
use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::client::{generate, request_body};
use crate::models;
use crate::project::{fastest_binary, sample_photos};
use crate::ptl::{Ptl, Server};

const EMAIL: &str = "demo@example.com";

/// Arguments of `cargo xtask demo`.
#[derive(Debug, clap::Args)]
pub struct DemoArgs {
    /// End after the listings instead of serving on
    #[arg(long)]
    once: bool,
    /// Photos to show instead of the project's samples (JPEG)
    photos: Vec<PathBuf>,
}

/// Builds and starts the service on a fresh database, prints listings and opens the web app.
pub fn run(args: &DemoArgs) -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let binary = fastest_binary()?;
    let ptl = Ptl::fresh(&binary, &BTreeMap::new())?;
    // An administrator can open every page.
    ptl.must(&["admin", "create", EMAIL])?;
    // The free plan's three units and ten requests a minute would end the demo early.
    ptl.must(&["plan", "set", EMAIL, "pro_monthly"])?;
    let key = ptl.must(&["key", "create", EMAIL])?;
    let server = ptl.serve()?;
    let photos = if args.photos.is_empty() { sample_photos()? } else { args.photos.clone() };
    let style = Style::of_stdout();
    for photo in &photos {
        show_photo(&server, &key, photo, &style)?;
    }
    // Created last, because it expires after ten minutes.
    let link = ptl.must(&["account", "link", EMAIL, "--public-url", &server.url])?;
    let heading =
        format!("See these listings in the web app, as {EMAIL}. Press the button within ten minutes:");
    println!("\n{}\n{link}", style.heading(&heading));
    if args.once {
        return server.stop();
    }
    open_in_browser(&link);
    let first = photos.first().context("there is no photo to show")?;
    let request = ptl.data().join("request.json");
    fs::write(&request, request_body(first, "fr", &["leboncoin", "vinted"])?.to_string())?;
    println!("\n{}", style.heading("The service is up. Try it, or stop it with Ctrl-C:"));
    println!(
        "curl -s {}/api/v1/listings -H 'X-API-Key: {key}' -H 'Content-Type: application/json' --data @{}",
        server.url,
        request.display()
    );
    println!("{}/docs describes the API.", server.url);
    // Ctrl-C reaches the service too. Ignoring it here lets the service drain and the folder be removed.
    ctrlc::set_handler(|| {}).context("cannot listen for Ctrl-C")?;
    server.wait()
}

fn open_in_browser(address: &str) {
    let is_mac = cfg!(target_os = "macos");
    let has_screen =
        is_mac || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_screen {
        return;
    }
    let mut opener = Command::new(if is_mac { "open" } else { "xdg-open" });
    // Not waited for: it may run as long as the browser.
    let _ = opener.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

const SHOWN: &[(&str, &[&str])] = &[("fr", &["leboncoin", "vinted"]), ("en", &["ebay", "depop"])];

fn show_photo(server: &Server, key: &str, photo: &Path, style: &Style) -> Result<()> {
    let name = photo.file_name().unwrap_or_default().to_string_lossy();
    println!("\n{}", style.heading(&name));
    for (language, platforms) in SHOWN {
        let (status, answer) = generate(server, key, &request_body(photo, language, platforms)?)?;
        ensure!(status == 200, "the service answered {status}: {answer}");
        let data = &answer["data"];
        println!(
            "{}",
            style.dim(&format!(
                "{} · {} · {} {}",
                text(&data["attributes"]["name"]),
                text(&data["attributes"]["color"]),
                data["suggestedPrice"],
                text(&data["priceRationale"]),
            ))
        );
        for listing in data["listings"].as_array().context("the answer has no listings")? {
            show_listing(listing, style);
        }
    }
    Ok(())
}

fn show_listing(listing: &Value, style: &Style) {
    println!(
        "\n  {}  {}",
        style.strong(text(&listing["title"])),
        style.dim(&format!(
            "{} · {} · {} · {}",
            text(&listing["platform"]),
            listing["price"],
            text(&listing["category"]),
            text(&listing["condition"]),
        ))
    );
    for line in text(&listing["description"]).lines() {
        println!("    {line}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

struct Style {
    is_terminal: bool,
}

impl Style {
    fn of_stdout() -> Self {
        Self { is_terminal: std::io::stdout().is_terminal() }
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.is_terminal { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn heading(&self, text: &str) -> String {
        self.paint("1;36", text)
    }

    fn strong(&self, text: &str) -> String {
        self.paint("1", text)
    }

    fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }
}
