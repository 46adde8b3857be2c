//! The life of a subscription after its first payment.

use listing_domain::account::Plan;
use listing_domain::entitlement::EntitlementSource;

use super::customer::Place;
use super::purchases::within_days;
use super::service::text;
use super::subscription::Phase;
use super::world::World;

/// The least time in which a comparison with the provider finds an unannounced renewal.
const FOUND_WITHIN: jiff::SignedDuration = jiff::SignedDuration::from_hours(4 * 24);

impl World {
    /// Changes a subscription of a customer.
    pub(super) async fn change_subscription(&mut self, customer: usize) -> Result<(), String> {
        let is_running = |phase: Phase| phase != Phase::Ended && phase != Phase::Incomplete;
        let has_running = |sale: &super::sale::Sale| {
            sale.is_paid() && sale.subscription.as_ref().is_some_and(|own| is_running(own.phase))
        };
        let Some(place) = self.choose(customer, has_running) else { return Ok(()) };
        let choice = self.chance.below(100);
        let own = self.own(place)?;
        let name = match (own.phase, choice) {
            (_, 0..8) => {
                own.end();
                "ended"
            }
            (Phase::Renewing | Phase::Unpaid | Phase::Lapsed, 8..55) => return self.recover(place).await,
            (Phase::Paid, 8..38) | (Phase::Unpaid, 55..80) => {
                own.is_canceled = !own.is_canceled;
                if own.is_canceled { "canceled" } else { "taken back" }
            }
            (Phase::Paid, 38..70) => {
                own.is_paused = !own.is_paused;
                if own.is_paused { "paused" } else { "resumed" }
            }
            (Phase::Paid, 70..100) if !own.is_paused => return self.switch(place).await,
            _ => return Ok(()),
        };
        self.announce_subscription(place, name, false).await
    }

    /// Pays the current period after a failure.
    async fn recover(&mut self, place: Place) -> Result<(), String> {
        let payment = match self.own(place)?.latest {
            Some(payment) => payment,
            None => self.add_payment(place, false)?,
        };
        self.sale_mut(place).payments[payment].is_paid = true;
        let own = self.own(place)?;
        (own.phase, own.latest, own.changes_at) = (Phase::Paid, Some(payment), None);
        self.announce_subscription(place, "recovered", false).await
    }

    /// Changes the plan, which begins a period.
    async fn switch(&mut self, place: Place) -> Result<(), String> {
        let now = self.now();
        let own = self.own(place)?;
        own.plan = if own.plan == Plan::ProMonthly { Plan::ProAnnual } else { Plan::ProMonthly };
        own.begin(now);
        let payment = self.chance.below(100);
        self.charge_period(place, payment)?;
        self.announce_subscription(place, "switched", false).await
    }

    /// Charges a period that has begun: nothing, successfully, not yet or in vain.
    fn charge_period(&mut self, place: Place, choice: u64) -> Result<(), String> {
        let soon = self.chance.after(self.now(), 60, 180);
        let later = within_days(self, 3, 20);
        let (phase, changes_at) = match choice {
            0..75 => (Phase::Paid, None),
            75..85 => (Phase::Renewing, Some(soon)),
            _ => (Phase::Unpaid, Some(later)),
        };
        // Nothing is to be paid, for example with a credit note.
        let latest = if choice < 8 { None } else { Some(self.add_payment(place, phase == Phase::Paid)?) };
        let own = self.own(place)?;
        (own.phase, own.changes_at, own.latest) = (phase, changes_at, latest);
        Ok(())
    }

    /// Lets everything happen that time alone brings.
    pub(super) async fn advance_subscription(&mut self, place: Place) -> Result<(), String> {
        loop {
            let now = self.now();
            let Some(own) = &self.sale(place).subscription else { return Ok(()) };
            if own.phase == Phase::Ended {
                return Ok(());
            }
            match own.changes_at {
                Some(at) if at <= now => self.decide(place).await?,
                _ if own.ends <= now => self.renew(place).await?,
                _ => return Ok(()),
            }
        }
    }

    /// Ends the wait for the payment of a period.
    async fn decide(&mut self, place: Place) -> Result<(), String> {
        let (phase, choice) = (self.own(place)?.phase, self.chance.below(100));
        let later = within_days(self, 3, 20);
        let own = self.own(place)?;
        let name = match (phase, choice) {
            (Phase::Renewing, 0..60) | (Phase::Unpaid | Phase::Lapsed, 0..40) => {
                return self.recover(place).await;
            }
            (Phase::Renewing, _) => {
                (own.phase, own.changes_at) = (Phase::Unpaid, Some(later));
                "renewal failed"
            }
            (Phase::Unpaid, 40..70) => {
                (own.phase, own.changes_at) = (Phase::Lapsed, Some(later));
                "lapsed"
            }
            _ => {
                own.end();
                "ended unpaid"
            }
        };
        self.announce_subscription(place, name, false).await
    }

    /// Begins the next period, or ends a canceled subscription.
    async fn renew(&mut self, place: Place) -> Result<(), String> {
        let is_found = self.finds_renewal(place).await?;
        let choice = self.chance.below(100);
        let own = self.own(place)?;
        if own.is_canceled {
            own.end();
            return self.announce_subscription(place, "ended as canceled", is_found).await;
        }
        own.begin(own.ends);
        let name = match own.phase {
            Phase::Lapsed => "lapsed period",
            _ if own.is_paused => "paused period",
            _ => {
                self.charge_period(place, choice)?;
                if self.own(place)?.phase == Phase::Unpaid { "renewal unpaid" } else { "renewed" }
            }
        };
        self.announce_subscription(place, name, is_found).await
    }

    /// Publishes a subscription, and announces it and sometimes its latest payment.
    async fn announce_subscription(
        &mut self,
        place: Place,
        name: &str,
        is_found: bool,
    ) -> Result<(), String> {
        let own = self.own(place)?;
        let details = format!("{} {:?} until {}", own.id, own.phase, own.ends);
        self.step(name, || details);
        let is_found = is_found || self.finds_sale(place).await?;
        self.publish(place)?;
        let sale = self.sale(place);
        let latest = sale.subscription.as_ref().and_then(|own| own.latest);
        let payment = latest.map(|index| sale.payments[index].subject()).filter(|_| self.chance.percent(50));
        for subject in sale.subscription_subject().into_iter().chain(payment) {
            self.emit(subject, is_found)?;
        }
        Ok(())
    }

    /// True if the service will ask for a renewal without any event, because the plan is about to end.
    async fn finds_renewal(&mut self, place: Place) -> Result<bool, String> {
        let (now, grace) = (self.now(), self.service.policy.grace);
        let source = EntitlementSource::Subscription(self.own(place)?.id.clone());
        let account = self.sale(place).request.account;
        let entitlements = self.service.stores.entitlements.entitlements(account).await.map_err(text)?;
        let is_due = entitlements.iter().any(|entitlement| {
            let ends = entitlement.term.ends;
            let is_soon = ends.is_some_and(|ends| now + FOUND_WITHIN <= ends && ends <= now + grace);
            entitlement.source == source && entitlement.term.covers(now) && is_soon
        });
        Ok(is_due && self.service.stalled.is_empty())
    }
}
