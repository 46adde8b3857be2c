//! Records, under a digest of the email, the free units that accounts used in a month before they gave up
//! that email. A new account with the email starts with these units used.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary};
use jiff::Timestamp;
use listing_domain::account::{Account, Email};
use listing_domain::quota::Period;

use super::balance::{self, Balance, OwnUse};
use crate::connection::{Conn, execute, on_engine};
use crate::error::StorageError;
use crate::prepared::{Prepared, Value};
use crate::rows::ColumnRef;

/// A random secret that makes the digests of one month's emails.
type Secret = [u8; 32];

const SECRET: &str = "SELECT secret FROM month_secret WHERE period = ?";
const ADD_SECRET: &str = "INSERT INTO month_secret (period, secret) VALUES (?, ?) ON CONFLICT DO NOTHING";
const ADD: &str = "INSERT INTO former_use (period, mailbox, units) VALUES (?, ?, ?)
    ON CONFLICT (period, mailbox) DO UPDATE SET units = former_use.units + excluded.units";
const UNITS: &str = "SELECT units FROM former_use WHERE period = ? AND mailbox = ?";
const CARRY: &str = "UPDATE account SET carried_period = ?, carried_units = ?, noted_units = ? WHERE id = ?";
const DROP: &str = "DELETE FROM former_use WHERE period < ?";
const DROP_SECRETS: &str = "DELETE FROM month_secret WHERE period < ?";

/// Records the units that a locked account has used under the email that it gives up.
pub(super) fn note(conn: &mut Conn, account: &str, email: &Email, at: Timestamp) -> Result<(), StorageError> {
    let Some(own) = own_use(conn, account, at)?.filter(|own| own.units > own.noted) else { return Ok(()) };
    let period = own.period.to_string();
    let secret = match secret(conn, &period)? {
        Some(secret) => secret,
        None => make_secret(conn, &period)?,
    };
    let (mailbox, taken) = (email.mailbox_digest(&secret), own.units - own.noted);
    let values = [Value::Text(&period), Value::Bytes(Some(mailbox.as_bytes())), Value::Number(taken)];
    execute(conn, ADD, &values)?;
    Ok(())
}

/// A new account starts with the units already used under its email this month.
pub(super) fn carry_over(conn: &mut Conn, account: &Account) -> Result<(), StorageError> {
    let period = Period::containing(account.created_at);
    let former = units(conn, period, &account.email)?;
    if former == 0 { Ok(()) } else { set(conn, &account.id.to_string(), period, former, 0) }
}

/// Adds the units already used under a locked account's new email. Those that the account itself used under
/// it earlier count once.
pub(super) fn adopt_email(
    conn: &mut Conn,
    account: &str,
    email: &Email,
    at: Timestamp,
) -> Result<(), StorageError> {
    let Some(own) = own_use(conn, account, at)? else { return Ok(()) };
    let former = units(conn, own.period, email)?;
    set(conn, account, own.period, (former - own.units).max(0), own.units)
}

fn own_use(conn: &mut Conn, account: &str, at: Timestamp) -> Result<Option<OwnUse>, StorageError> {
    let balances = balance::read_all(conn, [account], Period::containing(at), at)?;
    Ok(balances.get(account).map(Balance::own_use))
}

fn units(conn: &mut Conn, period: Period, email: &Email) -> Result<i64, StorageError> {
    let period = period.to_string();
    let Some(secret) = secret(conn, &period)? else { return Ok(0) };
    let mailbox = email.mailbox_digest(&secret);
    let values = [Value::Text(&period), Value::Bytes(Some(mailbox.as_bytes()))];
    let query = Prepared::<BigInt>::new(UNITS, &values);
    let units: Option<i64> = on_engine!(conn, |conn| query.get_result(conn).optional())?;
    Ok(units.unwrap_or_default())
}

fn set(conn: &mut Conn, account: &str, period: Period, carried: i64, noted: i64) -> Result<(), StorageError> {
    let period = period.to_string();
    let values = [Value::Text(&period), Value::Number(carried), Value::Number(noted), Value::Text(account)];
    execute(conn, CARRY, &values)?;
    Ok(())
}

pub(super) fn drop_past(conn: &mut Conn, now: Timestamp) -> Result<usize, StorageError> {
    let period = Period::containing(now).to_string();
    let dropped = execute(conn, DROP, &[Value::Text(&period)])?;
    execute(conn, DROP_SECRETS, &[Value::Text(&period)])?;
    Ok(dropped)
}

fn secret(conn: &mut Conn, period: &str) -> Result<Option<Secret>, StorageError> {
    let values = [Value::Text(period)];
    let query = Prepared::<Binary>::new(SECRET, &values);
    let bytes: Option<Vec<u8>> = on_engine!(conn, |conn| query.get_result(conn).optional())?;
    let cell = ColumnRef { table: "month_secret", column: "secret", row: period };
    Ok(bytes.map(|bytes| cell.digest(&bytes)).transpose()?)
}

/// If several transactions make one at the same time, all use the first.
fn make_secret(conn: &mut Conn, period: &str) -> Result<Secret, StorageError> {
    let mut random = Secret::default();
    let cell = ColumnRef { table: "month_secret", column: "secret", row: period };
    getrandom::fill(&mut random).map_err(|error| cell.wrong(error))?;
    execute(conn, ADD_SECRET, &[Value::Text(period), Value::Bytes(Some(&random))])?;
    Ok(secret(conn, period)?.ok_or_else(|| cell.wrong("it was deleted concurrently"))?)
}
