//! Compares the service with what the customers paid for.

use std::collections::BTreeSet;

use listing_domain::account::Plan;
use listing_domain::billing::{Order, OrderState};
use listing_domain::ids::AccountId;
use listing_domain::origin::Origin;
use listing_domain::payment::{PaymentId, PaymentSource};
use listing_domain::ports::{Grant, GrantOutcome};

use super::customer::Customer;
use super::sale::{Sale, Stage};
use super::service::text;
use super::world::World;
use crate::invariants::{LedgerView, broken};

impl World {
    /// Compares everything, now that all events have arrived and all states are applied.
    pub(super) async fn check(&mut self) -> Result<(), String> {
        let parked = self.service.stores.queue.parked_subjects(10).await.map_err(text)?;
        same("parked subjects", &parked, &Vec::new())?;
        let view = (self.ledger)();
        if let Some(first) = broken(&view, 0).first() {
            return Err(first.clone());
        }
        for customer in &self.customers {
            self.check_orders(customer).await?;
            self.check_grants(customer, &view).await?;
            self.check_credits(customer, &view).await?;
            self.check_plan(customer).await?;
            self.check_payer(customer).await?;
        }
        for customer in &mut self.customers {
            customer.waits = false;
        }
        self.report.count("check");
        Ok(())
    }

    async fn check_orders(&self, customer: &Customer) -> Result<(), String> {
        let orders = self.service.stores.orders.orders(customer.account, u32::MAX).await.map_err(text)?;
        let stored: BTreeSet<_> = orders.iter().map(|order| order.terms.id).collect();
        same("orders", &stored, &customer.orders.keys().copied().collect())?;
        let is_unknown = |sale: &&Sale| !stored.contains(&sale.request.attempt);
        if let Some(sale) = customer.sales.iter().find(is_unknown) {
            return Err(format!("a sale has no order: {sale:?}"));
        }
        orders.iter().try_for_each(|order| self.check_order(customer, order))
    }

    fn check_order(&self, customer: &Customer, order: &Order) -> Result<(), String> {
        let credits = order.terms.credits.map(std::num::NonZeroU32::get);
        same("credits of an order", &Some(&credits), &customer.orders.get(&order.terms.id))?;
        let mut sales = customer.sales.iter().filter(|sale| sale.request.attempt == order.terms.id);
        match (sales.next(), sales.next()) {
            (None, _) if order.state == OrderState::Placed && order.withdrawn_minor == 0 => Ok(()),
            (Some(sale), None) if sale.agrees(order, self.now()) => Ok(()),
            (first, second) => Err(format!("{order:?} disagrees with its sales: {first:?} {second:?}")),
        }
    }

    /// Each paid pack was granted once, and nothing else was.
    async fn check_grants(&self, customer: &Customer, view: &LedgerView) -> Result<(), String> {
        let mut expected = Vec::new();
        for sale in paid_packs(customer) {
            let units = customer.credits(sale);
            let payment = PaymentId::new(PaymentSource::Checkout, sale.checkout.id.as_str()).map_err(text)?;
            // A grant that was made before changes nothing.
            let grant =
                Grant { payment, account: customer.account, units, at: self.now(), origin: Origin::CLI };
            let outcome = self.service.stores.quota.grant(&grant).await.map_err(text)?;
            same("grant of a paid pack", &outcome, &GrantOutcome::GrantedBefore { units })?;
            expected.push(units);
        }
        let of_customer = view.grants.iter().filter(|row| row.account == customer.account);
        let mut granted: Vec<u32> = of_customer.map(|row| row.units).collect();
        granted.sort_unstable();
        expected.sort_unstable();
        same("grants", &granted, &expected)
    }

    async fn check_credits(&self, customer: &Customer, view: &LedgerView) -> Result<(), String> {
        let account = customer.account;
        let packs = || paid_packs(customer).map(|sale| (sale, customer.credits(sale)));
        let granted: u32 = packs().map(|(_, credits)| credits).sum();
        let lost = || packs().map(|(sale, credits)| sale.lost_credits(credits));
        let expected = lost().map(|lost| *lost.start()).sum()..=lost().map(|lost| *lost.end()).sum();
        let lost = taken_back(view, account);
        if !expected.contains(&lost) {
            return Err(format!("credits taken back: {lost} instead of {expected:?}"));
        }
        let gone = lost + customer.used;
        let usage = self.service.stores.quota.usage(account, 0, self.now()).await.map_err(text)?;
        same("credits", &usage.credits_remaining, &granted.saturating_sub(gone))?;
        let debts = view.debts.iter().filter(|row| row.account == account);
        same("debt", &debts.map(|row| row.units).sum(), &gone.saturating_sub(granted))
    }

    async fn check_plan(&self, customer: &Customer) -> Result<(), String> {
        let (account, now) = (customer.account, self.now());
        let paid = customer.sales.iter().filter_map(|sale| {
            let subscription = sale.subscription.as_ref()?;
            let until = subscription.plan_until(&sale.payments, self.service.policy.grace)?;
            (until > now).then_some((&subscription.id, subscription.plan, until))
        });
        let paid: Vec<_> = paid.collect();
        let plan = self.service.stores.quota.usage(account, 0, now).await.map_err(text)?.plan;
        let is_paid = paid.iter().any(|(_, paid, _)| *paid == plan);
        let entitlements = self.service.stores.entitlements.entitlements(account).await.map_err(text)?;
        let ends = entitlements.iter().filter_map(|entitlement| entitlement.term.ends).max();
        let ends = ends.filter(|ends| *ends > now);
        let is_expected = is_paid || paid.is_empty() && plan == Plan::Free;
        if is_expected && ends == paid.iter().map(|(.., until)| *until).max() {
            Ok(())
        } else {
            Err(format!("the plan is {plan} instead of one of {paid:?}: {entitlements:#?}"))
        }
    }

    async fn check_payer(&self, customer: &Customer) -> Result<(), String> {
        let payer = self.service.stores.orders.customer(customer.account).await.map_err(text)?;
        let mut known = customer.sales.iter().filter(|sale| sale.stage != Stage::Failed);
        let is_known = known.any(|sale| sale.customer.is_some() && sale.customer == payer);
        let failed = || customer.sales.iter().any(|sale| sale.customer == payer);
        let is_expected = match &payer {
            Some(_) => is_known || failed(),
            None => customer.sales.iter().all(|sale| sale.customer.is_none() || !sale.is_paid()),
        };
        if is_expected { Ok(()) } else { Err(format!("the customer at the provider is {payer:?}")) }
    }
}

fn paid_packs(customer: &Customer) -> impl Iterator<Item = &Sale> {
    customer.sales.iter().filter(|sale| sale.is_pack() && sale.is_paid())
}

/// The credits that refunds took back or left owed, without those that their reversals gave back.
fn taken_back(view: &LedgerView, account: AccountId) -> u32 {
    let refunds = || view.refunds.iter().filter(|row| row.account == account);
    let taken: u32 = refunds().map(|row| row.taken_back + row.owed).sum();
    taken.saturating_sub(refunds().map(|row| row.given_back).sum())
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}")) }
}
