//! Links accounts to identities at identity providers.

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::person::{ExternalIdentity, LinkedIdentity};
use listing_domain::ports::PersonStoreError;

use crate::connection::{Conn, insert_new};
use crate::error::{StepError, StorageError};
use crate::rows::{ColumnRef, micros};
use crate::schema::external_identity::{self, issuer, linked_at, subject, table};

type Step<T> = Result<T, StepError<PersonStoreError>>;

/// Sorted by issuer (the provider's address) and subject (its user id).
pub(super) fn for_account(conn: &mut Conn, account: &str) -> Result<Vec<LinkedIdentity>, StorageError> {
    let query = table.filter(external_identity::account.eq(account)).order((issuer, subject));
    let rows: Vec<(String, String, i64)> = query.select((issuer, subject, linked_at)).load(conn)?;
    rows.into_iter().map(read).collect()
}

fn read(row: (String, String, i64)) -> Result<LinkedIdentity, StorageError> {
    let (issuer_name, subject_name, at) = row;
    let cell = ColumnRef { table: "external_identity", column: "linked_at", row: &subject_name };
    let at = cell.moment(at)?;
    let identity = ExternalIdentity { issuer: issuer_name, subject: subject_name };
    Ok(LinkedIdentity { identity, linked_at: at })
}

/// Always returns `true`.
pub(super) fn link(conn: &mut Conn, account: &str, identity: &ExternalIdentity, at: Timestamp) -> Step<bool> {
    let values = (
        issuer.eq(&identity.issuer),
        subject.eq(&identity.subject),
        external_identity::account.eq(account),
        linked_at.eq(micros(at)),
    );
    if insert_new!(conn, table, values, unless(issuer, subject))? == 1 {
        return Ok(true);
    }
    let query = table.find((&identity.issuer, &identity.subject));
    let owner: Option<String> = query.select(external_identity::account).get_result(conn).optional()?;
    let is_linked = owner.is_some_and(|owner| owner == account);
    if is_linked { Ok(true) } else { Err(StepError::Refused(PersonStoreError::IdentityTaken)) }
}

/// `false` if the account had none.
pub(super) fn unlink(conn: &mut Conn, account: &str, issuer_name: &str) -> Step<bool> {
    let query = table.filter(external_identity::account.eq(account)).filter(issuer.eq(issuer_name));
    Ok(diesel::delete(query).execute(conn)? > 0)
}

pub(super) fn unlink_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    diesel::delete(table.filter(external_identity::account.eq(account))).execute(conn)?;
    Ok(())
}
