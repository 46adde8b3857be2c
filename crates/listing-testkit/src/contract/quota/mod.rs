mod charging;
mod credits;
mod deletion;
mod idempotency;
mod time;

use std::num::NonZeroU32;

use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::payment::PaymentId;
use listing_domain::ports::{
    Grant, GrantOutcome, HoldRequest, IdSource, QuotaError, RefundOutcome, RefundRequest, RefundUnits,
    Reservation, ReversalOutcome, ReversalRequest, SettleRequest, Settlement,
};
use listing_domain::quota::{Period, UnitKind, Usage};

use super::{Stores, later, moment, open_account, put_on_plan, run_cases};
use crate::SeededIds;

/// Free units in a month.
const FREE: u32 = 3;
const PACK: u32 = 20;
/// Until a hold expires.
const HOLD_SECONDS: i64 = 300;

/// The contract of quota ledgers.
pub async fn quota_ledger_contract(make: impl AsyncFn() -> Stores) {
    let fixture = async || Fixture { stores: make().await, ids: SeededIds::new(20) };
    run_cases!(fixture();
        charging::a_fresh_account_has_its_free_units,
        charging::a_held_unit_counts_as_used,
        charging::a_settled_unit_is_charged_once,
        charging::released_unit_returns_once,
        charging::settling_after_release_charges_nothing,
        charging::releasing_after_settlement_gives_nothing_back,
        charging::exhausted_account_is_refused_and_nothing_is_stored,
        charging::accounts_do_not_share_units,
        charging::unknown_accounts_and_reservations_are_reported,
        charging::reservation_id_is_used_once,
        charging::free_limit_of_the_request_applies,
        charging::concurrent_holds_take_only_the_available_units,
        charging::concurrent_ends_of_one_reservation_count_once,
        credits::credits_come_after_free_units,
        credits::released_unit_returns_to_its_bucket,
        credits::a_payment_is_granted_once,
        credits::concurrent_reports_of_a_payment_are_granted_once,
        credits::a_subscription_takes_no_unit,
        credits::plan_change_keeps_held_units,
        credits::a_refund_takes_back_the_remaining_credits,
        credits::a_payment_is_refunded_once_and_by_its_buyer,
        credits::refunds_take_back_at_most_what_the_payment_granted,
        credits::a_debt_is_paid_by_the_next_purchase,
        credits::a_reversed_refund_gives_its_credits_back_once,
        credits::a_reversal_leaves_what_other_refunds_take_back,
        credits::concurrent_reports_of_a_refund_take_back_once,
        idempotency::keyed_request_runs_once_and_repeats_its_answer,
        idempotency::another_request_under_a_key_is_refused,
        idempotency::accounts_do_not_share_keys,
        idempotency::key_is_free_after_its_request_failed,
        idempotency::exhausted_account_does_not_use_up_a_key,
        idempotency::a_late_settlement_stores_no_answer,
        idempotency::a_second_settlement_returns_the_first_answer,
        idempotency::concurrent_requests_with_one_key_hold_once,
        idempotency::old_key_is_refused_until_it_is_dropped,
        deletion::a_deleted_account_is_unknown,
        deletion::holds_of_a_deleted_account_are_ended,
        deletion::free_units_stay_used_for_the_next_account_of_a_mailbox,
        deletion::credits_come_after_free_units_that_were_used_before,
        deletion::former_use_is_dropped_after_its_month,
        time::a_new_month_has_its_own_free_units,
        time::credits_outlive_the_month,
        time::a_hold_over_the_months_end_stays_in_its_month,
        time::clock_set_back_does_not_reopen_a_month,
        time::expired_hold_returns,
        time::hold_stays_until_its_expiry,
        time::expired_hold_returns_to_its_bucket,
        time::settling_after_expiry_charges_nothing,
        time::plan_applies_from_its_start_until_its_end,
    );
}

struct Fixture {
    stores: Stores,
    ids: SeededIds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Balance {
    free_used: u32,
    credits: u32,
}

const fn balance(free_used: u32, credits: u32) -> Balance {
    Balance { free_used, credits }
}

/// 10:00 on a day in November 2026.
fn november(day: i64) -> Timestamp {
    later(moment("2026-11-01T10:00:00Z"), (day - 1) * 86_400)
}

/// Settles without a generation.
const fn settling(reservation: ReservationId, at: Timestamp) -> SettleRequest {
    SettleRequest { reservation, free_limit: FREE, at, generation: None, origin: Origin::CLI }
}

/// A free unit of the moment's month.
fn free(at: Timestamp) -> UnitKind {
    UnitKind::Free(Period::containing(at))
}

impl Fixture {
    async fn account(&self, name: &str) -> AccountId {
        open_account(self.stores.accounts.as_ref(), &self.ids, name).await
    }

    async fn set_plan(&self, account: AccountId, plan: Plan, from: Timestamp) {
        let changed = put_on_plan(self.stores.entitlements.as_ref(), account, plan, from).await;
        assert!(changed.is_ok_and(|changed| changed), "the plan of an account can be changed");
    }

    fn request(&self, account: AccountId, now: Timestamp) -> HoldRequest {
        let reservation = ReservationId::new(self.ids.id());
        let expires_at = later(now, HOLD_SECONDS);
        HoldRequest {
            reservation,
            account,
            free_limit: FREE,
            now,
            expires_at,
            idempotency: None,
            is_free: false,
            origin: Origin::CLI,
        }
    }

    async fn try_hold(&self, account: AccountId, now: Timestamp) -> Result<Reservation, QuotaError> {
        self.stores.quota.hold(&self.request(account, now)).await
    }

    async fn hold(&self, account: AccountId, now: Timestamp) -> Reservation {
        self.try_hold(account, now).await.expect("the account has a unit left")
    }

    async fn assert_exhausted(&self, account: AccountId, now: Timestamp) {
        let outcome = self.try_hold(account, now).await;
        assert!(matches!(outcome, Err(QuotaError::Exhausted)), "{outcome:?}");
    }

    async fn settle(&self, held: Reservation, at: Timestamp) -> Settlement {
        let settled = self.stores.quota.settle(&settling(held.id, at)).await;
        settled.expect("a reservation can be settled")
    }

    async fn release(&self, held: Reservation, at: Timestamp) {
        self.stores.quota.release(held.id, at, &Origin::CLI).await.expect("a reservation can be released");
    }

    async fn expire(&self, now: Timestamp) -> u64 {
        self.stores.quota.expire(now).await.expect("expired holds can be released")
    }

    async fn grant(&self, account: AccountId, payment: &str, units: u32, at: Timestamp) -> GrantOutcome {
        let grant = Grant { payment: id(payment), account, units, at, origin: Origin::CLI };
        self.stores.quota.grant(&grant).await.expect("credits can be granted")
    }

    /// Refunds a payment, up to `units` credits or the rest of it.
    async fn refund(
        &self,
        account: AccountId,
        (payment, refund): (&str, &str),
        units: Option<u32>,
        at: Timestamp,
    ) -> RefundOutcome {
        let units = units.and_then(NonZeroU32::new).map_or(RefundUnits::Rest, RefundUnits::Units);
        let refund = refund.parse().expect("a refund id is accepted");
        let request =
            RefundRequest { id: refund, payment: id(payment), account, units, at, origin: Origin::CLI };
        self.stores.quota.refund(&request).await.expect("a refund can be reported")
    }

    async fn reverse(
        &self,
        account: AccountId,
        (payment, refund): (&str, &str),
        at: Timestamp,
    ) -> ReversalOutcome {
        let refund = refund.parse().expect("a refund id is accepted");
        let request = ReversalRequest { refund, payment: id(payment), account, at, origin: Origin::CLI };
        self.stores.quota.reverse_refund(&request).await.expect("a reversal can be reported")
    }

    async fn usage(&self, account: AccountId, now: Timestamp) -> Usage {
        self.stores.quota.usage(account, FREE, now).await.expect("usage can be read")
    }

    async fn balance(&self, account: AccountId, now: Timestamp) -> Balance {
        let usage = self.usage(account, now).await;
        balance(usage.free_used, usage.credits_remaining)
    }
}

fn id(payment: &str) -> PaymentId {
    payment.parse().expect("a payment id is accepted")
}
