//! Tests of the web app over real sockets, with an in-memory store. Most of them are attacks.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod access;
mod admission;
mod attempts;
mod browser;
mod bulk;
mod comparison;
mod cookies;
mod corrections;
mod doctor;
mod downloads;
mod edits;
mod errors;
mod exports;
mod forms;
mod history;
#[path = "../html/mod.rs"]
mod html;
mod installation;
mod kept_photos;
mod links;
mod lost_access;
mod markup;
mod outage;
mod processes;
mod provider;
mod reasons;
mod redirects;
mod roles;
mod sales;
mod script;
mod shutdown;
mod site;
mod stock_numbers;
mod trays;
mod uploads;
