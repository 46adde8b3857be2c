//! A term is the time for which an account has a plan.

use listing_domain::entitlement::Term;

use crate::error::StorageError;
use crate::rows::ColumnRef;

/// Plan, start, end.
pub(super) type TermRow = (String, i64, Option<i64>);

pub(super) fn term(account: &str, (plan, starts, ends): TermRow) -> Result<Term, StorageError> {
    let column = |column| ColumnRef { table: "entitlement", column, row: account };
    Ok(Term {
        plan: column("plan").parse(&plan)?,
        starts: column("starts").moment(starts)?,
        ends: ends.map(|ends| column("ends").moment(ends)).transpose()?,
    })
}
