use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::{Expenses, MicroUsd};
use listing_domain::ports::{Clock, ExpenseBook, ListingWriter, StoreError, WriterError};

/// The spending on the current UTC day, and the daily budget (the cap).
pub struct DailySpend {
    cap: MicroUsd,
    clock: Arc<dyn Clock>,
    today: Mutex<(Date, MicroUsd)>,
}

impl DailySpend {
    /// Creates an unspent budget.
    pub fn new(cap: MicroUsd, clock: Arc<dyn Clock>) -> Self {
        let today = Mutex::new((day_of(clock.now()), MicroUsd::default()));
        Self { cap, clock, today }
    }

    /// Loads today's spending, also that of other instances and earlier runs, from the ledger. A larger
    /// amount counted by this process stays.
    pub async fn load(&self, ledger: &dyn ExpenseBook) -> Result<(), StoreError> {
        let day = day_of(self.clock.now());
        let Ok(midnight) = day.to_zoned(TimeZone::UTC) else { return Ok(()) };
        let spent = ledger.spent(midnight.timestamp()).await?;
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        *today = if today.0 == day { (day, today.1.max(spent)) } else { (day, spent) };
        Ok(())
    }

    fn add(&self, cost: MicroUsd) {
        let day = day_of(self.clock.now());
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        *today = if today.0 == day { (day, today.1.plus(cost)) } else { (day, cost) };
    }

    /// The time until the next budget, if today's is spent.
    fn exhausted_for(&self) -> Option<Duration> {
        let now = self.clock.now();
        let today = *self.today.lock().unwrap_or_else(PoisonError::into_inner);
        (today.0 == day_of(now) && today.1 >= self.cap).then(|| until_tomorrow(now))
    }
}

fn day_of(now: Timestamp) -> Date {
    now.to_zoned(TimeZone::UTC).date()
}

fn until_tomorrow(now: Timestamp) -> Duration {
    const A_DAY: Duration = Duration::from_hours(24);
    let midnight = day_of(now).checked_add(1.day()).and_then(|day| day.to_zoned(TimeZone::UTC));
    midnight.map_or(A_DAY, |midnight| {
        Duration::try_from(midnight.timestamp().duration_since(now)).unwrap_or(A_DAY)
    })
}

/// Skips a paid writer once the daily budget is spent. Running calls finish, so concurrent calls can exceed
/// it.
pub struct SpendCap {
    writer: Arc<dyn ListingWriter>,
    spend: Arc<DailySpend>,
}

impl SpendCap {
    /// Creates a decorator. Several writers may share a budget.
    pub fn new(writer: Arc<dyn ListingWriter>, spend: Arc<DailySpend>) -> Self {
        Self { writer, spend }
    }
}

#[async_trait]
impl ListingWriter for SpendCap {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        if let Some(at_least) = self.spend.exhausted_for() {
            let source = "the daily budget is spent".into();
            return Err(WriterError::OutOfService { at_least, source });
        }
        let _counted =
            Counted { spend: &self.spend, expenses: &request.expenses, before: request.expenses.cost() };
        self.writer.write(request).await
    }
}

/// Adds the request's cost beyond `before` when dropped, even if the request is canceled.
struct Counted<'a> {
    spend: &'a DailySpend,
    expenses: &'a Expenses,
    before: MicroUsd,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let spent = self.expenses.cost().millionths().saturating_sub(self.before.millionths());
        self.spend.add(MicroUsd::new(spent));
    }
}
