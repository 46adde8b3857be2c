//! `cargo xtask test`: everything that must pass, in one go, cheapest first.

use anyhow::Result;

use crate::project::{can_build_turbo, cargo, run as must, step};
use crate::{it, models, openapi, services, tidy};

/// Runs everything that must pass.
pub(crate) fn run() -> Result<()> {
    step("formatting", || must(&mut cargo(["fmt", "--all", "--check"])))?;
    step("tidy", tidy::run)?;
    step("clippy", || {
        must(&mut cargo(["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]))
    })?;
    step("models", || models::run(&models::ModelsArgs { dir: None, force: false }))?;
    step("services to test with", || {
        services::ensure();
        Ok(())
    })?;
    step("unit, contract and HTTP tests", || {
        // What is installed must not be skipped for another reason.
        let required = if services::are_there() { "1" } else { "0" };
        must(cargo(["test", "--workspace", "--locked"]).env("PTL_TEST_REQUIRE_SERVICES", required))
    })?;
    if can_build_turbo() {
        step("photos by the faster decoders", || {
            // The whole workspace, so that nothing else is built anew.
            let tests = ["test", "--workspace", "--locked", "--features", "turbo", "--test", "processor"];
            must(&mut cargo(tests))
        })?;
    } else {
        eprintln!("\nskipped: the faster decoders, which cmake and nasm build");
    }
    step("documentation", || {
        must(cargo(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "--deny warnings"))
    })?;
    step("black-box workloads and quick runs", || it::run(&it::ItArgs::all_quickly()))?;
    step("OpenAPI drift", || openapi::run(&openapi::OpenapiArgs { check: true }))?;
    eprintln!("\nEverything passed.");
    Ok(())
}
