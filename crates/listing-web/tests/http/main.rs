//! Attacks on the pages over real sockets, with in-memory adapters.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod admission;
mod browser;
mod cookies;
mod corrections;
mod doctor;
mod downloads;
mod edits;
mod errors;
mod forms;
mod history;
#[path = "../html/mod.rs"]
mod html;
mod installed;
mod late;
mod links;
mod markup;
mod outage;
mod processes;
mod provider;
mod reasons;
mod redirects;
mod roles;
mod script;
mod shutdown;
mod site;
mod tries;
mod uploads;
mod walls;
