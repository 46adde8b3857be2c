//! Payments and refunds of credits, by their ids.

use std::fmt;
use std::str::FromStr;

use crate::closed_enum::closed_enum;
use crate::short_line::short_line;

closed_enum! {
    /// The source of a payment, which chose its id.
    pub enum PaymentSource as "source" {
        /// An operator, on the command line.
        Operator = "operator",
        /// An administrator, in the web app.
        Administrator = "administrator",
        /// A payment provider, by its id of the checkout.
        Checkout = "checkout",
    }
}

impl PaymentSource {
    /// Returns the prefix of its ids. An operator's ids have none.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Operator => "",
            Self::Administrator => "admin:",
            Self::Checkout => "checkout:",
        }
    }
}

/// The id of a payment, unique over all sources.
///
/// Its text has the source's prefix, and an operator's id has none. Texts of different payments thus differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PaymentId {
    source: PaymentSource,
    reference: String,
}

/// The error for an invalid payment id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a payment id must have 1 to {} characters, none of them a control character, and must not begin with the \
     prefix of another source",
    PaymentId::MAX_CHARS
)]
pub struct InvalidPaymentId;

impl PaymentId {
    /// The maximum length without the prefix, in characters.
    pub const MAX_CHARS: usize = 255;

    /// Creates the id that a source chose.
    pub fn new(source: PaymentSource, reference: &str) -> Result<Self, InvalidPaymentId> {
        let reference = short_line(reference, Self::MAX_CHARS).ok_or(InvalidPaymentId)?;
        if source == PaymentSource::Operator && prefixed(&reference).is_some() {
            return Err(InvalidPaymentId);
        }
        Ok(Self { source, reference })
    }

    /// Returns the id of the payment of a provider's checkout, whose id has narrower limits.
    pub(crate) fn of_checkout(id: &str) -> Self {
        Self { source: PaymentSource::Checkout, reference: id.to_owned() }
    }

    /// Returns the source.
    pub const fn source(&self) -> PaymentSource {
        self.source
    }
}

/// Returns the source whose prefix a text begins with, and the rest.
fn prefixed(text: &str) -> Option<(PaymentSource, &str)> {
    let mut sources = PaymentSource::ALL.iter().filter(|source| !source.prefix().is_empty());
    sources.find_map(|source| Some((*source, text.strip_prefix(source.prefix())?)))
}

impl FromStr for PaymentId {
    type Err = InvalidPaymentId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (source, reference) = prefixed(text.trim()).unwrap_or((PaymentSource::Operator, text));
        Self::new(source, reference)
    }
}

impl fmt::Display for PaymentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.source.prefix(), self.reference)
    }
}

/// The id of a refund, unique among the refunds of its payment.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RefundId(String);

/// The error for an invalid refund id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a refund id must have 1 to {} characters, none of them a control character", RefundId::MAX_CHARS)]
pub struct InvalidRefundId;

impl RefundId {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 255;

    /// The id of a provider's refund or dispute, whose type has narrower limits.
    pub(crate) fn of_provider(id: &str) -> Self {
        Self(id.to_owned())
    }

    /// The id of what the refunds and disputes of a payment leave by rounding.
    pub(crate) fn of_rounding() -> Self {
        Self("rounding".to_owned())
    }
}

/// A refund of everything that is left of a payment, by a source that names no refunds.
impl Default for RefundId {
    fn default() -> Self {
        Self("rest".to_owned())
    }
}

impl FromStr for RefundId {
    type Err = InvalidRefundId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        short_line(text, Self::MAX_CHARS).map(Self).ok_or(InvalidRefundId)
    }
}

impl fmt::Display for RefundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ids_are_read_as_written(source in proptest::sample::select(PaymentSource::ALL), text in "[!-~é ]{1,20}") {
            if let Ok(id) = PaymentId::new(source, &text) {
                prop_assert_eq!(id.to_string().parse(), Ok(id));
            }
        }
    }

    #[test]
    fn an_operator_cannot_use_the_ids_of_another_source() {
        let administrator = PaymentId::new(PaymentSource::Administrator, "17").unwrap();
        assert_eq!(administrator.to_string(), "admin:17");
        assert_eq!("admin:17".parse(), Ok(administrator));
        assert_eq!(PaymentId::new(PaymentSource::Operator, "admin:17"), Err(InvalidPaymentId));
        assert_eq!(" order 7 ".parse::<PaymentId>().unwrap().to_string(), "order 7");
        for bad in ["", " ", "a\nb", "admin:", &"x".repeat(256)] {
            assert_eq!(bad.parse::<PaymentId>(), Err(InvalidPaymentId), "{bad}");
        }
        assert_eq!("\t".parse::<RefundId>(), Err(InvalidRefundId));
    }
}
