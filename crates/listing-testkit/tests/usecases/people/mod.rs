//! Tests of people: sign-up, sign-in, links and account management.

mod access;
mod asking;
mod elsewhere;
mod house;
mod links;
mod mail;
mod own;
mod sign_in;
mod sign_up;
