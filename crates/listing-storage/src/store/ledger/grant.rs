//! Adds credits: of a payment, or of a reversed refund.

use diesel::prelude::*;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::{Grant, GrantOutcome, QuotaError};
use listing_domain::quota::UnitKind;

use super::{Bucket, Entry, Step};
use crate::connection::{Conn, insert_new};
use crate::error::{StepError, StorageError};
use crate::rows::{ColumnRef, ensure_one, micros};
use crate::schema::{account, bucket, credit_grant, debt};
use crate::store::lock::lock_account;

/// Does nothing if the payment's credits were added earlier.
pub(in crate::store) fn grant(conn: &mut Conn, grant: &Grant) -> Step<GrantOutcome> {
    let (owner, payment) = (grant.account.to_string(), grant.payment.to_string());
    lock_account(conn, &owner)?;
    let query = account::table.find(&owner).filter(account::deleted_at.is_null());
    let account: Option<String> = query.select(account::id).get_result(conn).optional()?;
    if account.is_none() {
        return Err(StepError::Refused(QuotaError::UnknownAccount));
    }
    let units = i64::from(grant.units);
    let paid = (
        credit_grant::payment.eq(&payment),
        credit_grant::account.eq(&owner),
        credit_grant::units.eq(units),
        credit_grant::granted_at.eq(micros(grant.at)),
    );
    if insert_new!(conn, credit_grant::table, paid, unless credit_grant::payment)? == 0 {
        return granted_before(conn, &payment, &owner);
    }
    let (at, origin) = (micros(grant.at), &grant.origin);
    let added = Added { entry: "grant", payment: &payment, account: grant.account, units, at, origin };
    Ok(GrantOutcome::Granted { repaid: added.add(conn)? })
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

/// Credits to add to an account under its lock.
pub(super) struct Added<'a> {
    /// The name of the ledger entry.
    pub(super) entry: &'static str,
    pub(super) payment: &'a str,
    pub(super) account: AccountId,
    pub(super) units: i64,
    /// In microseconds since 1970.
    pub(super) at: i64,
    pub(super) origin: &'a Origin,
}

impl Added<'_> {
    /// Adds the credits, pays the account's debt from them, and returns the number of credits that it took.
    pub(super) fn add(&self, conn: &mut Conn) -> Result<u32, StorageError> {
        let bucket = Bucket::new(self.account, UnitKind::Credit);
        let debts = debt::table.find(&bucket.account);
        let owed: Option<i64> = debts.select(debt::units).get_result(conn).optional()?;
        let repaid = owed.unwrap_or_default().min(self.units);
        bucket.open(conn, 0)?;
        let added = diesel::update(bucket::table.find((&bucket.account, &bucket.kind, &bucket.period)))
            .set(bucket::granted.eq(bucket::granted + self.units - repaid))
            .execute(conn)?;
        ensure_one(added, "bucket", &bucket.account)?;
        self.entry(self.entry, self.units, &bucket).append(conn)?;
        if repaid > 0 {
            let paid = diesel::update(debts).set(debt::units.eq(debt::units - repaid)).execute(conn)?;
            ensure_one(paid, "debt", &bucket.account)?;
            self.entry("repay", repaid, &bucket).append(conn)?;
        }
        Ok(ColumnRef { table: "debt", column: "units", row: &bucket.account }.units(repaid)?)
    }

    fn entry<'b>(&'b self, what: &'static str, amount: i64, bucket: &'b Bucket) -> Entry<'b> {
        let (payment, at, origin) = (Some(self.payment), self.at, self.origin);
        Entry { what, reservation: None, payment, bucket, amount, at, origin }
    }
}
