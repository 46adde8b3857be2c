//! Adds purchased credits.

use diesel::prelude::*;
use listing_domain::ports::{Grant, GrantOutcome, QuotaError};
use listing_domain::quota::UnitKind;

use super::{Bucket, Entry, Step};
use crate::connection::{Conn, insert_new};
use crate::error::StepError;
use crate::rows::{ColumnRef, ensure_one, micros};
use crate::schema::{account, bucket, credit_grant};
use crate::store::lock::lock_account;

/// Does nothing if the payment's credits were added earlier.
pub(in crate::store) fn grant(conn: &mut Conn, grant: &Grant) -> Step<GrantOutcome> {
    let bucket = Bucket::new(grant.account, UnitKind::Credit);
    lock_account(conn, &bucket.account)?;
    let query = account::table.find(&bucket.account).filter(account::deleted_at.is_null());
    let account: Option<String> = query.select(account::id).get_result(conn).optional()?;
    if account.is_none() {
        return Err(StepError::Refused(QuotaError::UnknownAccount));
    }
    let units = i64::from(grant.units);
    let paid = (
        credit_grant::payment.eq(&grant.payment),
        credit_grant::account.eq(&bucket.account),
        credit_grant::units.eq(units),
        credit_grant::granted_at.eq(micros(grant.at)),
    );
    if insert_new!(conn, credit_grant::table, paid, unless credit_grant::payment)? == 0 {
        return granted_before(conn, &grant.payment, &bucket.account);
    }
    bucket.open(conn, 0)?;
    let added = diesel::update(bucket::table.find((&bucket.account, &bucket.kind, &bucket.period)))
        .set(bucket::granted.eq(bucket::granted + units))
        .execute(conn)?;
    ensure_one(added, "bucket", &bucket.account)?;
    let granted = Entry {
        what: "grant",
        reservation: None,
        payment: Some(&grant.payment),
        bucket: &bucket,
        amount: units,
        at: micros(grant.at),
        origin: &grant.origin,
    };
    granted.append(conn)?;
    Ok(GrantOutcome::Granted)
}

fn granted_before(conn: &mut Conn, payment: &str, account: &str) -> Step<GrantOutcome> {
    let columns = (credit_grant::account, credit_grant::units);
    let (buyer, units): (String, i64) = credit_grant::table.find(payment).select(columns).get_result(conn)?;
    if buyer != account {
        return Ok(GrantOutcome::GrantedToAnother);
    }
    let column = ColumnRef { table: "credit_grant", column: "units", row: payment };
    Ok(GrantOutcome::GrantedBefore { units: column.units(units)? })
}
