//! Files that users download: their generations, and everything stored for their account.

use std::error::Error;

use csv::Writer;
use jiff::Timestamp;
use listing_answer::GeneratedData;
use listing_domain::entitlement::Term;
use listing_domain::generation::Generation;
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::locale::Market;
use listing_domain::marketplace::Catalogue;
use listing_domain::options::Language;
use listing_domain::person::LinkedIdentity;
use listing_domain::request::ListingOptions;
use listing_domain::session::Session;
use listing_domain::usecase::people::AccountExport;
use serde::Serialize;

use crate::download::Document;

type ExportError = Box<dyn Error + Send + Sync>;

/// Everything stored for an account, as JSON, with its generations last. It contains no digests or hashes,
/// which would help only a thief. The settings page lists what else is missing.
///
/// # Errors
/// When serializing fails.
pub(crate) fn account(all: &AccountExport) -> Result<Document, ExportError> {
    let (whole, tail) = (serde_json::to_vec(&AccountFile::from(all))?, b"]}");
    let head = whole.strip_suffix(tail).ok_or("the list of generations is not the last field")?.to_vec();
    Ok(Document { name: "photo-to-listing.json", head, tail, ..list() })
}

/// The format of a download of generations as a JSON list.
pub(crate) fn list() -> Document {
    Document {
        name: "listings.json",
        kind: "application/json",
        head: b"[".to_vec(),
        between: b",",
        tail: b"]",
        write: |_, one| Ok(serde_json::to_vec(&GenerationFile::read(one)?)?),
    }
}

/// The format of a download of listings as CSV, one line for each listing.
///
/// # Errors
/// When the header line cannot be written.
pub(crate) fn table() -> Result<Document, ExportError> {
    Ok(Document {
        name: "listings.csv",
        kind: "text/csv; charset=utf-8",
        // Without the byte order mark, spreadsheets assume an older encoding.
        head: [BYTE_ORDER_MARK, &lines(|table| Ok(table.write_record(COLUMNS)?))?].concat(),
        between: b"",
        tail: b"",
        write: rows,
    })
}

/// Everything stored for an account. The download inserts the generations into the empty list at the end.
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

/// The form options that the user last chose.
#[derive(Serialize)]
struct ChoiceFile {
    platforms: Vec<&'static str>,
    #[serde(flatten)]
    options: OptionsFile,
}

/// The options with which a generation was requested.
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
    scopes: Vec<&'static str>,
    created_at: String,
    last_used_at: Option<String>,
    expires_at: Option<String>,
    /// In the future for a replaced key that still works.
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

/// A generation with the `data` of its API response.
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
                last_choice: preferences.options.as_ref().map(ChoiceFile::from),
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

impl From<&ListingOptions> for ChoiceFile {
    fn from(options: &ListingOptions) -> Self {
        let platforms = options.platforms.as_slice().iter().map(|platform| platform.code());
        Self { platforms: platforms.collect(), options: options.into() }
    }
}

impl From<&ListingOptions> for OptionsFile {
    fn from(options: &ListingOptions) -> Self {
        Self { language: options.language.code(), tone: options.tone.code(), quality: options.quality.code() }
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
            scopes: key.scopes.codes().collect(),
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
            options: (&generation.options).into(),
            data: GeneratedData::read(generation.current())?,
        })
    }
}

/// Returns the CSV lines of a generation's listings.
///
/// # Errors
/// When the stored data cannot be read.
fn rows(catalogue: &Catalogue, generation: &Generation) -> Result<Vec<u8>, ExportError> {
    let stored = GeneratedData::read(generation.current())?;
    lines(|table| {
        for listing in &stored.listings {
            let currency = stored.listing_currency(listing, catalogue, generation.options.language);
            table.write_record([
                generation.id.to_string(),
                generation.created_at.to_string(),
                cell(&listing.platform.to_string()),
                cell(&listing.title),
                cell(&listing.description),
                listing.price.to_string(),
                currency.code().to_owned(),
                cell(&listing.category),
                cell(&listing.condition),
            ])?;
        }
        Ok(())
    })
}

fn lines(
    write: impl FnOnce(&mut Writer<Vec<u8>>) -> Result<(), ExportError>,
) -> Result<Vec<u8>, ExportError> {
    let mut table = Writer::from_writer(Vec::new());
    write(&mut table)?;
    Ok(table.into_inner()?)
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

const COLUMNS: [&str; 9] = [
    "generation",
    "created_at",
    "platform",
    "title",
    "description",
    "price",
    "currency",
    "category",
    "condition",
];

/// Returns a text in which no spreadsheet finds a formula, whatever column separator it uses.
///
/// Some locales separate columns with semicolons. There, a spreadsheet ignores the quotes around the text and
/// starts a new cell after each semicolon and line break.
fn cell(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 1);
    let mut rest = text;
    loop {
        if begins_formula(rest) {
            safe.push('\'');
        }
        let Some(at) = rest.find([';', '\n', '\r']) else { break };
        safe.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
    }
    safe.push_str(rest);
    safe
}

/// Returns true when a spreadsheet would read a cell with this beginning as a formula. Leading spaces and
/// quotes do not count.
fn begins_formula(text: &str) -> bool {
    let is_skipped = |sign: char| sign == '"' || (sign.is_whitespace() && !matches!(sign, '\n' | '\r'));
    text.starts_with(['\t', '\r'])
        || text.trim_start_matches(is_skipped).starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;
    use listing_domain::generation::RenderedData;
    use listing_domain::ids::{AccountId, GenerationId};
    use listing_domain::marketplace::Platform;
    use listing_domain::options::{Quality, Tone};
    use listing_domain::product::Product;
    use listing_domain::quota::UsageAtCharge;

    use super::*;

    #[test]
    fn cell_text_without_formulas_is_unchanged() {
        for text in ["Veste = belle", "38; 40 ; 42", "a, -10 %", "Lin ;\nCoton", ""] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("a;=1\r\n- b"), "a;'=1\r\n'- b");
    }

    /// Reads a table as spreadsheets do: quotes count only at the beginning of a cell, and text after the
    /// closing quote is part of the cell.
    fn read(text: &str, separator: char) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut is_quoted, mut is_begun) = (false, false);
        let mut signs = text.strip_prefix('\u{feff}').unwrap().chars().peekable();
        while let Some(sign) = signs.next() {
            if is_quoted {
                match sign {
                    '"' if signs.peek() == Some(&'"') => cell.extend(signs.next()),
                    '"' => is_quoted = false,
                    sign => cell.push(sign),
                }
            } else if sign == '"' && !is_begun {
                (is_quoted, is_begun) = (true, true);
            } else if sign == separator || sign == '\n' {
                row.push(std::mem::take(&mut cell));
                is_begun = false;
                if sign == '\n' {
                    rows.push(std::mem::take(&mut row));
                }
            } else {
                cell.push(sign);
                is_begun = true;
            }
        }
        rows
    }

    #[test]
    fn no_cell_is_a_formula_with_any_separator() {
        let beginnings =
            ["", "a", "a;", "a; ", "a;\"", "a\";", "a\n", "a\r\n ", "a\r", "\"", ";;", "a,", "\","];
        let formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=HYPERLINK(\"http://x\";\"y\")"];
        for (beginning, formula) in beginnings.iter().flat_map(|it| formulas.map(|formula| (it, formula))) {
            let text = format!("{beginning}{formula}");
            let unknown = "Unknown";
            let stored = serde_json::json!({
                "listings": [{
                    "platform": "vinted", "title": text, "description": text, "price": 12.5,
                    "category": text, "condition": text,
                }],
                "attributes": {
                    "name": unknown, "brand": unknown, "size": unknown, "condition": unknown,
                    "color": unknown, "material": unknown,
                },
                "suggestedPrice": 12.5,
                "priceRationale": "",
            });
            let row = rows(&Catalogue::default(), &generation_with(&stored.to_string())).unwrap();
            let whole = [table().unwrap().head, row].concat();
            let whole = String::from_utf8(whole).unwrap();
            for separator in [',', ';'] {
                for cell in read(&whole, separator).iter().flatten() {
                    let sign = cell.trim_start_matches(['"', ' ', '\r']).chars().next();
                    let is_formula = sign.is_some_and(|sign| "=+-@\t".contains(sign));
                    assert!(!is_formula, "{text:?} with separator {separator:?}: {cell:?} in {whole}");
                }
            }
            let rows = read(&whole, ',');
            assert_eq!(rows.len(), 2, "{whole}");
            assert_eq!((rows[0].len(), rows[1].len()), (COLUMNS.len(), COLUMNS.len()), "{whole}");
            assert_eq!((&*rows[1][5], &*rows[1][6]), ("12.5", "EUR"));
            assert_eq!(rows[1][3].replace('\'', ""), text, "only apostrophes are added");
        }
    }

    fn generation_with(data: &str) -> Generation {
        let platforms = listing_domain::request::Platforms::new([Platform::Vinted]).unwrap();
        Generation {
            id: GenerationId::new(uuid::Uuid::nil()),
            account: AccountId::new(uuid::Uuid::nil()),
            created_at: Timestamp::UNIX_EPOCH,
            options: ListingOptions {
                platforms,
                language: Language::Fr,
                tone: Tone::Casual,
                quality: Quality::High,
                market: None,
            },
            product: Product::Unknown,
            data: RenderedData::new(data.as_bytes()),
            revised: None,
            rewrites: 0,
            usage: UsageAtCharge { plan: Plan::Free, free_used: 1, free_limit: 3, credits_remaining: 0 },
            has_thumbnail: false,
        }
    }
}
