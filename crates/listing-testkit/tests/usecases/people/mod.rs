//! Tests the use cases of people: sign-up, sign-in, links and account management.

mod access;
mod fixture;
mod link_limits;
mod links;
mod mail;
mod own_account;
mod provider;
mod sign_in;
mod sign_up;
