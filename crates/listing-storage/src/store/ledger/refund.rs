use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::ports::Refund;
use listing_domain::quota::UnitKind;

use super::{Bucket, Entry, Step};
use crate::connection::{Conn, insert_new};
use crate::rows::{ColumnRef, ensure_one, micros};
use crate::schema::{bucket, credit_grant, credit_refund};
use crate::store::lock::lock_account;

/// Takes back a payment's unused credits. `None` if it was refunded earlier or belongs to another account.
pub(in crate::store) fn refund(
    conn: &mut Conn,
    account: AccountId,
    payment: &str,
    at: Timestamp,
    origin: &Origin,
) -> Step<Option<Refund>> {
    let bucket = Bucket::new(account, UnitKind::Credit);
    lock_account(conn, &bucket.account)?;
    let paid: Option<i64> = credit_grant::table
        .find(payment)
        .filter(credit_grant::account.eq(&bucket.account))
        .select(credit_grant::units)
        .get_result(conn)
        .optional()?;
    let Some(paid) = paid else { return Ok(None) };
    let purchased = bucket::table.find((&bucket.account, &bucket.kind, &bucket.period));
    let left: i64 = purchased.select(bucket::granted - bucket::pending - bucket::spent).get_result(conn)?;
    let taken_back = left.min(paid);
    let refunded = (
        credit_refund::payment.eq(payment),
        credit_refund::account.eq(&bucket.account),
        credit_refund::taken_back.eq(taken_back),
        credit_refund::owed.eq(paid - taken_back),
        credit_refund::refunded_at.eq(micros(at)),
    );
    if insert_new!(conn, credit_refund::table, refunded, unless credit_refund::payment)? == 0 {
        return Ok(None);
    }
    let lowered =
        diesel::update(purchased).set(bucket::granted.eq(bucket::granted - taken_back)).execute(conn)?;
    ensure_one(lowered, "bucket", &bucket.account)?;
    let entry = Entry {
        what: "refund",
        reservation: None,
        payment: Some(payment),
        bucket: &bucket,
        amount: taken_back,
        at: micros(at),
        origin,
    };
    entry.append(conn)?;
    let units = |column, units| ColumnRef { table: "credit_refund", column, row: payment }.units(units);
    Ok(Some(Refund { taken_back: units("taken_back", taken_back)?, owed: units("owed", paid - taken_back)? }))
}
