//! People sign up, sign in, follow links and look after their account.

mod access;
mod asking;
mod elsewhere;
mod house;
mod links;
mod mail;
mod own;
mod sign_in;
mod sign_up;
