//! Why `ptl` did not do what was asked.

use std::process::ExitCode;

use listing_domain::usecase::{AccountError, ErrorKind};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What it was given or needs is not there: exit code 2.
    Setup(anyhow::Error),
    /// It could not: exit code 1.
    Failed(anyhow::Error),
}

impl Failure {
    /// The exit code for it.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Setup(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
        }
    }

    /// The reason.
    pub fn error(&self) -> &anyhow::Error {
        match self {
            Self::Setup(error) | Self::Failed(error) => error,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<AccountError> for Failure {
    fn from(error: AccountError) -> Self {
        match error.kind() {
            ErrorKind::Invalid => Self::Setup(error.into()),
            _ => Self::Failed(error.into()),
        }
    }
}
