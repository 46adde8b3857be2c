//! Implements the port of single-use links, such as invitations. A used link is deleted.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::Timestamp;
use listing_domain::account::Email;
use listing_domain::ids::{AccountId, LinkId};
use listing_domain::link::{Link, LinkPurpose};
use listing_domain::password::PasswordHash;
use listing_domain::person::Epoch;
use listing_domain::ports::{LinkStore, StoreError};
use listing_domain::token::TokenDigest;

use super::{Store, access};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros, missing};

const INVITATION: &str = "invitation";
const CONFIRM_SIGN_UP: &str = "confirm_sign_up";
const SIGN_IN: &str = "sign_in";
const RESET_PASSWORD: &str = "reset_password";
const CONFIRM_EMAIL: &str = "confirm_email";
const LINK_IDENTITY: &str = "link_identity";
const KNOWN_BROWSER: &str = "known_browser";

macro_rules! columns {
    () => {
        "id, purpose, account, email, password, invitation, browser, created_at, expires_at, epoch"
    };
}

const ADD: &str = "INSERT INTO link
        (id, digest, purpose, account, email, password, invitation, browser, created_at, expires_at, epoch)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The link has not expired, and its account's epoch (period of access) has not ended.
macro_rules! where_valid {
    () => {
        " WHERE digest = ? AND expires_at > ?
            AND (account IS NULL OR epoch = (SELECT a.epoch FROM account a WHERE a.id = link.account))"
    };
}

const FIND: &str = concat!("SELECT ", columns!(), " FROM link", where_valid!());
/// Only one of several concurrent callers gets the row.
const TAKE: &str = concat!("DELETE FROM link", where_valid!(), " RETURNING ", columns!());
const DROP_OLDEST_BROWSERS: &str = "DELETE FROM link WHERE account = ? AND purpose = ? AND id NOT IN (
    SELECT id FROM link WHERE account = ? AND purpose = ? ORDER BY created_at DESC, id DESC LIMIT ?)";
const INVITATIONS: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM link WHERE purpose = ? AND expires_at > ? ORDER BY created_at DESC, id DESC"
);

const WITHDRAW: &str = "DELETE FROM link WHERE id = ? AND expires_at > ?";
const WITHDRAW_OF_ACCOUNT: &str = "DELETE FROM link WHERE account = ?";
/// The links sent to an email before it had an account.
const WITHDRAW_OF_EMAIL: &str = "DELETE FROM link WHERE email = ? AND account IS NULL";
const DROP_OLD: &str = "DELETE FROM link WHERE expires_at <= ?";

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl LinkStore for Store {
    async fn add_link(&self, link: &Link, digest: &TokenDigest) -> Result<bool, StoreError> {
        let (link, digest) = (link.clone(), *digest);
        let step = move |conn: &mut Conn| insert(conn, &link, &digest);
        self.write(step).await
    }

    async fn link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let digest = *digest;
        let step = move |conn: &mut Conn| load(conn, FIND, &digest_values(&digest, at));
        Ok(self.look_up(step).await?.pop())
    }

    async fn take_link(&self, digest: &TokenDigest, at: Timestamp) -> Result<Option<Link>, StoreError> {
        let digest = *digest;
        let step =
            move |conn: &mut Conn| -> Step<_> { Ok(load(conn, TAKE, &digest_values(&digest, at))?.pop()) };
        self.write(step).await
    }

    async fn withdraw_link(&self, link: LinkId, at: Timestamp) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| {
            let id = link.to_string();
            Ok(execute(conn, WITHDRAW, &[Value::Text(&id), Value::Number(micros(at))])? > 0)
        };
        self.write(step).await
    }

    async fn invitations(&self, at: Timestamp) -> Result<Vec<Link>, StoreError> {
        let values = [Value::Text(INVITATION), Value::Number(micros(at))];
        self.read(move |conn| load(conn, INVITATIONS, &values)).await
    }

    async fn drop_old_links(&self, at: Timestamp) -> Result<(), StoreError> {
        let step = move |conn: &mut Conn| {
            execute(conn, DROP_OLD, &[Value::Number(micros(at))])?;
            Ok(())
        };
        self.write(step).await
    }
}

fn digest_values(digest: &TokenDigest, at: Timestamp) -> [Value<'_>; 2] {
    [Value::Bytes(Some(digest.as_bytes())), Value::Number(micros(at))]
}

fn insert(conn: &mut Conn, link: &Link, digest: &TokenDigest) -> Step<bool> {
    let (id, account) = (link.id.to_string(), link.purpose.account().map(|account| account.to_string()));
    // A link without an account runs the same query, with an id that no account has. Otherwise the response
    // time would reveal whether an account exists.
    let access = access::locked(conn, account.as_deref().unwrap_or(&id))?;
    if let Some(account) = &account {
        let access = access.ok_or_else(|| missing("account", account))?;
        if !access.allows(link.epoch) {
            return Ok(false);
        }
    }
    let (purpose, email, password, invitation) = match &link.purpose {
        LinkPurpose::Invitation { email } => (INVITATION, email.as_ref(), None, None),
        LinkPurpose::ConfirmSignUp { email, password, invitation } => {
            (CONFIRM_SIGN_UP, Some(email), Some(password), *invitation)
        }
        LinkPurpose::SignIn { .. } => (SIGN_IN, None, None, None),
        LinkPurpose::ResetPassword { .. } => (RESET_PASSWORD, None, None, None),
        LinkPurpose::ConfirmEmail { email, .. } => (CONFIRM_EMAIL, Some(email), None, None),
        LinkPurpose::LinkIdentity { .. } => (LINK_IDENTITY, None, None, None),
        LinkPurpose::KnownBrowser { .. } => (KNOWN_BROWSER, None, None, None),
    };
    let invitation = invitation.map(|invitation| invitation.to_string());
    let values = [
        Value::Text(&id),
        Value::Bytes(Some(digest.as_bytes())),
        Value::Text(purpose),
        Value::OptionalText(account.as_deref()),
        Value::OptionalText(email.map(Email::as_str)),
        Value::OptionalText(password.map(PasswordHash::reveal)),
        Value::OptionalText(invitation.as_deref()),
        Value::Bytes(link.browser.as_ref().map(|browser| browser.as_bytes().as_slice())),
        Value::Number(micros(link.created_at)),
        Value::Number(micros(link.expires_at)),
        Value::Number(link.epoch.number().into()),
    ];
    execute(conn, ADD, &values)?;
    if let (KNOWN_BROWSER, Some(account)) = (purpose, &account) {
        let filter = || [Value::Text(account), Value::Text(KNOWN_BROWSER)];
        let [one, two] = filter();
        let [three, four] = filter();
        let limit = Value::Number(LinkPurpose::MAX_KNOWN_BROWSERS.into());
        execute(conn, DROP_OLDEST_BROWSERS, &[one, two, three, four, limit])?;
    }
    Ok(true)
}

/// Also deletes the links sent to the email before the account existed.
pub(super) fn delete_all(conn: &mut Conn, account: &str, email: Option<&str>) -> Result<(), StorageError> {
    execute(conn, WITHDRAW_OF_ACCOUNT, &[Value::Text(account)])?;
    if let Some(email) = email {
        execute(conn, WITHDRAW_OF_EMAIL, &[Value::Text(email)])?;
    }
    Ok(())
}

/// Id, purpose, account, email, password, invitation, browser, creation, expiry, epoch.
type Columns = (
    Text,
    Text,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Binary>,
    BigInt,
    BigInt,
    BigInt,
);
type Row = (
    String,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<Vec<u8>>,
    i64,
    i64,
    i64,
);

fn load(conn: &mut Conn, statement: &'static str, values: &[Value<'_>]) -> Result<Vec<Link>, StorageError> {
    let query = Prepared::<Columns>::new(statement, values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(read).collect::<Result<_, _>>()?)
}

fn read(row: Row) -> Result<Link, Inconsistency> {
    let (id, purpose, account, email, password, invitation, browser, created_at, expires_at, epoch) = row;
    let cell = |column| ColumnRef { table: "link", column, row: &id };
    let missing = |column| cell(column).wrong("missing for this link purpose");
    let account = || -> Result<AccountId, Inconsistency> {
        cell("account").parse(account.as_deref().ok_or_else(|| missing("account"))?)
    };
    let email = email.map(Email::stored);
    let needed_email = || email.clone().ok_or_else(|| missing("email"));
    let purpose = match purpose.as_str() {
        INVITATION => LinkPurpose::Invitation { email },
        CONFIRM_SIGN_UP => LinkPurpose::ConfirmSignUp {
            email: needed_email()?,
            password: password.map(PasswordHash::new).ok_or_else(|| missing("password"))?,
            invitation: invitation.map(|id| cell("invitation").parse(&id)).transpose()?,
        },
        SIGN_IN => LinkPurpose::SignIn { account: account()? },
        RESET_PASSWORD => LinkPurpose::ResetPassword { account: account()? },
        CONFIRM_EMAIL => LinkPurpose::ConfirmEmail { account: account()?, email: needed_email()? },
        LINK_IDENTITY => LinkPurpose::LinkIdentity { account: account()? },
        KNOWN_BROWSER => LinkPurpose::KnownBrowser { account: account()? },
        _ => return Err(cell("purpose").wrong("unknown link purpose")),
    };
    let browser = browser.map(|bytes| cell("browser").digest(&bytes)).transpose()?;
    Ok(Link {
        id: cell("id").parse(&id)?,
        purpose,
        created_at: cell("created_at").moment(created_at)?,
        expires_at: cell("expires_at").moment(expires_at)?,
        browser: browser.map(TokenDigest::new),
        epoch: Epoch::new(cell("epoch").units(epoch)?),
    })
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection as _;
    use uuid::Uuid;

    use super::*;
    use crate::store::counted::Counted;

    #[test]
    fn links_with_and_without_an_account_run_the_same_number_of_statements() {
        let mut database = Counted::open();
        let account = AccountId::new(Uuid::from_u128(1));
        let statement =
            format!("INSERT INTO account (id, email, created_at) VALUES ('{account}', 'ann@example.com', 0)");
        on_engine!(&mut database.conn, |conn| conn.batch_execute(&statement)).unwrap();
        let purposes = [LinkPurpose::ResetPassword { account }, LinkPurpose::Invitation { email: None }];
        let counts: Vec<usize> = (2..)
            .zip(purposes)
            .map(|(number, purpose)| {
                let (created_at, expires_at) = (Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH);
                let id = LinkId::new(Uuid::from_u128(number));
                let link =
                    Link { id, purpose, created_at, expires_at, browser: None, epoch: Epoch::default() };
                database.statements(|conn| {
                    assert!(
                        insert(conn, &link, &TokenDigest::of(&number.to_string()))
                            .is_ok_and(|is_kept| is_kept)
                    );
                })
            })
            .collect();
        assert_eq!(counts, [2, 2]);
    }
}
