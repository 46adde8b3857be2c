//! Orders and their payments.

use jiff::Timestamp;

use listing_domain::billing::{BillingCurrency, CheckoutStatus, OrderStep, PaidProduct};
use listing_domain::ids::BillingAttemptId;
use listing_domain::options::Language;
use listing_domain::ports::IdSource as _;
use listing_domain::usecase::billing::Confirmed;

use super::customer::Place;
use super::interruption::{Fault, Interruption};
use super::payment::Payment;
use super::sale::{Sale, Stage};
use super::service::text;
use super::subscription::{Phase, Subscription};
use super::world::World;

const DAY: i64 = 24 * 60;

impl World {
    pub(super) fn interruption_of_buyer(&self) -> Option<Interruption> {
        self.chance.interruption(12, &[Fault::Fail, Fault::LoseAnswer, Fault::Crash, Fault::CrashAfter])
    }

    /// Orders a product, or repeats the latest form.
    pub(super) async fn buy(&mut self, customer: usize, product: PaidProduct) -> Result<(), String> {
        if self.customers[customer].waits {
            return Ok(());
        }
        let confirmed = Confirmed {
            id: BillingAttemptId::new(self.service.ids.id()),
            product,
            currency: if self.chance.percent(85) { BillingCurrency::Eur } else { BillingCurrency::Usd },
            language: Language::Fr,
            has_consented: true,
        };
        let repeated = self.customers[customer].form.filter(|_| self.chance.percent(10));
        let form = repeated.unwrap_or(confirmed);
        self.customers[customer].form = Some(form);
        self.step("buy", || format!("{form:?}"));
        let interruption = self.interruption_of_buyer();
        self.disturb_provider(10);
        let account = self.customers[customer].account;
        let purchase = self.service.buy(account, form, interruption).await?;
        self.calm_provider();
        self.note_sales(customer).await?;
        match purchase {
            Some(purchase) => self.offer(customer, &purchase)?,
            None => self.report.count("failed order"),
        }
        self.check_offers(customer)
    }

    /// Notes the checkouts that an order started or canceled, and the sizes of the packs.
    async fn note_sales(&mut self, customer: usize) -> Result<(), String> {
        for (request, checkout) in self.service.provider.take_started() {
            self.customers[customer].sales.push(Sale::new(request, checkout));
        }
        let account = self.customers[customer].account;
        for order in self.service.stores.orders.orders(account, u32::MAX).await.map_err(text)? {
            let credits = (order.terms.product == PaidProduct::Pack).then_some(self.service.pack_units);
            self.customers[customer].orders.entry(order.terms.id).or_insert(credits);
        }
        for sale in 0..self.customers[customer].sales.len() {
            let place = (customer, sale);
            let is_open = self.sale(place).stage == Stage::Open;
            let state = self.service.provider.checkout_now(&self.sale(place).checkout.id);
            if is_open && state.is_some_and(|state| state.status == CheckoutStatus::Expired) {
                self.expire(place).await?;
            }
        }
        Ok(())
    }

    /// A buyer is led to one open page for each kind of product.
    fn check_offers(&self, customer: usize) -> Result<(), String> {
        for is_pack in [true, false] {
            let is_offered =
                |sale: &&Sale| sale.is_pack() == is_pack && sale.is_offered && sale.stage == Stage::Open;
            let offered: Vec<_> = self.customers[customer].sales.iter().filter(is_offered).collect();
            if offered.len() > 1 {
                return Err(format!("two pages are open: {offered:?}"));
            }
        }
        Ok(())
    }

    /// Pays an open checkout, at once or later.
    pub(super) async fn pay(&mut self, customer: usize) -> Result<(), String> {
        let Some(place) = self.choose(customer, |sale| sale.stage == Stage::Open) else { return Ok(()) };
        if !self.sale(place).is_offered && !self.may_pay_unknown(place).await? {
            return Ok(());
        }
        let now = self.now();
        let is_later = self.chance.percent(30);
        let stage =
            if is_later { Stage::Pending(self.chance.after(now, 1, 10 * DAY)) } else { Stage::Paid(now) };
        let payer = match self.sale(place).request.customer.clone() {
            Some(payer) => payer,
            None => self.new_id("cus")?,
        };
        self.sale_mut(place).customer = Some(payer);
        if let Some(plan) = self.sale(place).request.product.plan() {
            let phase = if is_later { Phase::Incomplete } else { Phase::Paid };
            let subscription = Subscription::new(self.new_id("sub")?, plan, phase, now);
            self.sale_mut(place).subscription = Some(subscription);
        }
        let payment = self.add_payment(place, !is_later)?;
        let sale = self.sale_mut(place);
        sale.stage = stage;
        if let Some(subscription) = &mut sale.subscription {
            subscription.latest = Some(payment);
        }
        let name = match (is_later, self.sale(place).is_pack()) {
            (true, true) => "pack pending",
            (true, false) => "plan pending",
            (false, true) => "pack paid",
            (false, false) => "plan paid",
        };
        self.announce_sale(place, name).await
    }

    /// Rarely, a buyer pays on a page whose checkout the service does not know, because it could not store it.
    async fn may_pay_unknown(&mut self, place: Place) -> Result<bool, String> {
        if !self.chance.percent(30) {
            return Ok(false);
        }
        let attempt = self.sale(place).request.attempt;
        let order = self.service.stores.orders.order(attempt).await.map_err(text)?;
        let is_placed = order.is_some_and(|order| order.state.step() == OrderStep::Placed);
        self.customers[place.0].waits |= is_placed;
        if is_placed {
            self.report.count("unknown page paid");
        }
        Ok(is_placed)
    }

    /// Ends the wait for a payment that takes days.
    async fn resolve(&mut self, place: Place) -> Result<(), String> {
        let (now, is_paid) = (self.now(), self.chance.percent(60));
        let sale = self.sale_mut(place);
        sale.stage = if is_paid { Stage::Paid(now) } else { Stage::Failed };
        for payment in &mut sale.payments {
            payment.is_paid = is_paid;
        }
        match &mut sale.subscription {
            Some(subscription) if is_paid => subscription.phase = Phase::Paid,
            Some(subscription) => subscription.end(),
            None => {}
        }
        self.announce_sale(place, if is_paid { "pending paid" } else { "pending failed" }).await
    }

    async fn expire(&mut self, place: Place) -> Result<(), String> {
        self.sale_mut(place).stage = Stage::Expired;
        self.announce_sale(place, "expired").await
    }

    /// Lets checkouts expire, pending payments end and periods be renewed.
    pub(super) async fn advance_provider(&mut self) -> Result<(), String> {
        let now = self.now();
        for customer in 0..self.customers.len() {
            for sale in 0..self.customers[customer].sales.len() {
                let place = (customer, sale);
                match self.sale(place).stage {
                    Stage::Open if self.sale(place).checkout.expires_at <= now => self.expire(place).await?,
                    Stage::Pending(until) if until <= now => self.resolve(place).await?,
                    Stage::Paid(_) => self.advance_subscription(place).await?,
                    Stage::Open | Stage::Pending(_) | Stage::Expired | Stage::Failed => {}
                }
            }
        }
        Ok(())
    }

    /// Publishes a sale, and announces it with everything that belongs to it.
    async fn announce_sale(&mut self, place: Place, name: &str) -> Result<(), String> {
        self.step(name, String::new);
        let is_found = self.finds_sale(place).await?;
        self.publish(place)?;
        let sale = self.sale(place);
        let mut subjects = vec![sale.subject()];
        subjects.extend(sale.subscription_subject());
        subjects.extend(sale.payments.iter().map(Payment::subject));
        for subject in subjects {
            self.emit(subject, is_found)?;
        }
        Ok(())
    }

    /// True if the service will ask for the sale without any event, and then for everything that belongs to it.
    pub(super) async fn finds_sale(&self, place: Place) -> Result<bool, String> {
        let id = &self.sale(place).checkout.id;
        let order = self.service.stores.orders.order_of_checkout(id).await.map_err(text)?;
        let is_unfinished = order.is_some_and(|order| order.state.step().is_unfinished());
        Ok(is_unfinished && self.service.stalled.is_empty())
    }

    /// Puts the states of a sale into the provider.
    pub(super) fn publish(&self, place: Place) -> Result<(), String> {
        self.sale(place).publish(&self.service.provider)
    }
}

/// A moment within days.
pub(super) fn within_days(world: &World, first: i64, last: i64) -> Timestamp {
    world.chance.after(world.now(), first * DAY, last * DAY)
}
