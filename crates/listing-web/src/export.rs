//! What people take with them, as files.

use std::error::Error;

use csv::Writer;
use listing_domain::account::Plan;
use listing_domain::generation::Generation;
use listing_domain::key::KeyState;
use listing_domain::locale::Market;
use listing_domain::request::Wish;
use listing_domain::usecase::people::AccountExport;
use listing_domain::wish::Language;
use serde_json::{Value, json};

use crate::download::Document;
use crate::stored::Stored;

/// Why something cannot be exported.
type Failed = Box<dyn Error>;

/// What is kept of an account, as JSON, with its generations behind the rest. No digest, no hash:
/// they are of use to nobody but a thief. The page that leads to it says what else is not in it.
pub(crate) fn account(all: &AccountExport) -> Document {
    let mut head = known(all).to_string();
    // The object goes on.
    head.truncate(head.len() - 1);
    head.push_str(",\"generations\":[");
    Document { name: "photo-to-listing.json", head: head.into(), tail: b"]}", ..list() }
}

/// Generations as a list, as JSON.
pub(crate) fn list() -> Document {
    Document {
        name: "listings.json",
        kind: "application/json",
        head: b"[".to_vec(),
        between: b",",
        tail: b"]",
        write: |one| Ok(generation(one).to_string().into()),
    }
}

/// The listings of generations, a line each, as a table that spreadsheets read.
///
/// # Errors
/// Whatever keeps the names of its columns from being written.
pub(crate) fn table() -> Result<Document, Failed> {
    Ok(Document {
        name: "listings.csv",
        kind: "text/csv; charset=utf-8",
        head: lines(|table| Ok(table.write_record(COLUMNS)?))?,
        between: b"",
        tail: b"",
        write: rows,
    })
}

/// What is kept of an account, but for what was generated.
fn known(all: &AccountExport) -> Value {
    let AccountExport { taken_at, person, identities, usage, entitlements, keys, sessions } = all;
    json!({
        "takenAt": taken_at.to_string(),
        "email": person.account.email.as_str(),
        "createdAt": person.account.created_at.to_string(),
        "emailConfirmedAt": person.confirmed_at.map(|at| at.to_string()),
        "isAdministrator": person.is_administrator,
        "identities": identities.iter().map(|linked| json!({
            "issuer": linked.identity.issuer.as_str(), "subject": linked.identity.subject.as_str(),
            "linkedAt": linked.linked_at.to_string(),
        })).collect::<Vec<_>>(),
        "preferences": {
            "language": person.preferences.language.map(Language::code),
            "market": person.preferences.market.map(Market::code),
            "lastChoice": person.preferences.wish.as_ref().map(choice),
        },
        "usage": {
            "plan": usage.plan.code(), "freeUsed": usage.free_used, "freeLimit": usage.free_limit,
            "creditsRemaining": usage.credits_remaining,
        },
        "plans": entitlements.iter().map(|it| json!({
            "plan": Plan::code(it.term.plan), "starts": it.term.starts.to_string(),
            "ends": it.term.ends.map(|at| at.to_string()),
        })).collect::<Vec<_>>(),
        "keys": keys.iter().map(|key| json!({
            "name": key.name.as_str(), "begins": key.hint.as_str(), "scopes": key.scopes.to_string(),
            "createdAt": key.created_at.to_string(),
            "lastUsedAt": key.last_used_at.map(|at| at.to_string()),
            "expiresAt": key.expires_at.map(|at| at.to_string()),
            // Of one that was replaced, that moment may still be to come.
            "revokedAt": key.revoked_at.map(|at| at.to_string()),
            "isRevoked": matches!(key.state_at(*taken_at), KeyState::Revoked(_)),
        })).collect::<Vec<_>>(),
        "sessions": sessions.iter().map(|session| json!({
            "browser": session.browser.as_str(), "createdAt": session.created_at.to_string(),
            "lastUsedAt": session.seen_at.to_string(),
        })).collect::<Vec<_>>(),
    })
}

/// What somebody wished for last.
fn choice(wish: &Wish) -> Value {
    let platforms = wish.platforms.as_slice().iter().map(|platform| platform.code());
    json!({
        "platforms": platforms.collect::<Vec<_>>(),
        "language": wish.language.code(), "tone": wish.tone.code(), "quality": wish.quality.code(),
    })
}

/// A generation, as the interface answers with it.
pub(crate) fn generation(generation: &Generation) -> Value {
    let data: Value = serde_json::from_slice(generation.current().as_bytes()).unwrap_or_default();
    json!({
        "id": generation.id.to_string(),
        "createdAt": generation.created_at.to_string(),
        "language": generation.wish.language.code(),
        "tone": generation.wish.tone.code(),
        "quality": generation.wish.quality.code(),
        "data": data,
    })
}

/// The lines of a generation's listings.
///
/// # Errors
/// When what is stored cannot be read.
fn rows(generation: &Generation) -> Result<Vec<u8>, Failed> {
    let listings = Stored::read(generation.current())?.listings;
    lines(|table| {
        for listing in listings {
            table.write_record([
                generation.id.to_string(),
                generation.created_at.to_string(),
                listing.platform,
                cell(&listing.title),
                cell(&listing.description),
                format!("{}", listing.price),
                cell(&listing.category),
                cell(&listing.condition),
            ])?;
        }
        Ok(())
    })
}

/// Lines of a table.
fn lines(write: impl FnOnce(&mut Writer<Vec<u8>>) -> Result<(), Failed>) -> Result<Vec<u8>, Failed> {
    let mut table = Writer::from_writer(Vec::new());
    write(&mut table)?;
    Ok(table.into_inner()?)
}

const COLUMNS: [&str; 8] =
    ["generation", "created_at", "platform", "title", "description", "price", "category", "condition"];

/// A text that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert!(cell(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(cell("Veste = belle"), "Veste = belle");
    }
}
