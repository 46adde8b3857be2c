//! Decides how a subscription changes the plans of its account.

use jiff::Timestamp;

use crate::billing::{SubscriptionId, SubscriptionState};
use crate::entitlement::{Entitlement, EntitlementSource, Term};

/// A change of an account's entitlements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlanStep {
    /// Everything is as it should be.
    Keep,
    /// The subscription entitles to a term, which replaces everything from its start on.
    Entitle(Term),
    /// The entitlement of the subscription ends at a moment, with everything after it.
    End(Timestamp),
}

/// Returns the step from an account's entitlements to those that a subscription's state wants, so that a repeated
/// step is [`PlanStep::Keep`]. `ends` is the end of the wanted plan, if any.
///
/// A plan from another source, such as an operator's, is never shortened: the subscription's begins after it. Of
/// several subscriptions, each begins after those that were there first, so that none displaces another in turn.
pub(super) fn plan_step(
    entitlements: &[Entitlement],
    subscription: &SubscriptionState,
    ends: Option<Timestamp>,
    now: Timestamp,
) -> PlanStep {
    let is_own = |entitlement: &&Entitlement| is_of(&entitlement.source, &subscription.id);
    let is_left = |entitlement: &&Entitlement| entitlement.term.ends.is_none_or(|ends| ends > now);
    let own = entitlements.iter().filter(is_own).find(is_left).map(|entitlement| entitlement.term);
    let is_before = |other: &&Entitlement| own.is_none_or(|own| other.term.starts < own.starts);
    let mut others: Vec<&Entitlement> =
        entitlements.iter().filter(|other| !is_own(other)).filter(is_before).collect();
    others.sort_by_key(|other| other.term.starts);
    let after =
        |at: Timestamp, other: &Entitlement| if other.term.covers(at) { other.term.ends } else { Some(at) };
    let starts = others.into_iter().try_fold(now, after);
    // A plan without an end leaves nothing to add.
    let Some(starts) = starts else { return PlanStep::Keep };
    match (own, ends.filter(|ends| *ends > starts)) {
        (None, None) => PlanStep::Keep,
        (Some(own), None) => PlanStep::End(own.starts.max(now)),
        (Some(own), Some(ends))
            if own.plan == subscription.plan && own.ends == Some(ends) && own.starts <= starts =>
        {
            PlanStep::Keep
        }
        (_, Some(ends)) => PlanStep::Entitle(Term { plan: subscription.plan, starts, ends: Some(ends) }),
    }
}

fn is_of(source: &EntitlementSource, subscription: &SubscriptionId) -> bool {
    matches!(source, EntitlementSource::Subscription(id) if id == subscription)
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::account::Plan;
    use crate::billing::{BillingPeriod, SubscriptionStatus};

    fn hour(hours: i64) -> Timestamp {
        Timestamp::from_second(hours * 3_600).unwrap()
    }

    fn state() -> SubscriptionState {
        SubscriptionState {
            id: "sub_1".parse().unwrap(),
            account: None,
            customer: "cus_1".parse().unwrap(),
            plan: Plan::ProMonthly,
            status: SubscriptionStatus::Active,
            period: BillingPeriod::new(hour(10), hour(20)).unwrap(),
            ends_with_period: false,
            ended_at: None,
            latest_payment: None,
        }
    }

    fn entitlement(source: &str, starts: i64, ends: Option<i64>) -> Entitlement {
        let term = Term { plan: Plan::ProMonthly, starts: hour(starts), ends: ends.map(hour) };
        Entitlement { term, source: source.parse().unwrap() }
    }

    fn step(entitlements: &[Entitlement], ends: Option<i64>, now: i64) -> PlanStep {
        plan_step(entitlements, &state(), ends.map(hour), hour(now))
    }

    fn entitle(starts: i64, ends: i64) -> PlanStep {
        PlanStep::Entitle(Term { plan: Plan::ProMonthly, starts: hour(starts), ends: Some(hour(ends)) })
    }

    #[test]
    fn subscription_entitles_once_and_is_extended() {
        assert_eq!(step(&[], Some(23), 11), entitle(11, 23));
        let running = [entitlement("subscription sub_1", 11, Some(23))];
        assert_eq!(step(&running, Some(23), 12), PlanStep::Keep);
        assert_eq!(step(&running, Some(33), 20), entitle(20, 33));
        assert_eq!(step(&running, Some(33), 25), entitle(25, 33), "a late renewal begins when it is known");
        assert_eq!(step(&running, Some(20), 12), entitle(12, 20), "a canceled renewal shortens the grace");
    }

    #[test]
    fn ended_subscription_ends_its_own_plan_only() {
        let running = [entitlement("subscription sub_1", 11, Some(23))];
        assert_eq!(step(&running, None, 12), PlanStep::End(hour(12)));
        assert_eq!(step(&running, Some(12), 12), PlanStep::End(hour(12)));
        assert_eq!(step(&running, None, 23), PlanStep::Keep, "it has ended already");
        assert_eq!(step(&[], None, 12), PlanStep::Keep);
        for other in ["operator", "subscription sub_2"] {
            assert_eq!(step(&[entitlement(other, 11, Some(23))], None, 12), PlanStep::Keep);
        }
    }

    #[test]
    fn plan_of_another_source_is_never_shortened() {
        for other in ["operator", "subscription sub_2"] {
            let running = entitlement(other, 5, Some(18));
            assert_eq!(step(from_ref(&running), Some(23), 11), entitle(18, 23), "{other}");
            assert_eq!(step(from_ref(&running), Some(17), 11), PlanStep::Keep);
            let queued = [running.clone(), entitlement("subscription sub_1", 18, Some(23))];
            assert_eq!(step(&queued, Some(23), 11), PlanStep::Keep);
            assert_eq!(step(&queued, None, 11), PlanStep::End(hour(18)));
            assert_eq!(step(&queued, Some(33), 11), entitle(18, 33));
            assert_eq!(step(&[entitlement(other, 5, None)], Some(23), 11), PlanStep::Keep, "without an end");
        }
    }

    #[test]
    fn subscription_begins_after_all_plans_before_its_own() {
        let (first, second) =
            (entitlement("subscription sub_2", 5, Some(18)), entitlement("subscription sub_3", 18, Some(25)));
        let queued = [first.clone(), second];
        assert_eq!(step(&queued, Some(23), 11), PlanStep::Keep, "the other plans last longer");
        assert_eq!(step(&queued, Some(33), 11), entitle(25, 33));
        let between = [
            first.clone(),
            entitlement("subscription sub_1", 18, Some(23)),
            entitlement("subscription sub_3", 23, Some(30)),
        ];
        assert_eq!(step(&between, Some(23), 11), PlanStep::Keep, "a later plan does not move it");
        assert_eq!(step(&between, Some(33), 11), entitle(18, 33));
        let apart = [first, entitlement("subscription sub_3", 19, Some(25))];
        assert_eq!(step(&apart, Some(33), 11), entitle(18, 33), "a gap is filled");
    }
}
