//! The commands of `ptl`. Each calls one use case and prints its result.

/// A parser for a closed list of codes, which the help then shows.
macro_rules! one_of {
    ($list:ty) => {
        clap::builder::TypedValueParser::try_map(
            clap::builder::PossibleValuesParser::new(<$list>::ALL.iter().map(|value| value.code())),
            |code| code.parse::<$list>(),
        )
    };
}
pub mod account;
pub mod admin;
pub mod backup;
pub mod batch;
pub mod billing;
pub mod comps;
pub mod database;
pub mod describe;
pub mod doctor;
pub mod export;
pub mod generate;
pub mod healthcheck;
pub mod history;
pub mod key;
pub mod migrate;
pub mod migrate_data;
pub mod plan;
mod print;
mod progress;
pub mod serve;
pub mod usage;

pub use crate::failure::Failure;
pub(crate) use one_of;
pub use print::print_error;

/// Prints the OpenAPI document of the API.
pub fn openapi() -> Result<(), Failure> {
    print::raw(&listing_rest::openapi_json())
}
