//! The texts by area of the web app: structs whose fields the compiler requires in every language.

mod account;
mod admin;
mod bulk;
mod common;
mod errors;
mod exports;
mod generate;
mod generations;
mod home;
mod keys;
mod purchases;
mod settings;
mod sign;
mod values;

pub(crate) use account::Account;
pub(crate) use admin::Admin;
pub(crate) use bulk::Bulk;
pub(crate) use common::Common;
pub(crate) use errors::Errors;
pub(crate) use exports::Exports;
pub(crate) use generate::Generate;
pub(crate) use generations::Generations;
pub(crate) use home::Home;
pub(crate) use keys::Keys;
pub(crate) use purchases::Purchases;
pub(crate) use settings::Settings;
pub(crate) use sign::Sign;
pub(crate) use values::Values;
