//! A customer's choices.

use jiff::SignedDuration;
use listing_domain::billing::PaidProduct;
use listing_domain::ids::ReservationId;
use listing_domain::origin::Origin;
use listing_domain::ports::{HoldRequest, IdSource as _, QuotaError, SettleRequest};
use listing_domain::quota::UnitKind;
use listing_domain::usecase::billing::Purchase;

use super::customer::Place;
use super::payment::Payment;
use super::sale::{Sale, Stage};
use super::service::text;
use super::subscription::Subscription;
use super::world::World;

impl World {
    /// Lets a customer do something.
    pub(super) async fn act(&mut self, customer: usize) -> Result<(), String> {
        match self.chance.below(100) {
            0..14 => self.buy(customer, PaidProduct::Pack).await,
            14..20 => self.buy(customer, PaidProduct::ProMonthly).await,
            20..23 => self.buy(customer, PaidProduct::ProAnnual).await,
            23..42 => self.pay(customer).await,
            42..46 => self.see(customer).await,
            46..62 => self.change_subscription(customer).await,
            62..80 => self.return_money(customer).await,
            80..97 => self.use_credits(customer).await,
            _ => {
                self.service.pack_units = self.chance.pick(&[20, 7, 33]);
                self.step("pack size", String::new);
                Ok(())
            }
        }
    }

    /// Picks a sale of a customer.
    pub(super) fn choose(&self, customer: usize, is_wanted: impl Fn(&Sale) -> bool) -> Option<Place> {
        let sales = self.customers[customer].sales.iter().enumerate();
        let wanted: Vec<usize> = sales.filter(|(_, sale)| is_wanted(sale)).map(|(index, _)| index).collect();
        if wanted.is_empty() { None } else { Some((customer, self.chance.pick(&wanted))) }
    }

    pub(super) fn sale(&self, (customer, sale): Place) -> &Sale {
        &self.customers[customer].sales[sale]
    }

    pub(super) fn sale_mut(&mut self, (customer, sale): Place) -> &mut Sale {
        &mut self.customers[customer].sales[sale]
    }

    /// The subscription of a sale that has one.
    pub(super) fn own(&mut self, place: Place) -> Result<&mut Subscription, String> {
        self.sale_mut(place).subscription.as_mut().ok_or_else(|| "the sale has no subscription".to_owned())
    }

    /// Adds an unpaid or paid payment to a sale, and returns its index.
    pub(super) fn add_payment(&mut self, place: Place, is_paid: bool) -> Result<usize, String> {
        let id = self.new_id("pay")?;
        let sale = self.sale_mut(place);
        sale.payments.push(Payment::new(id, sale.next_price(), is_paid));
        Ok(sale.payments.len() - 1)
    }

    /// Uses up to four credits, some of which are only held at first.
    async fn use_credits(&mut self, customer: usize) -> Result<(), String> {
        let account = self.customers[customer].account;
        for reservation in std::mem::take(&mut self.customers[customer].held) {
            self.charge(reservation).await?;
        }
        for _ in 0..=self.chance.below(4) {
            let reservation = ReservationId::new(self.service.ids.id());
            let now = self.now();
            let request = HoldRequest {
                reservation,
                account,
                free_limit: 0,
                now,
                expires_at: now + SignedDuration::from_hours(24 * 365),
                idempotency: None,
                is_free: false,
                origin: Origin::CLI,
            };
            let kind = match self.service.stores.quota.hold(&request).await {
                Ok(held) => held.kind,
                Err(QuotaError::Exhausted) => break,
                Err(error) => return Err(text(error)),
            };
            self.step("hold", || format!("{kind:?} of {account}"));
            self.customers[customer].used += u32::from(kind == UnitKind::Credit);
            if self.chance.percent(60) {
                self.charge(reservation).await?;
            } else {
                self.customers[customer].held.push(reservation);
            }
        }
        Ok(())
    }

    async fn charge(&mut self, reservation: ReservationId) -> Result<(), String> {
        let (at, origin) = (self.now(), Origin::CLI);
        let request = SettleRequest { reservation, free_limit: 0, at, generation: None, origin };
        let settlement = self.service.stores.quota.settle(&request).await.map_err(text)?;
        if settlement.charged { Ok(()) } else { Err("a held credit was not charged".to_owned()) }
    }

    /// Opens the page of the latest order.
    async fn see(&mut self, customer: usize) -> Result<(), String> {
        let account = self.customers[customer].account;
        let Some(form) = self.customers[customer].form else { return Ok(()) };
        if !self.customers[customer].orders.contains_key(&form.id) {
            return Ok(());
        }
        self.step("see", || form.id.to_string());
        let interruption = self.interruption_of_buyer();
        self.service.see(account, form.id, interruption).await.map(|_| ())
    }

    /// Notes that the buyer has seen a payment page.
    pub(super) fn offer(&mut self, customer: usize, purchase: &Purchase) -> Result<(), String> {
        let Purchase::Pay(url) = purchase else { return Ok(()) };
        let mut sales = self.customers[customer].sales.iter_mut();
        let sale =
            sales.find(|sale| sale.checkout.url == *url).ok_or("the page of no checkout was offered")?;
        if sale.is_offered && sale.stage != Stage::Open {
            return Err(format!("the page of an ended checkout was offered again: {sale:?}"));
        }
        sale.is_offered = true;
        Ok(())
    }
}
