//! `stripe-sdk`: the official packages of Stripe make the service's calls against the fake of Stripe, their types fit
//! its answers and what the service reads, and both sides verify each other's signatures.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use listing_testkit::stripe::{FakeStripe, SECRET_KEY};
use serde_json::json;
use tokio::runtime::Runtime;

use super::Scale;
use super::parts::{Figures, Part, verify_all};
use super::stripe;
use super::toolbox::{Toolbox, compile_typescript, stdout_of};
use crate::it::outcome::RunReport;
use xtask::project;
use xtask::ptl::{Ptl, Server};

const NPM: [&str; 3] = ["stripe@23.1.0", "typescript@5.9.3", "@types/node@24.19.2"];
const PYPI: [&str; 1] = ["stripe==16.1.0"];

const PARTS: [Part<Environment>; 2] = [
    Part { name: "npm", is_long: false, verify: verify_node },
    Part { name: "PyPI", is_long: false, verify: verify_python },
];

/// The fake, and a service that sells through it.
struct Environment {
    /// Declared first, so that it stops before its data are deleted.
    server: Server,
    _ptl: Ptl,
    fake: FakeStripe,
    toolbox: Toolbox,
    /// Dropped last, because the fake runs on it.
    _runtime: Runtime,
}

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    let runtime = Runtime::new()?;
    let fake = runtime.block_on(stripe::start());
    // There is an event to deliver before anything is sold.
    fake.emit(
        "product.created",
        &json!({"id": "prod_mug", "object": "product", "name": "Mug", "active": true}),
    );
    let public = ("PTL_PUBLIC_URL", "https://listing.example".to_owned());
    let settings = stripe::settings(&fake).into_iter().chain([public]);
    let settings: BTreeMap<_, _> = settings.map(|(name, value)| (name.to_owned(), value)).collect();
    let ptl = Ptl::fresh(&project::release_binary()?, &settings)?;
    let server = ptl.serve()?;
    let toolbox = Toolbox::open("stripe-sdk");
    let env = Environment { server, _ptl: ptl, fake, toolbox, _runtime: runtime };
    verify_all("stripe-sdk", &PARTS, &env, scale)
}

/// The compiler checks the calls, the answers, and what the service reads.
fn verify_node(env: &Environment) -> Result<Figures> {
    let packages = env.toolbox.npm("node", &NPM)?;
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    for name in ["stripe_calls.ts", "stripe_fields.ts"] {
        fs::copy(script(name), folder.join(name))?;
    }
    compile_typescript(&packages, folder, &["stripe_calls.ts", "stripe_fields.ts"])?;
    let node = |phase: &[&str]| -> Result<String> {
        let mut node = Command::new("node");
        stdout_of(env.access(node.arg("stripe_calls.js").args(phase), folder))
    };
    let bought = node(&["buy"])?;
    let (payment, subscription) = bought.split_once(' ').context("the script prints two ids")?;
    let dispute = env.fake.dispute(payment, 600);
    env.fake.close_dispute(&dispute, false);
    env.fake.renew(subscription);
    node(&["read", payment, subscription])?;
    node(&["deliver"])?;
    let answers = ["bought.ts", "read.ts"];
    compile_typescript(&packages, folder, &answers)?;
    let mut count = 0;
    for name in answers {
        count += fs::read_to_string(folder.join(name))?.matches("export const").count();
    }
    Ok(vec![("answers".to_owned(), count.to_string())])
}

fn verify_python(env: &Environment) -> Result<Figures> {
    let python = env.toolbox.python("python", &PYPI)?.join("python");
    let folder = tempfile::tempdir()?;
    let mut python = Command::new(python);
    let checked = stdout_of(env.access(python.arg(script("stripe_calls.py")), folder.path()))?;
    Ok(vec![("checked".to_owned(), checked)])
}

impl Environment {
    /// Lets a script reach the fake and the service, and gives it an event that the fake signed.
    fn access<'a>(&self, command: &'a mut Command, folder: &Path) -> &'a mut Command {
        let delivery = self.fake.deliveries().into_iter().next();
        let header = delivery.as_ref().map(stripe::signature).unwrap_or_default();
        let body = delivery.map(|delivery| delivery.body).unwrap_or_default();
        command
            .current_dir(folder)
            .env("FAKE_URL", self.fake.url())
            .env("STRIPE_KEY", SECRET_KEY)
            .env("PTL_URL", &self.server.url)
            .env("WEBHOOK_SECRET", stripe::WEBHOOK_SECRET)
            .env("FAKE_BODY", body)
            .env("FAKE_HEADER", header)
    }
}

fn script(name: &str) -> PathBuf {
    project::root().join("tests/clients").join(name)
}
