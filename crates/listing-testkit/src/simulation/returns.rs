//! Refunds and disputes.

use listing_domain::billing::{DisputeState, DisputeStatus, ProviderPaymentId, RefundState, RefundStatus};
use listing_domain::money::{Currency, Money};

use super::customer::Place;
use super::payment::Payment;
use super::world::World;

impl World {
    /// Gives the money of a payment back, or decides on an earlier return.
    pub(super) async fn return_money(&mut self, customer: usize) -> Result<(), String> {
        let has_paid = |sale: &super::sale::Sale| sale.payments.iter().any(|payment| payment.is_paid);
        let Some(place) = self.choose(customer, has_paid) else { return Ok(()) };
        let index = self.chance.index(self.sale(place).payments.len());
        if !self.sale(place).payments[index].is_paid {
            return Ok(());
        }
        let name = match self.chance.below(100) {
            0..35 => self.refund(place, index)?,
            35..55 => self.change_refund(place, index),
            55..75 => self.dispute(place, index)?,
            _ => self.close_dispute(place, index),
        };
        match name {
            Some(name) => self.announce_payment(place, index, name).await,
            None => Ok(()),
        }
    }

    fn payment(&mut self, place: Place, index: usize) -> &mut Payment {
        &mut self.sale_mut(place).payments[index]
    }

    fn refund(&mut self, place: Place, index: usize) -> Result<Option<&'static str>, String> {
        let left = self.payment(place, index).refundable();
        if left <= 0 {
            return Ok(None);
        }
        let is_whole = self.chance.percent(35);
        let minor = if is_whole { left } else { self.chance.between(1, left) };
        let status = self.chance.pick(&[RefundStatus::Pending, RefundStatus::Succeeded]);
        let id = self.new_id("re")?;
        let payment = self.payment(place, index);
        let amount = Money::from_minor(minor, payment.price.currency());
        payment.refunds.push(RefundState { id, amount, status });
        Ok(Some(if is_whole { "whole refund" } else { "partial refund" }))
    }

    /// Lets a pending refund succeed, or any refund fail.
    fn change_refund(&mut self, place: Place, index: usize) -> Option<&'static str> {
        let is_failed = self.chance.percent(70);
        let choice = self.chance.index(self.sale(place).payments[index].refunds.len());
        let refund = self.payment(place, index).refunds.get_mut(choice)?;
        let (status, name) = match refund.status {
            RefundStatus::Failed => return None,
            RefundStatus::Pending | RefundStatus::Succeeded if is_failed => {
                (RefundStatus::Failed, "refund failed")
            }
            RefundStatus::Pending | RefundStatus::Succeeded => (RefundStatus::Succeeded, "refund succeeded"),
        };
        refund.status = status;
        Some(name)
    }

    fn dispute(&mut self, place: Place, index: usize) -> Result<Option<&'static str>, String> {
        let price = self.payment(place, index).price;
        let disputes = &self.payment(place, index).disputes;
        if disputes.len() >= 3 || disputes.iter().any(|dispute| dispute.status == DisputeStatus::Open) {
            return Ok(None);
        }
        let (amount, name) = match self.chance.below(100) {
            0..45 => (price, "dispute"),
            45..70 => {
                let part = self.chance.between(1, price.minor());
                (Money::from_minor(part, price.currency()), "partial dispute")
            }
            70..90 => (Money::from_minor(price.minor() * 3, price.currency()), "larger dispute"),
            _ => (Money::from_minor(10, Currency::Gbp), "dispute in another currency"),
        };
        let id = self.new_id("dp")?;
        self.payment(place, index).disputes.push(DisputeState { id, amount, status: DisputeStatus::Open });
        Ok(Some(name))
    }

    /// Decides an open dispute. Rarely, the seller wins one that was lost.
    fn close_dispute(&mut self, place: Place, index: usize) -> Option<&'static str> {
        let (is_won, is_reopened) = (self.chance.percent(50), self.chance.percent(15));
        let dispute = self.payment(place, index).disputes.last_mut()?;
        let (status, name) = match dispute.status {
            DisputeStatus::Open if is_won => (DisputeStatus::Won, "dispute won"),
            DisputeStatus::Open => (DisputeStatus::Lost, "dispute lost"),
            DisputeStatus::Lost if is_reopened => (DisputeStatus::Won, "lost dispute won"),
            DisputeStatus::Lost | DisputeStatus::Won => return None,
        };
        dispute.status = status;
        Some(name)
    }

    async fn announce_payment(&mut self, place: Place, index: usize, name: &str) -> Result<(), String> {
        let payment = self.payment(place, index);
        let (id, subject): (ProviderPaymentId, _) = (payment.id.clone(), payment.subject());
        let returned = payment.returned_minor();
        self.step(name, || format!("{id}, {returned} returned"));
        let is_found = self.finds_sale(place).await?;
        self.publish(place)?;
        self.emit(subject, is_found)
    }
}
