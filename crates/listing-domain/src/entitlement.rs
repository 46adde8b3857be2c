//! Entitlements: an account's plan, its period and its source.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

use crate::account::Plan;
use crate::billing::SubscriptionId;
use crate::ids::AccountId;
use crate::short_line::short_line;

/// A period with one plan: it includes its start and excludes its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// The plan.
    pub plan: Plan,
    /// The first moment.
    pub starts: Timestamp,
    /// The first moment after it; `None` if no end is known.
    pub ends: Option<Timestamp>,
}

impl Term {
    /// True if the period includes a moment.
    pub fn covers(&self, at: Timestamp) -> bool {
        self.starts <= at && self.ends.is_none_or(|ends| at < ends)
    }

    /// The term that covers a moment; `None` means the free plan. Terms don't overlap.
    pub fn at(terms: &[Self], at: Timestamp) -> Option<Self> {
        terms.iter().copied().find(|term| term.covers(at))
    }

    /// The plan at a moment.
    pub fn plan_at(terms: &[Self], at: Timestamp) -> Plan {
        Self::at(terms, at).map_or(Plan::Free, |term| term.plan)
    }

    /// The next known moment at which the plan changes.
    pub fn next_change(terms: &[Self], at: Timestamp) -> Option<Timestamp> {
        let moments = terms.iter().flat_map(|term| [Some(term.starts), term.ends]);
        moments.flatten().filter(|moment| *moment > at).min()
    }
}

/// A plan for a period, and the source of that right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entitlement {
    /// The plan and its period.
    pub term: Term,
    /// The source.
    pub source: EntitlementSource,
}

/// The source of an entitlement.
///
/// Its text is `admin ACCOUNT` for an administrator, `subscription ID` for a subscription, and an operator's own
/// text otherwise. An operator's text never begins like another source's, so texts of different sources differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntitlementSource {
    /// An operator's command.
    Operator(OperatorNote),
    /// An administrator, in the web app.
    Administrator(AccountId),
    /// A subscription at a payment service.
    Subscription(SubscriptionId),
}

/// An operator's text about the source of an entitlement: `operator` by default, or such as `order 7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorNote(String);

/// The error for an invalid source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a source must have 1 to {} characters, none of them a control character, and must not begin with \"admin \" or \
     \"subscription \"",
    OperatorNote::MAX_CHARS
)]
pub struct InvalidSource;

const ADMINISTRATOR: &str = "admin ";
const SUBSCRIPTION: &str = "subscription ";

impl OperatorNote {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 255;
}

impl Default for OperatorNote {
    fn default() -> Self {
        Self("operator".to_owned())
    }
}

impl FromStr for OperatorNote {
    type Err = InvalidSource;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = short_line(text, Self::MAX_CHARS).ok_or(InvalidSource)?;
        let is_others = [ADMINISTRATOR, SUBSCRIPTION].iter().any(|prefix| text.starts_with(prefix));
        if is_others { Err(InvalidSource) } else { Ok(Self(text)) }
    }
}

impl fmt::Display for OperatorNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An operator's command without a text of its own.
impl Default for EntitlementSource {
    fn default() -> Self {
        Self::Operator(OperatorNote::default())
    }
}

impl FromStr for EntitlementSource {
    type Err = InvalidSource;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(account) = text.strip_prefix(ADMINISTRATOR).and_then(|account| account.parse().ok()) {
            Ok(Self::Administrator(account))
        } else if let Some(id) = text.strip_prefix(SUBSCRIPTION) {
            id.parse().map(Self::Subscription).map_err(|_| InvalidSource)
        } else {
            text.parse().map(Self::Operator)
        }
    }
}

impl fmt::Display for EntitlementSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator(note) => note.fmt(f),
            Self::Administrator(account) => write!(f, "{ADMINISTRATOR}{account}"),
            Self::Subscription(id) => write!(f, "{SUBSCRIPTION}{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_term_includes_its_start_and_excludes_its_end() {
        let year = Term { plan: Plan::ProAnnual, starts: at(10), ends: Some(at(20)) };
        let open = Term { plan: Plan::ProMonthly, starts: at(30), ends: None };
        let terms = [year, open];
        for (second, plan, next) in [
            (9, Plan::Free, Some(10)),
            (10, Plan::ProAnnual, Some(20)),
            (19, Plan::ProAnnual, Some(20)),
            (20, Plan::Free, Some(30)),
            (30, Plan::ProMonthly, None),
            (9_000, Plan::ProMonthly, None),
        ] {
            assert_eq!(Term::plan_at(&terms, at(second)), plan, "{second}");
            assert_eq!(Term::next_change(&terms, at(second)), next.map(at), "{second}");
        }
        assert_eq!(Term::at(&terms, at(12)), Some(year));
    }

    #[test]
    fn sources_are_read_as_written() {
        let account = AccountId::new(uuid::Uuid::nil());
        for source in [
            EntitlementSource::default(),
            EntitlementSource::Operator("order 7".parse().unwrap()),
            EntitlementSource::Administrator(account),
            EntitlementSource::Subscription("sub_1".parse().unwrap()),
        ] {
            assert_eq!(source.to_string().parse(), Ok(source));
        }
    }

    #[test]
    fn an_operator_cannot_name_another_source() {
        assert_eq!(" order 7 ".parse::<OperatorNote>().unwrap().to_string(), "order 7");
        for bad in ["", "  ", "a\nb", &"x".repeat(256), "admin x", "subscription sub_1"] {
            assert_eq!(bad.parse::<OperatorNote>(), Err(InvalidSource), "{bad}");
        }
        assert_eq!("admin x".parse::<EntitlementSource>(), Err(InvalidSource));
        assert_eq!("subscription \n".parse::<EntitlementSource>(), Err(InvalidSource));
    }
}
