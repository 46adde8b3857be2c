//! The provider's events, which arrive late, repeatedly, out of order or not at all.

use jiff::Timestamp;
use listing_domain::billing::{BillingEvent, BillingSubject};

use super::interruption::{Fault, Interruption};
use super::world::{Delivery, World};

const DAY: i64 = 24 * 60;

/// The way of an event to the service.
#[derive(Clone, Copy)]
enum Fate {
    Prompt,
    Late,
    /// The provider lists it, and delivers it no more.
    Undelivered,
    /// Neither delivered nor listed.
    Vanished,
}

impl Fate {
    const fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt event",
            Self::Late => "late event",
            Self::Undelivered => "undelivered event",
            Self::Vanished => "vanished event",
        }
    }
}

impl World {
    /// Announces a change. `is_found` says that the service finds it without an event too.
    pub(super) fn emit(&mut self, subject: BillingSubject, is_found: bool) -> Result<(), String> {
        let now = self.now();
        let event = BillingEvent { id: self.new_id("evt")?, created_at: now, subject: Some(subject) };
        let fate = match self.chance.below(100) {
            _ if is_found && self.chance.percent(40) => Fate::Vanished,
            0..50 => Fate::Prompt,
            50..80 => Fate::Late,
            _ => Fate::Undelivered,
        };
        self.step(fate.name(), || format!("{} {:?}", event.id, event.subject));
        match fate {
            Fate::Vanished => return Ok(()),
            Fate::Undelivered => {
                self.service.provider.list_undelivered(event);
                return Ok(());
            }
            Fate::Prompt => self.deliver_at(now, &event, true),
            Fate::Late => self.deliver_at(self.chance.after(now, 1, 3 * DAY), &event, true),
        }
        if self.chance.percent(30) {
            self.deliver_at(self.chance.after(now, 0, 20 * DAY), &event, false);
        }
        Ok(())
    }

    fn deliver_at(&mut self, due_at: Timestamp, event: &BillingEvent, is_first: bool) {
        self.deliveries.push(Delivery { due_at, event: event.clone(), is_first });
    }

    /// Delivers what is due, in any order.
    pub(super) async fn deliver_due(&mut self) -> Result<(), String> {
        let now = self.now();
        let mut due: Vec<Delivery> =
            self.deliveries.extract_if(.., |delivery| delivery.due_at <= now).collect();
        while !due.is_empty() {
            let delivery = due.swap_remove(self.chance.index(due.len()));
            let faults = [Fault::Fail, Fault::LoseAnswer, Fault::Crash, Fault::CrashAfter];
            let fault = self.chance.percent(8).then(|| self.chance.pick(&faults));
            self.deliver(delivery, fault).await?;
        }
        Ok(())
    }

    async fn deliver(&mut self, delivery: Delivery, fault: Option<Fault>) -> Result<(), String> {
        let now = self.now();
        let interruption = fault.map(|fault| Interruption { call: 0, fault });
        let Delivery { event, is_first, .. } = delivery;
        match self.service.receive(event.clone(), interruption).await? {
            Some(is_new) => self.report.count(if is_new { "received event" } else { "repeated event" }),
            None if fault.is_none() => return Err("an event was not received".to_owned()),
            None if self.chance.percent(30) => self.service.provider.list_undelivered(event),
            None => self.deliver_at(self.chance.after(now, 1, DAY), &event, is_first),
        }
        Ok(())
    }

    /// Delivers all events that have not arrived yet.
    pub(super) async fn deliver_all(&mut self) -> Result<(), String> {
        let mut first: Vec<Delivery> = self.deliveries.extract_if(.., |delivery| delivery.is_first).collect();
        while !first.is_empty() {
            let delivery = first.swap_remove(self.chance.index(first.len()));
            self.deliver(delivery, None).await?;
        }
        Ok(())
    }
}
