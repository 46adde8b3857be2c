//! Fetches the European Central Bank's rates and stores them in a file.

mod table;

use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use listing_domain::ErrorChain;
use listing_domain::ports::{Clock, ExchangeRates};
use listing_domain::pricing::ReferenceRates;
use listing_outbound::header::HeaderMap;
use listing_outbound::{BaseUrl, Fault, Transport};

pub use table::InvalidTable;

/// The rates of the last working day.
const PATH: &str = "eurofxref-daily.xml";
const FILE: &str = "exchange-rates.txt";

const FETCH_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
const CHECK_INTERVAL: Duration = Duration::from_hours(1);
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);
/// Older rates are logged as a warning. Around holidays, there are none for at most four days.
const OLD_DAYS: i32 = 7;

/// The European Central Bank's last fetched rates, even by an earlier process, or else the built-in ones.
pub struct EcbRates {
    transport: Transport,
    base_url: BaseUrl,
    file: PathBuf,
    clock: Arc<dyn Clock>,
    stored: Mutex<StoredRates>,
}

#[derive(Debug, Clone, Copy)]
struct StoredRates {
    rates: ReferenceRates,
    /// `None` for built-in rates.
    fetched: Option<Timestamp>,
}

/// Why rates could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum RatesError {
    /// No usable response arrived.
    #[error(transparent)]
    Call(#[from] Fault),
    /// The response is not a valid table.
    #[error(transparent)]
    InvalidTable(#[from] InvalidTable),
    /// The rates are older than the stored ones or dated in the future.
    #[error("the exchange rates of {0} are older than the stored ones, or in the future")]
    BadDate(jiff::civil::Date),
    /// The rates cannot be written to the data folder; they are used anyway.
    #[error("cannot store the exchange rates")]
    NotStored(#[source] io::Error),
}

impl EcbRates {
    /// The base URL of the bank's files.
    pub const BASE_URL: &str = "https://www.ecb.europa.eu/stats/eurofxref";

    /// Loads the rates stored in a folder, or else the built-in ones.
    pub fn open(folder: &Path, base_url: BaseUrl, transport: Transport, clock: Arc<dyn Clock>) -> Self {
        let file = folder.join(FILE);
        let built_in = StoredRates { rates: ReferenceRates::default(), fetched: None };
        let stored = match read(&file) {
            Ok(stored) => stored,
            Err(error) if error.kind() == io::ErrorKind::NotFound => built_in,
            Err(error) => {
                let file = file.display();
                tracing::warn!(%file, %error, "cannot read stored exchange rates from {file}: using the built-in ones");
                built_in
            }
        };
        Self { transport, base_url, file, clock, stored: Mutex::new(stored) }
    }

    fn stored(&self) -> StoredRates {
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`Self::renew`], and logs the outcome. Returns the pause before the next check.
    pub async fn refresh(&self) -> Duration {
        match self.renew().await {
            Ok(true) => {
                let date = self.today().date();
                tracing::info!(%date, "fetched the exchange rates of {date}");
            }
            Ok(false) => {}
            Err(error) => {
                let (date, error) = (self.today().date(), ErrorChain(&error));
                tracing::warn!(%date, %error, "failed to fetch exchange rates: using those of {date}");
            }
        }
        self.warn_if_old();
        CHECK_INTERVAL
    }

    fn warn_if_old(&self) {
        let date = self.today().date();
        let today = self.clock.now().to_zoned(TimeZone::UTC).date();
        let days = today.since(date).map_or(0, |age| age.get_days());
        if days > OLD_DAYS {
            tracing::warn!(%date, days, "exchange rates of {date} are {days} days old, more than a week");
        }
    }

    /// Fetches the rates if the stored ones are a day old or built-in. Returns true if so.
    pub async fn renew(&self) -> Result<bool, RatesError> {
        let (now, stored) = (self.clock.now(), self.stored());
        let is_fresh = |fetched: Timestamp| {
            let age = now.duration_since(fetched);
            age < FETCH_INTERVAL && !age.is_negative()
        };
        if stored.fetched.is_some_and(is_fresh) {
            return Ok(false);
        }
        let url = self.base_url.join(PATH)?;
        let body = self.transport.get(url, HeaderMap::new(), None, FETCH_TIMEOUT).await?;
        let text = String::from_utf8_lossy(&body).into_owned();
        let rates = table::read(&text)?;
        let tomorrow = now.saturating_add(SignedDuration::from_hours(24)).map_or(now, |moment| moment);
        let is_future = rates.date() > tomorrow.to_zoned(TimeZone::UTC).date();
        if is_future || (stored.fetched.is_some() && rates.date() < stored.rates.date()) {
            return Err(RatesError::BadDate(rates.date()));
        }
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) =
            StoredRates { rates, fetched: Some(now) };
        let file = self.file.clone();
        let written = tokio::task::spawn_blocking(move || write(&file, now, &text)).await;
        written.map_err(io::Error::other).flatten().map_err(RatesError::NotStored)?;
        Ok(true)
    }
}

impl fmt::Debug for EcbRates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EcbRates").field("stored", &self.stored()).finish_non_exhaustive()
    }
}

impl ExchangeRates for EcbRates {
    fn today(&self) -> ReferenceRates {
        self.stored().rates
    }
}

/// A line with the time of the fetch, then the bank's table.
fn read(file: &Path) -> io::Result<StoredRates> {
    let longest = u64::try_from(table::LONGEST).unwrap_or(u64::MAX);
    let mut text = String::new();
    fs::File::open(file)?.take(longest).read_to_string(&mut text)?;
    let (fetched, table) = text.split_once('\n').ok_or(io::ErrorKind::InvalidData)?;
    let fetched: Timestamp = fetched.parse().map_err(io::Error::other)?;
    Ok(StoredRates { rates: table::read(table).map_err(io::Error::other)?, fetched: Some(fetched) })
}

/// Renames a temporary file, so that no reader sees an incomplete one.
fn write(file: &Path, fetched: Timestamp, table: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let temporary = file.with_extension(std::process::id().to_string());
    fs::write(&temporary, format!("{fetched}\n{table}"))?;
    fs::rename(&temporary, file)
}
