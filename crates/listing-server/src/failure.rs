use std::process::ExitCode;

use listing_domain::usecase::{AccountError, ErrorKind};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A missing or wrong input or requirement: exit code 2.
    Setup(anyhow::Error),
    /// A failure while running: exit code 1.
    Failed(anyhow::Error),
}

impl Failure {
    /// Returns the exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Setup(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
        }
    }

    /// Returns the error with its causes.
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
