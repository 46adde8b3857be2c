//! Implements `ptl plan`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;
use listing_domain::account::Email;
use listing_domain::origin::Origin;
use listing_domain::usecase::PlanChange;

use super::{Failure, account};
use crate::compose;
use crate::settings::Settings;

/// Puts an account on a plan from now on. The free plan ends the current plan.
pub async fn set(settings: &Settings, email: &Email, change: PlanChange, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let found = storage.find_account().run(email).await?;
    let entitlement = storage.change_plan().run(found.id, change, &Origin::CLI).await?;
    account::print_account(&found, entitlement.as_ref(), json)
}

/// Parses the end of a plan: a time, or a date for the start of that day in UTC.
pub fn until(text: &str) -> Result<Timestamp, &'static str> {
    let first_of_day =
        |day: Date| Offset::UTC.to_timestamp(day.to_datetime(jiff::civil::Time::midnight())).ok();
    // A time without UTC offset would also parse as a day, but is ambiguous.
    let day = || if text.contains(['T', 't', ' ']) { None } else { text.parse().ok() };
    let moment = text.parse().ok().or_else(|| day().and_then(first_of_day));
    moment.ok_or("must be a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_ends_at_a_time_or_at_the_start_of_a_day() {
        for (text, moment) in [
            ("2027-01-31", "2027-01-31T00:00:00Z"),
            ("2027-01-31T12:30:00Z", "2027-01-31T12:30:00Z"),
            ("2027-01-31T12:30:00+01:00", "2027-01-31T11:30:00Z"),
        ] {
            assert_eq!(until(text).map(|at| at.to_string()).as_deref(), Ok(moment), "{text}");
        }
        for text in ["", "tomorrow", "2027-02-30", "90d", "2027-01-31T12:30:00"] {
            assert!(until(text).is_err(), "{text}");
        }
    }
}
