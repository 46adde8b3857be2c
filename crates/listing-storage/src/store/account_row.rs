use listing_domain::account::{Account, Email};

use crate::error::StorageError;
use crate::rows::ColumnRef;

/// Id, email, creation time, suspension time.
pub(super) type AccountRow = (String, String, i64, Option<i64>);

pub(super) fn read_account(
    (id, email, created_at, suspended_at): AccountRow,
) -> Result<Account, StorageError> {
    let column = |column| ColumnRef { table: "account", column, row: &id };
    Ok(Account {
        id: column("id").parse(&id)?,
        email: Email::stored(email),
        created_at: column("created_at").moment(created_at)?,
        suspended_at: suspended_at.map(|at| column("suspended_at").moment(at)).transpose()?,
    })
}
