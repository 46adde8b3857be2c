//! `clients`: the documentation's examples and clients generated from the OpenAPI document work as written.
//!
//! External packages are fetched into `target/`. If one is not available, its part is skipped.

mod answers;
mod examples;
mod generated;
mod language;
mod page;
mod samples;
mod webhooks;

use std::time::Duration;

use anyhow::{Context as _, Result};

use super::Scale;
use super::deployment::Deployment;
use super::parts::{Figures, Part, verify_all};
use super::toolbox::{self, Toolbox};
use crate::it::outcome::RunReport;
use answers::Answers;
use xtask::ptl::Server;

const FETCHED_WITHIN: Duration = Duration::from_secs(30);

/// A service, and the folder of external packages.
struct Environment {
    /// Declared first, so that it stops before its data are deleted.
    server: Server,
    deployment: Deployment,
    toolbox: Toolbox,
    answers: Answers,
}

const PARTS: [Part<Environment>; 9] = [
    Part { name: "curl", is_long: false, verify: |env| samples::verify(env, &language::CURL) },
    Part { name: "Python", is_long: false, verify: |env| samples::verify(env, &language::PYTHON) },
    Part { name: "TypeScript", is_long: false, verify: |env| samples::verify(env, &language::TYPESCRIPT) },
    Part { name: "Rust", is_long: true, verify: |env| samples::verify(env, &language::RUST) },
    Part { name: "docs/api.md", is_long: false, verify: samples::verify_calls_for_people },
    Part { name: "docs/examples", is_long: false, verify: examples::verify },
    Part { name: "openapi-typescript", is_long: false, verify: generated::verify_typescript },
    Part { name: "standardwebhooks", is_long: false, verify: webhooks::verify },
    Part { name: "openapi-python-client", is_long: false, verify: generated::verify_python },
];

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let deployment = Deployment::on_sqlite(&[("PTL_WEBHOOK_ALLOWED_NETWORKS", "127.0.0.1")])?;
    let server = deployment.serve()?;
    let answers = Answers::new(&deployment, &server)?;
    let env = Environment { server, deployment, toolbox: Toolbox::open("clients"), answers };
    let shown = verify_all("clients", &PARTS, &env, scale)?;
    env.deployment.assert_ledger_balances()?;
    Ok(shown)
}

impl Environment {
    fn fetch(&self, path: &str) -> Result<String> {
        text_at(&format!("{}{path}", self.server.url))
    }
}

fn text_at(url: &str) -> Result<String> {
    let request = ureq::get(url).config().timeout_global(Some(FETCHED_WITHIN)).build();
    let mut response = request.call().with_context(|| format!("no response from {url}"))?;
    Ok(response.body_mut().read_to_string()?)
}
