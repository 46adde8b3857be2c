//! The English texts of the web app.

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

use super::Words;

pub(super) static WORDS: Words = Words {
    common: &common::WORDS,
    home: &home::WORDS,
    sign: &sign::WORDS,
    account: &account::WORDS,
    generate: &generate::WORDS,
    generations: &generations::WORDS,
    exports: &exports::WORDS,
    keys: &keys::WORDS,
    purchases: &purchases::WORDS,
    settings: &settings::WORDS,
    admin: &admin::WORDS,
    bulk: &bulk::WORDS,
    errors: &errors::WORDS,
    values: &values::WORDS,
};
