//! The story of one customer, in which a process dies at each call in turn.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Account, Plan};
use listing_domain::billing::{
    BillingCurrency, BillingEvent, BillingPolicy, BillingSubject, OrderState, PaidProduct, RefundState,
    RefundStatus,
};
use listing_domain::entitlement::Entitlement;
use listing_domain::ids::{AccountId, BillingAttemptId, ReservationId};
use listing_domain::money::Money;
use listing_domain::options::Language;
use listing_domain::origin::Origin;
use listing_domain::ports::{Clock as _, HoldRequest, IdSource as _, SettleRequest, StoreError};
use listing_domain::usecase::billing::{Confirmed, Purchase};

use super::SimulatedStores;
use super::interruption::{Calls, Fault, Interruption};
use super::payment::Payment;
use super::sale::{Sale, Stage};
use super::service::{Service, Turn, text};
use super::subscription::{Phase, Subscription};
use crate::invariants::{LedgerView, broken};
use crate::{FixedClock, SeededIds};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The number of turns that is always enough.
const ENOUGH: u32 = 100;

/// The calls at which processes die.
#[derive(Debug, Clone, Copy)]
pub struct Deaths {
    /// One story for each of this many calls, `1` for all.
    pub every: usize,
    /// The next process dies too: in one story for each number of calls up to this one.
    pub again: u64,
}

/// Plays the story of a customer who buys a pack, has it refunded, subscribes, renews and cancels: once without a
/// failure, and then so that a process dies before or after each call of a store or of the provider. The next process
/// goes on. Returns the number of stories.
///
/// # Errors
/// Names the deaths and the difference from the story without them.
pub async fn stories_with_deaths(
    make: impl AsyncFn() -> SimulatedStores,
    Deaths { every, again }: Deaths,
) -> Result<u64, String> {
    let mut calm = Story::open(make().await, 0, Vec::new()).await?;
    let expected = calm.play().await?;
    let mut stories = 1;
    for call in (0..calm.calls.count()).step_by(every) {
        for fault in [Fault::Crash, Fault::CrashAfter] {
            for next in 0..=again {
                let second = Interruption { call: call + next, fault: Fault::CrashAfter };
                let deaths = [Some(Interruption { call, fault }), Some(second).filter(|_| next > 0)];
                let deaths = deaths.into_iter().flatten().collect();
                let mut story = Story::open(make().await, stories, deaths).await?;
                let outcome = story.play().await;
                let deaths = story.calls.interrupted();
                let outcome = outcome.map_err(|error| format!("{deaths:?}: {error}"))?;
                if deaths.is_empty() || outcome != expected {
                    return Err(format!("{deaths:?}: {outcome:#?} instead of {expected:#?}"));
                }
                stories += 1;
            }
        }
    }
    Ok(stories)
}

struct Story {
    service: Service,
    ledger: Box<dyn Fn() -> LedgerView>,
    calls: Calls,
    account: AccountId,
    /// The end of each id of this story at the provider.
    name: String,
    ids: SeededIds,
    starts: Timestamp,
    events: u32,
    /// Everything stored for the customer after each step.
    outcome: Vec<String>,
}

impl Story {
    async fn open(
        simulated: SimulatedStores,
        number: u64,
        deaths: Vec<Interruption>,
    ) -> Result<Self, String> {
        let SimulatedStores { stores, ledger } = simulated;
        let clock = Arc::new(FixedClock::at("2026-11-21T12:00:00Z"));
        let (starts, ids) = (clock.now(), SeededIds::new(number));
        let account = AccountId::new(ids.id());
        let email = format!("{account}@example.com").parse().map_err(text)?;
        stores.accounts.add_account(&Account::new(account, email, starts)).await.map_err(text)?;
        Ok(Self {
            service: Service::new(stores, clock, Arc::new(SeededIds::new(!number)))?,
            ledger,
            calls: Calls::new(deaths),
            account,
            name: format!("_{account}"),
            ids,
            starts,
            events: 0,
            outcome: Vec::new(),
        })
    }

    async fn play(&mut self) -> Result<Vec<String>, String> {
        let mut pack = self.order(0, PaidProduct::Pack).await?;
        pack.payments.push(Payment::new(self.id("pay_pack")?, pack.price(), true));
        self.pay(&mut pack).await?;
        let events = [pack.payments[0].subject(), pack.subject()];
        self.happen("bought a pack", &pack, &events, (20, 0, Plan::Free)).await?;
        self.use_credits(12).await?;
        self.return_pack(&mut pack).await?;

        let mut plan = self.order(10, PaidProduct::ProMonthly).await?;
        plan.payments.push(Payment::new(self.id("pay_first")?, plan.price(), true));
        plan.subscription = Some(Subscription {
            latest: Some(0),
            ..Subscription::new(self.id("sub")?, Plan::ProMonthly, Phase::Paid, self.day(10))
        });
        self.pay(&mut plan).await?;
        let subscription = plan.subscription_subject().ok_or("the plan has no subscription")?;
        let events = [subscription.clone(), plan.subject(), plan.payments[0].subject()];
        self.happen("subscribed", &plan, &events, (0, 2, Plan::ProMonthly)).await?;
        self.go_on(&mut plan, subscription).await?;

        let view = (self.ledger)();
        match broken(&view, 0).first() {
            Some(first) => Err(first.clone()),
            None => Ok(std::mem::take(&mut self.outcome)),
        }
    }

    /// Refunds half of a pack, and then the rest in vain.
    async fn return_pack(&mut self, pack: &mut Sale) -> Result<(), String> {
        let events = [pack.payments[0].subject()];
        let half = Money::from_minor(450, pack.price().currency());
        for (day, id, state) in [(1, "re_1", (0, 2, Plan::Free)), (2, "re_2", (0, 12, Plan::Free))] {
            self.begin(day);
            let refund = RefundState { id: self.id(id)?, amount: half, status: RefundStatus::Succeeded };
            pack.payments[0].refunds.push(refund);
            self.happen("had half of it refunded", pack, &events, state).await?;
        }
        self.begin(3);
        pack.payments[0].refunds[1].status = RefundStatus::Failed;
        self.happen("did not get the second half", pack, &events, (0, 2, Plan::Free)).await
    }

    /// Renews a subscription, whose event does not arrive, and cancels and ends it.
    async fn go_on(&mut self, plan: &mut Sale, subscription: BillingSubject) -> Result<(), String> {
        let events = [subscription];
        self.begin(41);
        plan.payments.push(Payment::new(self.id("pay_second")?, plan.price(), true));
        let renewed = own(plan)?;
        renewed.begin(renewed.ends);
        renewed.latest = Some(1);
        let missed = self.event(&events[0])?;
        self.service.provider.list_undelivered(missed);
        self.happen("renewed", plan, &[], (0, 2, Plan::ProMonthly)).await?;

        self.begin(50);
        own(plan)?.is_canceled = true;
        self.happen("canceled", plan, &events, (0, 2, Plan::ProMonthly)).await?;

        self.begin(72);
        own(plan)?.end();
        self.happen("ended", plan, &events, (0, 2, Plan::Free)).await
    }

    fn day(&self, day: i32) -> Timestamp {
        self.starts + DAY * day
    }

    fn begin(&self, day: i32) {
        self.service.clock.set(self.day(day));
    }

    fn id<T: std::str::FromStr<Err: std::fmt::Display>>(&self, kind: &str) -> Result<T, String> {
        format!("{kind}{}", self.name).parse().map_err(text)
    }

    /// Starts the next process, when the claim of the one that died has expired.
    fn restart(&self) {
        let now = self.service.clock.now();
        self.service.clock.set(now + BillingPolicy::LEASE + SignedDuration::from_mins(1));
    }

    /// Orders a product, repeats the form after a death, and opens the page of the order.
    async fn order(&mut self, day: i32, product: PaidProduct) -> Result<Sale, String> {
        self.begin(day);
        let form = Confirmed {
            id: BillingAttemptId::new(self.ids.id()),
            product,
            currency: BillingCurrency::Eur,
            language: Language::Fr,
            has_consented: true,
        };
        let page = loop {
            if let Some(page) = self.service.buy(self.account, form, self.calls.clone()).await? {
                break page;
            }
            self.restart();
        };
        while !self.service.see(self.account, form.id, self.calls.clone()).await? {
            self.restart();
        }
        let started = self.service.provider.take_started();
        match (<[_; 1]>::try_from(started), page) {
            (Ok([(request, checkout)]), Purchase::Pay(url)) if url == checkout.url => {
                Ok(Sale::new(request, checkout))
            }
            (started, page) => Err(format!("the order led to {page:?} and started {started:?}")),
        }
    }

    async fn pay(&mut self, sale: &mut Sale) -> Result<(), String> {
        let payer = self.service.stores.orders.customer(self.account).await.map_err(text)?;
        sale.customer = Some(payer.map_or_else(|| self.id("cus"), Ok)?);
        sale.stage = Stage::Paid(self.service.clock.now());
        Ok(())
    }

    fn event(&mut self, subject: &BillingSubject) -> Result<BillingEvent, String> {
        self.events += 1;
        let id = self.id(&format!("evt_{}", self.events))?;
        Ok(BillingEvent { id, created_at: self.service.clock.now(), subject: Some(subject.clone()) })
    }

    /// Lets a change at the provider reach the service. The customer then has these credits, debts and plan.
    async fn happen(
        &mut self,
        name: &str,
        sale: &Sale,
        subjects: &[BillingSubject],
        expected: (u32, u32, Plan),
    ) -> Result<(), String> {
        sale.publish(&self.service.provider)?;
        for subject in subjects {
            let event = self.event(subject)?;
            while self.service.receive(event.clone(), self.calls.clone()).await?.is_none() {
                self.restart();
            }
            self.apply().await?;
        }
        while !self.service.reconcile(self.calls.clone()).await? {
            self.restart();
        }
        self.apply().await?;
        self.outcome.push(format!("The customer {name}."));
        self.note(expected).await.map_err(|difference| format!("the customer {name}: {difference}"))
    }

    /// Applies all states.
    async fn apply(&mut self) -> Result<(), String> {
        for _ in 0..ENOUGH {
            match self.service.work(self.calls.clone()).await? {
                Turn::Idle => return Ok(()),
                Turn::Applied => {}
                Turn::Died => self.restart(),
                turn => return Err(format!("a turn ends as {turn:?}")),
            }
        }
        Err("states are applied without end".to_owned())
    }

    async fn use_credits(&self, count: u32) -> Result<(), String> {
        let quota = &self.service.stores.quota;
        for _ in 0..count {
            let (reservation, now) = (ReservationId::new(self.ids.id()), self.service.clock.now());
            let request = HoldRequest {
                reservation,
                account: self.account,
                free_limit: 0,
                now,
                expires_at: now + DAY,
                idempotency: None,
                is_free: false,
                origin: Origin::CLI,
            };
            quota.hold(&request).await.map_err(text)?;
            let origin = Origin::CLI;
            let request = SettleRequest { reservation, free_limit: 0, at: now, generation: None, origin };
            quota.settle(&request).await.map_err(text)?;
        }
        Ok(())
    }

    /// Notes everything that is stored for the customer. A restart takes minutes, so moments are noted in hours.
    async fn note(&mut self, (credits, owed, plan): (u32, u32, Plan)) -> Result<(), String> {
        let (stores, account, now) = (&self.service.stores, self.account, self.service.clock.now());
        let usage = stores.quota.usage(account, 0, now).await.map_err(text)?;
        let view = (self.ledger)();
        let debts: u32 = view.debts.iter().filter(|row| row.account == account).map(|row| row.units).sum();
        if (usage.credits_remaining, debts, usage.plan) != (credits, owed, plan) {
            return Err(format!("{usage:?}, and {debts} owed, instead of {credits}, {owed}, {plan}"));
        }
        let mut lines: Vec<String> = Vec::new();
        let grants = view.grants.iter().filter(|row| row.account == account);
        lines.extend(grants.map(|row| format!("{} granted", row.units)));
        let refunds = view.refunds.iter().filter(|row| row.account == account);
        lines.extend(refunds.map(|row| format!("{row:?}")));
        lines.sort_unstable();
        lines.extend(self.stored().await.map_err(text)?);
        self.outcome.extend(lines.into_iter().map(|line| line.replace(&account.to_string(), "")));
        Ok(())
    }

    /// Describes the customer's orders, plans and the queue.
    async fn stored(&self) -> Result<Vec<String>, StoreError> {
        let (stores, account) = (&self.service.stores, self.account);
        let mut lines = Vec::new();
        for order in stores.orders.orders(account, u32::MAX).await? {
            let (terms, step) = (&order.terms, order.state.step());
            lines.push(format!(
                "{} {:?} {step}, {} withdrawn",
                terms.product, terms.credits, order.withdrawn_minor
            ));
            if let OrderState::Paid(paid) = order.state {
                lines.push(format!("{:?} {:?} {:?}", paid.amount, paid.payment, paid.subscription));
            }
        }
        for Entitlement { term, source } in stores.entitlements.entitlements(account).await? {
            let hour = |at: Timestamp| at.as_second() / 3_600;
            let (starts, ends) = (hour(term.starts), term.ends.map(hour));
            lines.push(format!("{} {starts} to {ends:?} by {source}", term.plan));
        }
        let to = format!("{account}@example.com");
        let mut mails = stores.outbox.waiting(Timestamp::MIN, u32::MAX).await?;
        mails.retain(|waiting| waiting.mail.to.as_str() == to);
        lines.extend(mails.iter().map(|waiting| format!("mail {}", waiting.mail.about.code())));
        lines.push(format!("{:?}", stores.orders.customer(account).await?));
        lines.push(format!("{:?}", stores.queue.parked_subjects(10).await?));
        Ok(lines)
    }
}

fn own(sale: &mut Sale) -> Result<&mut Subscription, String> {
    sale.subscription.as_mut().ok_or_else(|| "the sale has no subscription".to_owned())
}
