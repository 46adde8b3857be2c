//! Applies the states of the provider's objects to orders, credits and plans.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::NotifyBuyer;
use super::plan_step::{PlanStep, plan_step};
use crate::billing::{
    BillingPolicy, BillingSubject, CheckoutId, CheckoutState, CheckoutStatus, ClaimedSubject, CustomerId,
    Order, OrderState, PaidOrder, PaidProduct, PaymentState, PaymentStatus, ProviderPaymentId, Purchase,
    SubjectEnd, SubscriptionId, SubscriptionState, SubscriptionStatus, Withdrawal, withdrawals,
};
use crate::entitlement::{Entitlement, EntitlementSource};
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::payment::PaymentId;
use crate::ports::{
    BillingQueue, Clock, EntitlementStore, Grant, GrantOutcome, OrderStore, PaymentError, PaymentProvider,
    QuotaError, QuotaLedger, RefundOutcome, RefundRequest, RefundUnits, ReversalRequest, StoreError,
};
use crate::quota::QuotaPolicy;

/// Applies the states of the provider's objects to orders, credits and plans.
///
/// The state is fetched, so late, repeated and reordered events have the same result. Each step can be
/// repeated: an interrupted claim is claimed again, and does what is left.
#[derive(Clone)]
pub struct ApplyBilling {
    /// The queue of objects.
    pub queue: Arc<dyn BillingQueue>,
    /// Provides the states.
    pub provider: Arc<dyn PaymentProvider>,
    /// Stores orders and customers.
    pub orders: Arc<dyn OrderStore>,
    /// Stores credits.
    pub quota: Arc<dyn QuotaLedger>,
    /// Stores plans.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// The size of a pack whose order is unknown.
    pub quota_policy: QuotaPolicy,
    /// The rules of payments.
    pub policy: BillingPolicy,
    /// Informs buyers; `None` if the service does not send mail.
    pub notify: Option<NotifyBuyer>,
}

/// A subject whose claim has ended.
#[derive(Debug)]
pub struct AppliedSubject {
    /// The subject.
    pub subject: BillingSubject,
    /// The end of the claim.
    pub end: SubjectEnd,
    /// Why the state was not applied.
    pub fault: Option<ApplyFault>,
}

/// Why a state was not applied.
#[derive(Debug, thiserror::Error)]
pub enum ApplyFault {
    /// The provider did not return the state.
    #[error(transparent)]
    Provider(#[from] PaymentError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The state belongs to no account, or contradicts the order. An operator must decide.
    #[error("{0}")]
    Unroutable(&'static str),
}

impl From<QuotaError> for ApplyFault {
    fn from(error: QuotaError) -> Self {
        match error {
            QuotaError::Store(error) => Self::Store(error),
            QuotaError::UnknownAccount => NO_ACCOUNT,
            QuotaError::Exhausted | QuotaError::KeyUsed(_) | QuotaError::UnknownReservation => {
                Self::Store(StoreError::Inconsistent(error.into()))
            }
        }
    }
}

const NO_ACCOUNT: ApplyFault =
    ApplyFault::Unroutable("the account does not exist any more: refund the payment");

impl ApplyBilling {
    /// Applies the state of the next due subject, if any.
    ///
    /// # Errors
    /// When the claim cannot be stored. The subject is claimed again when the claim expires.
    pub async fn run(&self) -> Result<Option<AppliedSubject>, StoreError> {
        let now = self.clock.now();
        let until = now.saturating_add(BillingPolicy::LEASE).unwrap_or(now);
        let Some(ClaimedSubject { claim, failures }) = self.queue.claim_subject(now, until).await? else {
            return Ok(None);
        };
        let fault = self.apply(&claim.subject).await.err();
        let now = self.clock.now();
        let end = fault.as_ref().map_or(SubjectEnd::Applied, |fault| end(fault, failures, now));
        if !self.queue.finish_subject(&claim, &end, now).await? {
            // The state is older than that of the later claim, and may have replaced it.
            self.queue.queue_subject(&claim.subject, now).await?;
        }
        Ok(Some(AppliedSubject { subject: claim.subject, end, fault }))
    }

    async fn apply(&self, subject: &BillingSubject) -> Result<(), ApplyFault> {
        match subject {
            BillingSubject::Checkout(id) => match known(self.provider.checkout(id).await)? {
                Some(state) => self.apply_checkout(&state).await,
                None => Ok(()),
            },
            BillingSubject::Payment(id) => match known(self.provider.payment(id).await)? {
                Some(state) => self.apply_payment(&state).await,
                None => Ok(()),
            },
            BillingSubject::Subscription(id) => self.apply_subscription(id).await,
        }
    }

    async fn apply_checkout(&self, state: &CheckoutState) -> Result<(), ApplyFault> {
        let order = self.order(state.account, &state.id, state.product).await?;
        match &state.status {
            CheckoutStatus::Open => Ok(()),
            CheckoutStatus::Expired => self.advance(order, OrderState::Unpaid(Some(state.id.clone()))).await,
            CheckoutStatus::Complete { payment_status: PaymentStatus::Failed, .. } => {
                self.advance(order, OrderState::Unpaid(Some(state.id.clone()))).await
            }
            CheckoutStatus::Complete { payment_status: PaymentStatus::Pending, customer, .. } => {
                self.set_customer(state.account, customer.as_ref()).await?;
                self.advance(order, OrderState::Pending(state.id.clone())).await
            }
            CheckoutStatus::Complete {
                payment_status: PaymentStatus::Paid,
                payment,
                subscription,
                customer,
            } => {
                let paid = PaidOrder {
                    checkout: state.id.clone(),
                    paid_at: self.clock.now(),
                    amount: state.amount,
                    payment: payment.clone(),
                    subscription: subscription.clone(),
                };
                self.deliver(state, order.as_ref(), payment.as_ref(), subscription.as_ref()).await?;
                self.set_customer(state.account, customer.as_ref()).await?;
                self.finish_paid(order, paid).await
            }
        }
    }

    async fn finish_paid(&self, order: Option<Order>, paid: PaidOrder) -> Result<(), ApplyFault> {
        let Some(order) = order else { return Ok(()) };
        let paid_at = match &order.state {
            OrderState::Paid(before) => before.paid_at,
            _ => paid.paid_at,
        };
        self.orders.advance_order(order.terms.id, &OrderState::Paid(paid)).await?;
        if let Some(notify) = &self.notify {
            notify.order_paid(&order.terms, paid_at).await?;
        }
        Ok(())
    }

    /// Returns the order of a checkout. If the process died after the start of the checkout, the order does not
    /// know it yet.
    async fn order(
        &self,
        account: AccountId,
        checkout: &CheckoutId,
        product: PaidProduct,
    ) -> Result<Option<Order>, ApplyFault> {
        let mut order = self.orders.order_of_checkout(checkout).await?;
        if order.is_none() {
            let orders = self.orders.orders(account, BillingPolicy::MAX_LISTED).await?;
            let is_placed = |order: &Order| order.state == OrderState::Placed && order.blocks(product);
            order = orders.into_iter().find(is_placed);
        }
        if order.as_ref().is_some_and(|order| order.terms.account != account) {
            return Err(ApplyFault::Unroutable("the purchase names another account than its order"));
        }
        Ok(order)
    }

    /// Grants the credits of a pack, or queues the subscription of a plan.
    async fn deliver(
        &self,
        state: &CheckoutState,
        order: Option<&Order>,
        payment: Option<&ProviderPaymentId>,
        subscription: Option<&SubscriptionId>,
    ) -> Result<(), ApplyFault> {
        if state.product.plan().is_none() {
            self.grant(state.account, &state.id, order).await?;
        }
        let now = self.clock.now();
        // A refund may have come before the checkout.
        let subjects = [
            payment.cloned().map(BillingSubject::Payment),
            subscription.cloned().map(BillingSubject::Subscription),
        ];
        for subject in subjects.into_iter().flatten() {
            self.queue.queue_subject(&subject, now).await?;
        }
        Ok(())
    }

    /// Grants the credits of a paid pack once, and returns their number.
    async fn grant(
        &self,
        account: AccountId,
        checkout: &CheckoutId,
        order: Option<&Order>,
    ) -> Result<u32, ApplyFault> {
        let ordered = order.and_then(|order| order.terms.credits);
        let units = ordered.map_or(self.quota_policy.pack_units, std::num::NonZeroU32::get);
        let payment = PaymentId::of_checkout(checkout.as_str());
        let grant = Grant { payment, account, units, at: self.clock.now(), origin: Origin::PAYMENTS };
        match self.quota.grant(&grant).await? {
            GrantOutcome::Granted { .. } => Ok(units),
            GrantOutcome::GrantedBefore { units: before } => Ok(before),
            GrantOutcome::GrantedToAnother => {
                Err(ApplyFault::Unroutable("the payment was granted to another account"))
            }
        }
    }

    async fn advance(&self, order: Option<Order>, state: OrderState) -> Result<(), ApplyFault> {
        if let Some(order) = order {
            self.orders.advance_order(order.terms.id, &state).await?;
        }
        Ok(())
    }

    async fn set_customer(
        &self,
        account: AccountId,
        customer: Option<&CustomerId>,
    ) -> Result<(), ApplyFault> {
        let Some(customer) = customer else { return Ok(()) };
        if self.orders.set_customer(account, customer).await? {
            Ok(())
        } else {
            Err(ApplyFault::Unroutable(
                "the customer belongs to another account, or the account does not exist any more",
            ))
        }
    }

    async fn apply_payment(&self, state: &PaymentState) -> Result<(), ApplyFault> {
        match &state.purchase {
            Purchase::Subscription(id) => {
                // Applied under a claim of its own, so that no other worker applies an older state at the same time.
                let subject = BillingSubject::Subscription(id.clone());
                Ok(self.queue.queue_subject(&subject, self.clock.now()).await?)
            }
            Purchase::Checkout(_) if state.paid.minor() <= 0 => Ok(()),
            Purchase::Checkout(checkout) => {
                let order = self.order(state.account, checkout, PaidProduct::Pack).await?;
                let granted = self.grant(state.account, checkout, order.as_ref()).await?;
                for withdrawal in withdrawals(state, granted) {
                    self.withdraw(state.account, checkout, withdrawal).await?;
                }
                if let Some(order) = order {
                    self.orders.set_withdrawn(order.terms.id, state.withdrawn().minor()).await?;
                }
                Ok(())
            }
        }
    }

    async fn withdraw(
        &self,
        account: AccountId,
        checkout: &CheckoutId,
        withdrawal: Withdrawal,
    ) -> Result<(), ApplyFault> {
        let (payment, at, origin) =
            (PaymentId::of_checkout(checkout.as_str()), self.clock.now(), Origin::PAYMENTS);
        match withdrawal {
            Withdrawal::Take { id, units } => {
                let units = RefundUnits::Units(units);
                let request = RefundRequest { id, payment, account, units, at, origin };
                match self.quota.refund(&request).await? {
                    RefundOutcome::Refunded(_)
                    | RefundOutcome::RefundedBefore(_)
                    | RefundOutcome::NothingLeft => Ok(()),
                    RefundOutcome::UnknownPayment => Err(NO_ACCOUNT),
                }
            }
            // A refund that took nothing has nothing to give back.
            Withdrawal::GiveBack { id } => {
                let request = ReversalRequest { refund: id, payment, account, at, origin };
                self.quota.reverse_refund(&request).await?;
                Ok(())
            }
        }
    }

    async fn apply_subscription(&self, id: &SubscriptionId) -> Result<(), ApplyFault> {
        let Some(state) = known(self.provider.subscription(id).await)? else { return Ok(()) };
        let Some(account) = state.account else {
            return Err(ApplyFault::Unroutable("the subscription names no account"));
        };
        let ends = if self.is_withdrawn(&state).await? { None } else { state.plan_ends(self.policy.grace) };
        let (entitlements, now) = (self.entitlements.entitlements(account).await?, self.clock.now());
        let step = plan_step(&entitlements, &state, ends, now);
        let is_changed = step != PlanStep::Keep;
        if is_changed {
            // A process that dies after the step finds nothing to do any more, so the others are due after its claim.
            let after_claim = now.saturating_add(BillingPolicy::LEASE).unwrap_or(now);
            self.queue_others(account, id, after_claim).await?;
        }
        self.notify(account, &state, &entitlements, ends).await?;
        if !self.take_step(account, &state, &step).await? {
            return self.stop_renewal(&state).await;
        }
        if is_changed {
            self.queue_others(account, id, now).await?;
        }
        if ends.is_some() { self.set_customer(account, Some(&state.customer)).await } else { Ok(()) }
    }

    /// Queues the account's other subscriptions. A step drops the plans after it, and those that a longer plan
    /// covered count again when it ends early.
    async fn queue_others(
        &self,
        account: AccountId,
        subscription: &SubscriptionId,
        due_at: Timestamp,
    ) -> Result<(), ApplyFault> {
        let mut others = BTreeSet::new();
        for order in self.orders.orders(account, BillingPolicy::MAX_LISTED).await? {
            let OrderState::Paid(paid) = order.state else { continue };
            others.extend(paid.subscription);
        }
        for entitlement in self.entitlements.entitlements(account).await? {
            let EntitlementSource::Subscription(id) = entitlement.source else { continue };
            others.insert(id);
        }
        others.remove(subscription);
        for other in others {
            self.queue.queue_subject(&BillingSubject::Subscription(other), due_at).await?;
        }
        Ok(())
    }

    /// Informs the buyer of an unpaid renewal, and of the end of a plan. A step that was taken hides what it ended,
    /// so this comes before it.
    async fn notify(
        &self,
        account: AccountId,
        state: &SubscriptionState,
        entitlements: &[Entitlement],
        ends: Option<Timestamp>,
    ) -> Result<(), ApplyFault> {
        let Some(notify) = &self.notify else { return Ok(()) };
        let (source, now) = (EntitlementSource::Subscription(state.id.clone()), self.clock.now());
        let own = entitlements.iter().filter(|entitlement| entitlement.source == source);
        let own_ends = own.filter_map(|entitlement| entitlement.term.ends).max();
        let goes_on = ends.is_some_and(|ends| ends > now);
        match (state.status, own_ends) {
            (SubscriptionStatus::Paused, _) => {}
            (SubscriptionStatus::PastDue, _) if goes_on => notify.renewal_failed(account, state).await?,
            (_, Some(own_ends)) if !goes_on => notify.plan_ended(account, state, own_ends.min(now)).await?,
            _ => {}
        }
        Ok(())
    }

    /// Stops the charges for a deleted account.
    async fn stop_renewal(&self, state: &SubscriptionState) -> Result<(), ApplyFault> {
        if state.is_renewed() {
            self.provider.stop_renewal(&state.id).await?;
        }
        Ok(())
    }

    /// Returns true if the payment of the current period went back to the buyer.
    async fn is_withdrawn(&self, state: &SubscriptionState) -> Result<bool, ApplyFault> {
        let Some(payment) = &state.latest_payment else { return Ok(false) };
        let payment = known(self.provider.payment(payment).await)?;
        Ok(payment.is_some_and(|payment| payment.is_wholly_withdrawn()))
    }

    /// Returns `false` if there is something to do, but no account.
    async fn take_step(
        &self,
        account: AccountId,
        state: &SubscriptionState,
        step: &PlanStep,
    ) -> Result<bool, ApplyFault> {
        let source = EntitlementSource::Subscription(state.id.clone());
        Ok(match step {
            PlanStep::Keep => true,
            PlanStep::Entitle(term) => {
                let entitlement = Entitlement { term: *term, source };
                self.entitlements.entitle(account, &entitlement, &Origin::PAYMENTS).await?
            }
            // The plan of a deleted account has ended already.
            PlanStep::End(at) => {
                self.entitlements.end_entitlement(account, *at, &Origin::PAYMENTS).await?;
                true
            }
        })
    }
}

/// An unknown object belongs to another product of the seller.
fn known<T>(state: Result<T, PaymentError>) -> Result<Option<T>, ApplyFault> {
    match state {
        Ok(state) => Ok(Some(state)),
        Err(PaymentError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn end(fault: &ApplyFault, failures: u32, now: Timestamp) -> SubjectEnd {
    match fault {
        ApplyFault::Unroutable(_) | ApplyFault::Provider(PaymentError::Rejected(_)) => {
            SubjectEnd::Parked(fault.to_string())
        }
        // A wrong key is replaced, and a failed store returns.
        ApplyFault::Provider(_) | ApplyFault::Store(_) => {
            let pause = BillingPolicy::pause_after(failures);
            SubjectEnd::Retry(now.saturating_add(pause).unwrap_or(now))
        }
    }
}
