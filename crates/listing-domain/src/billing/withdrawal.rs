use std::num::NonZeroU32;

use super::{DisputeStatus, PaymentState, RefundStatus};
use crate::money::Money;
use crate::payment::RefundId;

/// The effect of a refund or a dispute on the credits that a payment bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withdrawal {
    /// Credits are taken from the buyer.
    Take {
        /// The id of the refund in the ledger.
        id: RefundId,
        /// The number of credits.
        units: NonZeroU32,
    },
    /// The credits go back to the buyer, because the refund failed or the seller won the dispute.
    GiveBack {
        /// The id of the refund in the ledger.
        id: RefundId,
    },
}

/// Returns the effects of the refunds and disputes of a payment on the credits that it granted. Those that give
/// credits back come first, so that no debt arises in between.
///
/// A part of the money takes the same part of the credits, rounded down for the buyer. Parts that are the whole
/// payment take all credits. The result depends on the payment's state alone, so the order and number of
/// reports do not matter. A provider gives refunds and disputes different ids.
pub fn withdrawals(payment: &PaymentState, granted: u32) -> Vec<Withdrawal> {
    let refunds = payment.refunds.iter().map(|refund| {
        let stands = refund.status != RefundStatus::Failed;
        (RefundId::of_provider(refund.id.as_str()), refund.amount, stands)
    });
    let disputes = payment.disputes.iter().map(|dispute| {
        let stands = dispute.status != DisputeStatus::Won;
        (RefundId::of_provider(dispute.id.as_str()), dispute.amount, stands)
    });
    let (standing, over): (Vec<_>, Vec<_>) = refunds.chain(disputes).partition(|(.., stands)| *stands);
    let parts: Vec<(RefundId, NonZeroU32)> = standing
        .into_iter()
        .filter_map(|(id, amount, _)| Some((id, units(amount, payment.paid, granted)?)))
        .collect();
    let is_whole = payment.is_wholly_withdrawn();
    // Without a failed part, the payment was never wholly withdrawn.
    let is_rounding_over = !is_whole && !over.is_empty();
    let given_back = over.into_iter().map(|(id, ..)| id);
    let given_back = given_back.chain(is_rounding_over.then(RefundId::of_rounding));
    let rounding = if is_whole { rounding(&parts, granted) } else { None };
    let taken = parts.into_iter().chain(rounding.map(|units| (RefundId::of_rounding(), units)));
    let given_back = given_back.map(|id| Withdrawal::GiveBack { id });
    given_back.chain(taken.map(|(id, units)| Withdrawal::Take { id, units })).collect()
}

/// The credits that parts of a wholly withdrawn payment leave by their rounding.
fn rounding(parts: &[(RefundId, NonZeroU32)], granted: u32) -> Option<NonZeroU32> {
    let taken = parts.iter().fold(0_u32, |sum, (_, units)| sum.saturating_add(units.get()));
    NonZeroU32::new(granted.saturating_sub(taken))
}

/// At most all credits. An amount in another currency, which cannot be compared, counts as the whole payment.
fn units(amount: Money, paid: Money, granted: u32) -> Option<NonZeroU32> {
    let is_part = amount.currency() == paid.currency() && amount.minor() < paid.minor();
    let units = if is_part { i64::from(granted) * amount.minor() / paid.minor() } else { i64::from(granted) };
    u32::try_from(units).ok().and_then(NonZeroU32::new)
}

#[cfg(test)]
mod tests {
    use super::super::{DisputeState, Purchase, RefundState};
    use super::*;
    use crate::ids::AccountId;
    use crate::money::Currency;

    const GRANTED: u32 = 20;

    fn eur(minor: i64) -> Money {
        Money::from_minor(minor, Currency::Eur)
    }

    fn payment(
        refunds: &[(&str, i64, RefundStatus)],
        disputes: &[(&str, i64, DisputeStatus)],
    ) -> PaymentState {
        let refund = |(id, amount, status): &(&str, i64, RefundStatus)| RefundState {
            id: id.parse().unwrap(),
            amount: eur(*amount),
            status: *status,
        };
        let dispute = |(id, amount, status): &(&str, i64, DisputeStatus)| DisputeState {
            id: id.parse().unwrap(),
            amount: eur(*amount),
            status: *status,
        };
        PaymentState {
            id: "pay_1".parse().unwrap(),
            account: AccountId::new(uuid::Uuid::from_u128(7)),
            purchase: Purchase::Checkout("co_1".parse().unwrap()),
            paid: eur(900),
            refunds: refunds.iter().map(refund).collect(),
            disputes: disputes.iter().map(dispute).collect(),
        }
    }

    fn take(id: &str, units: u32) -> Withdrawal {
        Withdrawal::Take { id: id.parse().unwrap(), units: NonZeroU32::new(units).unwrap() }
    }

    fn give_back(id: &str) -> Withdrawal {
        Withdrawal::GiveBack { id: id.parse().unwrap() }
    }

    #[test]
    fn part_of_the_money_takes_that_part_of_the_credits() {
        use RefundStatus::{Pending, Succeeded};
        for (amount, status, units) in
            [(900, Succeeded, 20), (450, Pending, 10), (300, Succeeded, 6), (45, Succeeded, 1)]
        {
            let expected = [take("re_1", units)];
            assert_eq!(
                withdrawals(&payment(&[("re_1", amount, status)], &[]), GRANTED),
                expected,
                "{amount}"
            );
        }
        assert_eq!(
            withdrawals(&payment(&[("re_1", 44, Succeeded)], &[]), GRANTED),
            [],
            "less than one credit"
        );
        assert_eq!(withdrawals(&payment(&[], &[]), GRANTED), []);
    }

    #[test]
    fn dispute_takes_at_most_what_the_payment_granted() {
        use DisputeStatus::{Lost, Open};
        for status in [Open, Lost] {
            let disputed = payment(&[], &[("dp_1", 5_000, status)]);
            assert_eq!(withdrawals(&disputed, GRANTED), [take("dp_1", 20)]);
        }
    }

    #[test]
    fn failed_refunds_and_won_disputes_give_back_before_others_take() {
        let refunds = [("re_1", 450, RefundStatus::Succeeded), ("re_2", 450, RefundStatus::Failed)];
        let state = payment(&refunds, &[("dp_1", 900, DisputeStatus::Won)]);
        let rounding = give_back("rounding");
        assert_eq!(
            withdrawals(&state, GRANTED),
            [give_back("re_2"), give_back("dp_1"), rounding, take("re_1", 10)]
        );
    }

    #[test]
    fn parts_that_are_the_whole_payment_take_all_credits() {
        use RefundStatus::Succeeded;
        let thirds = [("re_1", 300, Succeeded), ("re_2", 300, Succeeded)];
        let disputed = payment(&thirds, &[("dp_1", 300, DisputeStatus::Open)]);
        let parts = [take("re_1", 6), take("re_2", 6), take("dp_1", 6)];
        assert_eq!(withdrawals(&disputed, GRANTED), [&parts[..], &[take("rounding", 2)]].concat());
        assert_eq!(withdrawals(&payment(&thirds, &[]), GRANTED), parts[..2]);
        let halves = payment(&[("re_1", 450, Succeeded)], &[("dp_1", 450, DisputeStatus::Lost)]);
        assert_eq!(withdrawals(&halves, GRANTED), [take("re_1", 10), take("dp_1", 10)]);
    }

    #[test]
    fn amount_in_another_currency_counts_as_the_whole_payment() {
        let mut payment = payment(&[], &[("dp_1", 10, DisputeStatus::Lost)]);
        payment.disputes[0].amount = Money::from_minor(10, Currency::Usd);
        assert_eq!(withdrawals(&payment, GRANTED), [take("dp_1", 20)]);
    }
}
