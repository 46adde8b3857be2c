//! Runs: tests under load, with several instances and with crashes. Their figures are in
//! `docs/reliability.md`.

mod batch_kills;
mod clients;
mod container;
mod contract;
mod debian_root;
mod deny;
mod deployment;
mod exports;
mod fair;
mod idempotency;
mod kill_loop;
mod last_credit;
mod limiter;
mod months;
mod oidc;
mod overload;
mod package;
mod parts;
mod photos;
mod program;
mod providers;
mod spelling;
mod stripe;
mod stripe_sdk;
mod toolbox;
mod web;

use anyhow::Result;

pub(super) use web::forget_pictures;

use super::outcome::RunReport;
use crate::services;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// The size of the documented figures.
    Full,
    /// Takes seconds.
    Quick,
}

impl Scale {
    fn pick(self, full: u32, quick: u32) -> u32 {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }
}

pub(super) struct Run {
    /// On the command line.
    pub(super) name: &'static str,
    /// Programs that must be installed.
    pub(super) needs: &'static str,
    pub(super) verify: fn(Scale) -> Result<RunReport>,
    is_possible: fn() -> bool,
    /// Starts only by name, because it fetches programs or builds for long.
    pub(super) is_named_only: bool,
}

impl Run {
    pub(super) fn can_run(&self) -> bool {
        (self.is_possible)()
    }

    /// Also for a run that reports its own skipped parts.
    const fn without_requirements(name: &'static str, verify: fn(Scale) -> Result<RunReport>) -> Self {
        Self { name, needs: "", verify, is_possible: || true, is_named_only: false }
    }

    /// Fetches external programs, or reports its skipped parts.
    const fn external(name: &'static str, verify: fn(Scale) -> Result<RunReport>) -> Self {
        Self { name, needs: "", verify, is_possible: || true, is_named_only: true }
    }

    const fn over_instances(name: &'static str, verify: fn(Scale) -> Result<RunReport>) -> Self {
        Self {
            name,
            needs: "PostgreSQL or Redis",
            verify,
            is_possible: services::are_installed,
            is_named_only: false,
        }
    }
}

pub(super) const RUNS: [Run; 24] = [
    Run::over_instances("batch-kills", batch_kills::run),
    Run::external("clients", clients::run),
    Run::external("container", container::run),
    Run::external("contract", contract::run),
    Run::external("deny", deny::run),
    Run::external("exports", exports::run),
    Run::without_requirements("fair", fair::run),
    Run {
        name: "fuzz",
        needs: "cargo-fuzz",
        verify: photos::fuzz::run,
        is_possible: photos::fuzz::is_possible,
        is_named_only: true,
    },
    Run::without_requirements("hostile-photos", photos::hostile::run),
    Run::over_instances("idempotency", idempotency::run),
    Run::over_instances("kill-loop", kill_loop::run),
    Run::over_instances("last-credit", last_credit::run),
    Run::over_instances("limiter", limiter::run),
    Run {
        name: "months",
        needs: "faketime",
        verify: months::run,
        is_possible: services::has_faketime,
        is_named_only: false,
    },
    Run::without_requirements("mutants", photos::mutants::run),
    Run::external("oidc", oidc::run),
    Run {
        name: "overload",
        needs: "Linux",
        verify: overload::run,
        is_possible: || cfg!(target_os = "linux"),
        is_named_only: false,
    },
    Run::external("package", package::run),
    Run::without_requirements("photos-alike", photos::alike::run),
    Run {
        name: "private-photos",
        needs: "libimage-exiftool-perl",
        verify: photos::private::run,
        is_possible: services::has_exiftool,
        is_named_only: false,
    },
    Run::external("providers", providers::run),
    Run {
        name: "spelling",
        needs: "hunspell with hunspell-fr, hunspell-en-gb and hunspell-en-us",
        verify: spelling::run,
        is_possible: spelling::is_possible,
        is_named_only: false,
    },
    Run::external("stripe-sdk", stripe_sdk::run),
    Run {
        name: "web",
        needs: "chromium with chromium-driver",
        verify: web::run,
        is_possible: web::is_possible,
        is_named_only: false,
    },
];
