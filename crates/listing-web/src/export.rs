//! What people take with them, as files.

use std::error::Error;

use csv::Writer;
use jiff::Timestamp;
use listing_answer::GeneratedData;
use listing_domain::entitlement::Term;
use listing_domain::generation::Generation;
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::locale::Market;
use listing_domain::person::LinkedIdentity;
use listing_domain::request::Wish;
use listing_domain::session::Session;
use listing_domain::usecase::people::AccountExport;
use listing_domain::wish::Language;
use serde::Serialize;

use crate::download::Document;

/// Why something cannot be exported.
type Failed = Box<dyn Error>;

/// What is kept of an account, as JSON, with its generations behind the rest. No digest, no hash:
/// they are of use to nobody but a thief. The page that leads to it says what else is not in it.
///
/// # Errors
/// Whatever keeps it from being written.
pub(crate) fn account(all: &AccountExport) -> Result<Document, Failed> {
    let (whole, tail) = (serde_json::to_vec(&AccountFile::from(all))?, b"]}");
    let head = whole.strip_suffix(tail).ok_or("the list of generations is not the last field")?.to_vec();
    Ok(Document { name: "photo-to-listing.json", head, tail, ..list() })
}

/// Generations as a list, as JSON.
pub(crate) fn list() -> Document {
    Document {
        name: "listings.json",
        kind: "application/json",
        head: b"[".to_vec(),
        between: b",",
        tail: b"]",
        write: |one| Ok(serde_json::to_vec(&GenerationFile::read(one)?)?),
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

/// Everything stored for an account. Its generations are written into the empty list at the end.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountFile<'a> {
    taken_at: String,
    email: &'a str,
    created_at: String,
    email_confirmed_at: Option<String>,
    is_administrator: bool,
    identities: Vec<IdentityFile<'a>>,
    preferences: PreferencesFile,
    usage: UsageFile,
    plans: Vec<PlanFile>,
    keys: Vec<KeyFile<'a>>,
    sessions: Vec<SessionFile<'a>>,
    generations: [GenerationFile; 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IdentityFile<'a> {
    issuer: &'a str,
    subject: &'a str,
    linked_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PreferencesFile {
    language: Option<&'static str>,
    market: Option<&'static str>,
    last_choice: Option<ChoiceFile>,
}

/// The options of the last generation.
#[derive(Serialize)]
struct ChoiceFile {
    platforms: Vec<&'static str>,
    #[serde(flatten)]
    options: OptionsFile,
}

/// The options that are stored with a generation.
#[derive(Serialize)]
struct OptionsFile {
    language: &'static str,
    tone: &'static str,
    quality: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UsageFile {
    plan: &'static str,
    free_used: u32,
    free_limit: u32,
    credits_remaining: u32,
}

#[derive(Serialize)]
struct PlanFile {
    plan: &'static str,
    starts: String,
    ends: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KeyFile<'a> {
    name: &'a str,
    begins: &'a str,
    scopes: String,
    created_at: String,
    last_used_at: Option<String>,
    expires_at: Option<String>,
    /// Of one that was replaced, that moment may still be to come.
    revoked_at: Option<String>,
    is_revoked: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionFile<'a> {
    browser: &'a str,
    created_at: String,
    last_used_at: String,
}

/// A generation, as the API answers with it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationFile {
    id: String,
    created_at: String,
    #[serde(flatten)]
    options: OptionsFile,
    data: GeneratedData,
}

impl<'a> From<&'a AccountExport> for AccountFile<'a> {
    fn from(all: &'a AccountExport) -> Self {
        let AccountExport { taken_at, person, identities, usage, entitlements, keys, sessions } = all;
        let preferences = &person.preferences;
        Self {
            taken_at: taken_at.to_string(),
            email: person.account.email.as_str(),
            created_at: person.account.created_at.to_string(),
            email_confirmed_at: text(person.confirmed_at),
            is_administrator: person.is_administrator,
            identities: identities.iter().map(IdentityFile::from).collect(),
            preferences: PreferencesFile {
                language: preferences.language.map(Language::code),
                market: preferences.market.map(Market::code),
                last_choice: preferences.wish.as_ref().map(ChoiceFile::from),
            },
            usage: UsageFile {
                plan: usage.plan.code(),
                free_used: usage.free_used,
                free_limit: usage.free_limit,
                credits_remaining: usage.credits_remaining,
            },
            plans: entitlements.iter().map(|it| PlanFile::from(&it.term)).collect(),
            keys: keys.iter().map(|key| KeyFile::at(key, *taken_at)).collect(),
            sessions: sessions.iter().map(SessionFile::from).collect(),
            generations: [],
        }
    }
}

fn text(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}

impl<'a> From<&'a LinkedIdentity> for IdentityFile<'a> {
    fn from(linked: &'a LinkedIdentity) -> Self {
        let (issuer, subject) = (linked.identity.issuer.as_str(), linked.identity.subject.as_str());
        Self { issuer, subject, linked_at: linked.linked_at.to_string() }
    }
}

impl From<&Wish> for ChoiceFile {
    fn from(wish: &Wish) -> Self {
        let platforms = wish.platforms.as_slice().iter().map(|platform| platform.code());
        Self { platforms: platforms.collect(), options: wish.into() }
    }
}

impl From<&Wish> for OptionsFile {
    fn from(wish: &Wish) -> Self {
        Self { language: wish.language.code(), tone: wish.tone.code(), quality: wish.quality.code() }
    }
}

impl From<&Term> for PlanFile {
    fn from(term: &Term) -> Self {
        Self { plan: term.plan.code(), starts: term.starts.to_string(), ends: text(term.ends) }
    }
}

impl<'a> KeyFile<'a> {
    fn at(key: &'a KeyRecord, now: Timestamp) -> Self {
        Self {
            name: key.name.as_str(),
            begins: key.hint.as_str(),
            scopes: key.scopes.to_string(),
            created_at: key.created_at.to_string(),
            last_used_at: text(key.last_used_at),
            expires_at: text(key.expires_at),
            revoked_at: text(key.revoked_at),
            is_revoked: matches!(key.state_at(now), KeyState::Revoked(_)),
        }
    }
}

impl<'a> From<&'a Session> for SessionFile<'a> {
    fn from(session: &'a Session) -> Self {
        let (created_at, last_used_at) = (session.created_at.to_string(), session.seen_at.to_string());
        Self { browser: session.browser.as_str(), created_at, last_used_at }
    }
}

impl GenerationFile {
    fn read(generation: &Generation) -> serde_json::Result<Self> {
        Ok(Self {
            id: generation.id.to_string(),
            created_at: generation.created_at.to_string(),
            options: (&generation.wish).into(),
            data: GeneratedData::read(generation.current())?,
        })
    }
}

/// The lines of a generation's listings.
///
/// # Errors
/// When what is stored cannot be read.
fn rows(generation: &Generation) -> Result<Vec<u8>, Failed> {
    let listings = GeneratedData::read(generation.current())?.listings;
    lines(|table| {
        for listing in listings {
            table.write_record([
                generation.id.to_string(),
                generation.created_at.to_string(),
                listing.platform.to_string(),
                cell(&listing.title),
                cell(&listing.description),
                listing.price.to_string(),
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
