//! Takes credits back, and gives them back when a refund is reversed.

use diesel::prelude::*;
use listing_domain::ids::AccountId;
use listing_domain::ports::{
    Refund, RefundOutcome, RefundRequest, RefundUnits, ReversalOutcome, ReversalRequest,
};
use listing_domain::quota::UnitKind;

use super::grant::Added;
use super::{Bucket, Entry, Step};
use crate::connection::{Conn, insert_new};
use crate::error::StorageError;
use crate::rows::{ColumnRef, ensure_one, micros};
use crate::schema::{bucket, credit_grant, debt, refund};
use crate::store::lock::lock_account;

/// Takes back a payment's credits, and adds those that the account no longer has to its debt.
pub(in crate::store) fn refund(conn: &mut Conn, request: &RefundRequest) -> Step<RefundOutcome> {
    let bucket = Bucket::new(request.account, UnitKind::Credit);
    let (payment, id) = (request.payment.to_string(), request.id.to_string());
    lock_account(conn, &bucket.account)?;
    let granted = credit_grant::table.find(&payment).filter(credit_grant::account.eq(&bucket.account));
    let granted: Option<i64> = granted.select(credit_grant::units).get_result(conn).optional()?;
    let Some(granted) = granted else { return Ok(RefundOutcome::UnknownPayment) };
    if let Some((before, _)) = stored(conn, &payment, &id)? {
        return Ok(RefundOutcome::RefundedBefore(before));
    }
    let left = granted - taken_by_refunds(conn, &payment)?;
    let units = match request.units {
        RefundUnits::Rest => left,
        RefundUnits::UpTo(units) => left.min(i64::from(units.get())),
    };
    if units <= 0 {
        return Ok(RefundOutcome::NothingLeft);
    }
    let purchased = bucket::table.find((&bucket.account, &bucket.kind, &bucket.period));
    let available: i64 =
        purchased.select(bucket::granted - bucket::pending - bucket::spent).get_result(conn)?;
    let taken_back = available.min(units);
    let row = (
        refund::payment.eq(&payment),
        refund::id.eq(&id),
        refund::account.eq(&bucket.account),
        refund::taken_back.eq(taken_back),
        refund::owed.eq(units - taken_back),
        refund::refunded_at.eq(micros(request.at)),
    );
    diesel::insert_into(refund::table).values(row).execute(conn)?;
    let lowered =
        diesel::update(purchased).set(bucket::granted.eq(bucket::granted - taken_back)).execute(conn)?;
    ensure_one(lowered, "bucket", &bucket.account)?;
    add_debt(conn, request.account, units - taken_back)?;
    let entry = Entry {
        what: "refund",
        reservation: None,
        payment: Some(&payment),
        bucket: &bucket,
        amount: taken_back,
        at: micros(request.at),
        origin: &request.origin,
    };
    entry.append(conn)?;
    Ok(RefundOutcome::Refunded(refund_from(&payment, taken_back, units - taken_back)?))
}

/// Gives the credits of a refund back.
pub(in crate::store) fn reverse(conn: &mut Conn, request: &ReversalRequest) -> Step<ReversalOutcome> {
    let (owner, payment, id) =
        (request.account.to_string(), request.payment.to_string(), request.refund.to_string());
    lock_account(conn, &owner)?;
    let Some((Refund { taken_back, owed }, account)) = stored(conn, &payment, &id)? else {
        return Ok(ReversalOutcome::UnknownRefund);
    };
    if account != owner {
        return Ok(ReversalOutcome::UnknownRefund);
    }
    let standing = refund::table.find((&payment, &id)).filter(refund::reversed_at.is_null());
    if diesel::update(standing).set(refund::reversed_at.eq(micros(request.at))).execute(conn)? == 0 {
        return Ok(ReversalOutcome::ReversedBefore);
    }
    let units = taken_back + owed;
    let (at, origin) = (micros(request.at), &request.origin);
    let added = Added {
        entry: "reverse",
        payment: &payment,
        account: request.account,
        units: units.into(),
        at,
        origin,
    };
    Ok(ReversalOutcome::Reversed { units, repaid: added.add(conn)? })
}

/// Returns a refund and its account.
fn stored(conn: &mut Conn, payment: &str, id: &str) -> Result<Option<(Refund, String)>, StorageError> {
    let columns = (refund::taken_back, refund::owed, refund::account);
    let row: Option<(i64, i64, String)> =
        refund::table.find((payment, id)).select(columns).get_result(conn).optional()?;
    row.map(|(taken_back, owed, account)| Ok((refund_from(payment, taken_back, owed)?, account))).transpose()
}

fn refund_from(payment: &str, taken_back: i64, owed: i64) -> Result<Refund, StorageError> {
    let units = |column, units| ColumnRef { table: "refund", column, row: payment }.units(units);
    Ok(Refund { taken_back: units("taken_back", taken_back)?, owed: units("owed", owed)? })
}

/// Returns the credits of a payment's refunds that were not reversed.
fn taken_by_refunds(conn: &mut Conn, payment: &str) -> Result<i64, StorageError> {
    let rows: Vec<(i64, i64)> = refund::table
        .filter(refund::payment.eq(payment))
        .filter(refund::reversed_at.is_null())
        .select((refund::taken_back, refund::owed))
        .load(conn)?;
    Ok(rows.into_iter().map(|(taken_back, owed)| taken_back + owed).sum())
}

fn add_debt(conn: &mut Conn, account: AccountId, units: i64) -> Result<(), StorageError> {
    if units == 0 {
        return Ok(());
    }
    let account = account.to_string();
    let row = (debt::account.eq(&account), debt::units.eq(0));
    insert_new!(conn, debt::table, row, unless debt::account)?;
    let owed = diesel::update(debt::table.find(&account)).set(debt::units.eq(debt::units + units));
    Ok(ensure_one(owed.execute(conn)?, "debt", &account)?)
}
