//! Implements the port of people: an account owner's sign-in data and preferences.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::ids::AccountId;
use listing_domain::key::KeyDigest;
use listing_domain::locale::Market;
use listing_domain::options::Language;
use listing_domain::password::PasswordHash;
use listing_domain::person::{Epoch, ExternalIdentity, LinkedIdentity, Person, Preferences, TakeBack};
use listing_domain::ports::{AccountOverview, AccountSearch, PersonStore, PersonStoreError};
use listing_domain::request::ListingOptions;

use super::account_row::{AccountRow, read_account};
use super::administrators::LastAdministrator;
use super::lock::lock_if_there;
use super::options::{self, options};
use super::{Store, access, accounts, administrators, epoch, former_use, identities, overview};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::schema::{account, person};

/// An account whose owner never signed in has no person.
macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT a.id, a.email, a.created_at, a.suspended_at, p.password, p.confirmed_at,
                COALESCE(p.is_administrator, 0), p.language, p.market, p.wish_platforms, p.wish_language,
                p.wish_tone, p.wish_quality, a.epoch
            FROM account a LEFT JOIN person p ON p.account = a.id ",
            $which
        )
    };
}

const BY_ID: &str = select!("WHERE a.id = ? AND a.deleted_at IS NULL");
const BY_EMAIL: &str = select!("WHERE a.email = ?");
const BY_IDENTITY: &str = select!(
    "JOIN external_identity i ON i.account = a.id WHERE i.issuer = ? AND i.subject = ? AND a.deleted_at IS NULL"
);

const SET_PASSWORD: &str = "INSERT INTO person (account, password) VALUES (?, ?)
    ON CONFLICT (account) DO UPDATE SET password = excluded.password";
const CONFIRM: &str = "INSERT INTO person (account, confirmed_at) VALUES (?, ?)
    ON CONFLICT (account) DO UPDATE SET confirmed_at = excluded.confirmed_at";
const SET_ADMINISTRATOR: &str = "INSERT INTO person (account, is_administrator) VALUES (?, ?)
    ON CONFLICT (account) DO UPDATE SET is_administrator = excluded.is_administrator";
const SET_PREFERENCES: &str = "INSERT INTO person
        (account, language, market, wish_platforms, wish_language, wish_tone, wish_quality)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET language = excluded.language, market = excluded.market,
        wish_platforms = excluded.wish_platforms, wish_language = excluded.wish_language,
        wish_tone = excluded.wish_tone, wish_quality = excluded.wish_quality";

type Step<T> = Result<T, StepError<PersonStoreError>>;

impl LastAdministrator for PersonStoreError {
    fn last_administrator() -> Self {
        Self::LastAdministrator
    }
}

#[async_trait]
impl PersonStore for Store {
    async fn add_person(
        &self,
        person: &Person,
        identity: Option<&ExternalIdentity>,
    ) -> Result<(), PersonStoreError> {
        let (person, identity) = (person.clone(), identity.cloned());
        let step = move |conn: &mut Conn| add(conn, &person, identity.as_ref());
        self.write(step).await
    }

    async fn person(&self, account: AccountId) -> Result<Option<Person>, PersonStoreError> {
        let id = account.to_string();
        Ok(self.look_up(move |conn| find(conn, BY_ID, &[Value::Text(&id)])).await?)
    }

    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, PersonStoreError> {
        let email = email.clone();
        Ok(self.look_up(move |conn| find(conn, BY_EMAIL, &[Value::Text(email.as_str())])).await?)
    }

    async fn person_by_identity(
        &self,
        identity: &ExternalIdentity,
    ) -> Result<Option<Person>, PersonStoreError> {
        let ExternalIdentity { issuer, subject } = identity.clone();
        let step =
            move |conn: &mut Conn| find(conn, BY_IDENTITY, &[Value::Text(&issuer), Value::Text(&subject)]);
        Ok(self.look_up(step).await?)
    }

    async fn identities(&self, account: AccountId) -> Result<Vec<LinkedIdentity>, PersonStoreError> {
        let id = account.to_string();
        Ok(self.look_up(move |conn| identities::for_account(conn, &id)).await?)
    }

    async fn link_identity(
        &self,
        account: AccountId,
        identity: &ExternalIdentity,
        at: Timestamp,
        seen: Epoch,
    ) -> Result<bool, PersonStoreError> {
        let (id, identity) = (account.to_string(), identity.clone());
        let step = move |conn: &mut Conn| {
            Ok(access::is_in(conn, &id, seen)? && identities::link(conn, &id, &identity, at)?)
        };
        self.write(step).await
    }

    async fn unlink_issuer(
        &self,
        account: AccountId,
        issuer: &str,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError> {
        let (id, issuer, take_back) = (account.to_string(), issuer.to_owned(), *take_back);
        let step = move |conn: &mut Conn| {
            let is_done =
                access::is_in(conn, &id, take_back.seen)? && identities::unlink(conn, &id, &issuer)?;
            Ok(if is_done { epoch::take_back(conn, account, &take_back)? } else { None })
        };
        let taken = self.write(step).await?;
        Ok(taken.map(|taken| self.invalidate_revoked(&taken)).is_some())
    }

    async fn set_password(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
    ) -> Result<Option<Epoch>, PersonStoreError> {
        let (id, password, take_back) = (account.to_string(), password.clone(), *take_back);
        let step = move |conn: &mut Conn| -> Step<_> {
            let taken = epoch::take_back(conn, account, &take_back)?;
            if taken.is_some() {
                execute(conn, SET_PASSWORD, &[Value::Text(&id), Value::Text(password.reveal())])?;
            }
            Ok(taken)
        };
        let taken = self.write(step).await?;
        Ok(taken.map(|taken| self.invalidate_revoked(&taken)))
    }

    async fn set_email(
        &self,
        account: AccountId,
        email: &Email,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError> {
        let (email, take_back) = (email.clone(), *take_back);
        let step = move |conn: &mut Conn| set_email(conn, account, &email, &take_back);
        let revoked = self.write(step).await?;
        self.keys.invalidate(revoked.as_deref().unwrap_or_default());
        self.usages.invalidate(account);
        Ok(revoked.is_some())
    }

    async fn confirm_email(
        &self,
        account: AccountId,
        email: &Email,
        confirmed_at: Timestamp,
    ) -> Result<bool, PersonStoreError> {
        let (id, email) = (account.to_string(), email.clone());
        let step = move |conn: &mut Conn| {
            let confirmed = [Value::Text(&id), Value::Number(micros(confirmed_at))];
            Ok(lock_if_there(conn, &id)?
                && has_email(conn, &id, &email)?
                && change(conn, &id, CONFIRM, &confirmed)?)
        };
        self.write(step).await
    }

    async fn set_preferences(
        &self,
        account: AccountId,
        preferences: &Preferences,
    ) -> Result<bool, PersonStoreError> {
        let (id, preferences) = (account.to_string(), preferences.clone());
        let step = move |conn: &mut Conn| {
            let options = preferences.options.as_ref();
            let platforms = options.map(|options| options::codes(options.platforms.as_slice()));
            let values = [
                Value::Text(&id),
                Value::OptionalText(preferences.language.map(Language::code)),
                Value::OptionalText(preferences.market.map(Market::code)),
                Value::OptionalText(platforms.as_deref()),
                Value::OptionalText(options.map(|options| options.language.code())),
                Value::OptionalText(options.map(|options| options.tone.code())),
                Value::OptionalText(options.map(|options| options.quality.code())),
            ];
            change(conn, &id, SET_PREFERENCES, &values)
        };
        self.write(step).await
    }

    async fn set_administrator(
        &self,
        account: AccountId,
        is_administrator: bool,
    ) -> Result<bool, PersonStoreError> {
        let id = account.to_string();
        let step = move |conn: &mut Conn| {
            administrators::lock(conn)?;
            if !is_administrator {
                administrators::ensure_other_administrator(conn, &id)?;
            }
            let values = [Value::Text(&id), Value::Number(is_administrator.into())];
            change(conn, &id, SET_ADMINISTRATOR, &values)
        };
        self.write(step).await
    }

    async fn has_administrator(&self) -> Result<bool, PersonStoreError> {
        Ok(self.look_up(administrators::is_any).await?)
    }

    async fn administrators(&self) -> Result<Vec<Account>, PersonStoreError> {
        Ok(self.look_up(administrators::all).await?)
    }

    async fn find_accounts(&self, search: &AccountSearch) -> Result<Vec<AccountOverview>, PersonStoreError> {
        let search = search.clone();
        Ok(self.read(move |conn| overview::find(conn, &search)).await?)
    }
}

#[derive(Insertable)]
#[diesel(table_name = person)]
struct NewRow<'a> {
    account: &'a str,
    password: Option<&'a str>,
    confirmed_at: Option<i64>,
    is_administrator: i64,
    language: Option<&'a str>,
    market: Option<&'a str>,
    wish_platforms: Option<String>,
    wish_language: Option<&'a str>,
    wish_tone: Option<&'a str>,
    wish_quality: Option<&'a str>,
}

impl<'a> NewRow<'a> {
    fn new(account: &'a str, person: &'a Person) -> Self {
        let Preferences { language, market, options } = &person.preferences;
        let options = options.as_ref();
        Self {
            account,
            password: person.password.as_ref().map(PasswordHash::reveal),
            confirmed_at: person.confirmed_at.map(micros),
            is_administrator: person.is_administrator.into(),
            language: language.map(Language::code),
            market: market.map(Market::code),
            wish_platforms: options.map(|options| options::codes(options.platforms.as_slice())),
            wish_language: options.map(|options| options.language.code()),
            wish_tone: options.map(|options| options.tone.code()),
            wish_quality: options.map(|options| options.quality.code()),
        }
    }
}

fn add(conn: &mut Conn, person: &Person, identity: Option<&ExternalIdentity>) -> Step<()> {
    if !accounts::insert(conn, &person.account)? {
        return Err(StepError::Refused(PersonStoreError::EmailTaken));
    }
    let id = person.account.id.to_string();
    diesel::insert_into(person::table).values(NewRow::new(&id, person)).execute(conn)?;
    if let Some(identity) = identity {
        identities::link(conn, &id, identity, person.account.created_at)?;
    }
    Ok(())
}

/// `false` if the account does not exist.
fn change(conn: &mut Conn, account: &str, statement: &'static str, values: &[Value<'_>]) -> Step<bool> {
    let is_there = lock_if_there(conn, account)?;
    if is_there {
        execute(conn, statement, values)?;
    }
    Ok(is_there)
}

fn has_email(conn: &mut Conn, id: &str, email: &Email) -> Result<bool, StorageError> {
    let query = account::table.find(id).filter(account::email.eq(email.as_str()));
    Ok(query.count().get_result::<i64>(conn)? == 1)
}

/// Confirms an account's email, or changes it and revokes the earlier access. Returns the revoked keys;
/// `None` if the account does not exist or has left the epoch that the caller saw.
fn set_email(
    conn: &mut Conn,
    id: AccountId,
    email: &Email,
    take_back: &TakeBack,
) -> Step<Option<Vec<KeyDigest>>> {
    let name = id.to_string();
    if !access::is_in(conn, &name, take_back.seen)? {
        return Ok(None);
    }
    execute(conn, CONFIRM, &[Value::Text(&name), Value::Number(micros(take_back.at))])?;
    if has_email(conn, &name, email)? {
        return Ok(Some(Vec::new()));
    }
    note_former_email(conn, &name, take_back.at)?;
    rename(conn, &name, email)?;
    former_use::adopt_email(conn, &name, email, take_back.at)?;
    Ok(epoch::take_back(conn, id, take_back)?.map(|taken| taken.keys))
}

fn note_former_email(conn: &mut Conn, id: &str, at: Timestamp) -> Result<(), StorageError> {
    let email: Option<String> = account::table.find(id).select(account::email).get_result(conn)?;
    email.map_or(Ok(()), |email| former_use::note(conn, id, &Email::stored(email), at))
}

/// Always returns `true`.
fn rename(conn: &mut Conn, id: &str, email: &Email) -> Step<bool> {
    let set = account::email.eq(Some(email.as_str()));
    match diesel::update(account::table.find(id)).set(set).execute(conn) {
        // The email is the only column that can break uniqueness here.
        Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => {
            Err(StepError::Refused(PersonStoreError::EmailTaken))
        }
        changed => Ok(changed? == 1),
    }
}

/// Id, email, creation, suspension.
type AccountColumns = (Text, Text, BigInt, Nullable<BigInt>);

/// Password, confirmation time, administrator (1 or 0), language, market, listing options, epoch.
type PersonColumns =
    (Nullable<Text>, Nullable<BigInt>, BigInt, Nullable<Text>, Nullable<Text>, OptionsColumns, BigInt);
type PersonRow = (Option<String>, Option<i64>, i64, Option<String>, Option<String>, OptionsRow, i64);

/// Platforms, language, tone, quality. All are set, or none.
type OptionsColumns = (Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Text>);
type OptionsRow = (Option<String>, Option<String>, Option<String>, Option<String>);

/// The query is for at most one account.
fn find(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Option<Person>, StorageError> {
    let query = Prepared::<(AccountColumns, PersonColumns)>::new(statement, values);
    let rows: Vec<(AccountRow, PersonRow)> = on_engine!(conn, |conn| query.load(conn))?;
    rows.into_iter().next().map(|(account, person)| read(account, person)).transpose()
}

fn read(account: AccountRow, person: PersonRow) -> Result<Person, StorageError> {
    let account = read_account(account)?;
    let id = account.id.to_string();
    let cell = |column| ColumnRef { table: "person", column, row: &id };
    let (password, confirmed_at, is_administrator, language, market, options_row, epoch) = person;
    Ok(Person {
        password: password.map(PasswordHash::new),
        confirmed_at: confirmed_at.map(|at| cell("confirmed_at").moment(at)).transpose()?,
        is_administrator: is_administrator != 0,
        preferences: Preferences {
            language: language.map(|code| cell("language").parse(&code)).transpose()?,
            market: market.map(|code| cell("market").parse(&code)).transpose()?,
            options: read_options(options_row, cell)?,
        },
        epoch: Epoch::new(ColumnRef { table: "account", column: "epoch", row: &id }.units(epoch)?),
        account,
    })
}

fn read_options<'a>(
    row: OptionsRow,
    cell: impl Fn(&'static str) -> ColumnRef<'a>,
) -> Result<Option<ListingOptions>, Inconsistency> {
    let (Some(platforms), Some(language), Some(tone), Some(quality)) = row else { return Ok(None) };
    let cells = ["wish_platforms", "wish_language", "wish_tone", "wish_quality"].map(cell);
    options(&(platforms, language, tone, quality), cells).map(Some)
}
