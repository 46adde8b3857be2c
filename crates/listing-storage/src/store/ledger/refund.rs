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
    if let Some(before) = stored(conn, &payment, &id)? {
        return Ok(RefundOutcome::RefundedBefore(before));
    }
    let before = standing_units(conn, &payment)?;
    let left = (granted - before).max(0);
    let claimed = match request.units {
        RefundUnits::Rest if left == 0 => return Ok(RefundOutcome::NothingLeft),
        RefundUnits::Rest => left,
        RefundUnits::Units(units) => i64::from(units.get()),
    };
    let units = claimed.min(left);
    let purchased = bucket::table.find((&bucket.account, &bucket.kind, &bucket.period));
    let available: i64 =
        purchased.select(bucket::granted - bucket::pending - bucket::spent).get_result(conn)?;
    let taken_back = available.min(units);
    let row = (
        refund::payment.eq(&payment),
        refund::id.eq(&id),
        refund::account.eq(&bucket.account),
        refund::units.eq(claimed),
        refund::taken_back.eq(taken_back),
        refund::owed.eq(units - taken_back),
        refund::given_back.eq(0),
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
    let reversed = refund::table.find((&payment, &id));
    let columns = (refund::account, refund::units, refund::reversed_at);
    let row: Option<(String, i64, Option<i64>)> = reversed.select(columns).get_result(conn).optional()?;
    let Some((_, claimed, reversed_at)) = row.filter(|(account, ..)| *account == owner) else {
        return Ok(ReversalOutcome::UnknownRefund);
    };
    if reversed_at.is_some() {
        return Ok(ReversalOutcome::ReversedBefore);
    }
    let granted: i64 = credit_grant::table.find(&payment).select(credit_grant::units).get_result(conn)?;
    let standing = standing_units(conn, &payment)?;
    let units = standing.min(granted) - (standing - claimed).min(granted);
    let changes = (refund::reversed_at.eq(micros(request.at)), refund::given_back.eq(units));
    ensure_one(diesel::update(reversed).set(changes).execute(conn)?, "refund", &id)?;
    let (at, origin) = (micros(request.at), &request.origin);
    let added = Added { entry: "reverse", payment: &payment, account: request.account, units, at, origin };
    let repaid = added.add(conn)?;
    let units = ColumnRef { table: "refund", column: "given_back", row: &payment }.units(units)?;
    Ok(ReversalOutcome::Reversed { units, repaid })
}

fn stored(conn: &mut Conn, payment: &str, id: &str) -> Result<Option<Refund>, StorageError> {
    let columns = (refund::taken_back, refund::owed);
    let row: Option<(i64, i64)> =
        refund::table.find((payment, id)).select(columns).get_result(conn).optional()?;
    row.map(|(taken_back, owed)| refund_from(payment, taken_back, owed)).transpose()
}

fn refund_from(payment: &str, taken_back: i64, owed: i64) -> Result<Refund, StorageError> {
    let units = |column, units| ColumnRef { table: "refund", column, row: payment }.units(units);
    Ok(Refund { taken_back: units("taken_back", taken_back)?, owed: units("owed", owed)? })
}

/// Returns the units of a payment's refunds that were not reversed. They may exceed the payment.
fn standing_units(conn: &mut Conn, payment: &str) -> Result<i64, StorageError> {
    let standing = refund::table.filter(refund::payment.eq(payment)).filter(refund::reversed_at.is_null());
    let units: Vec<i64> = standing.select(refund::units).load(conn)?;
    Ok(units.into_iter().sum())
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
