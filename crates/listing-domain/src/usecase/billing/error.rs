use super::super::ErrorKind;
use crate::ports::{PaymentError, PersonStoreError, StoreError};

/// A failure to sell.
#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    /// The product is not for sale.
    #[error("the product is not for sale")]
    NotForSale,
    /// The buyer has not accepted the delivery at once.
    #[error("the buyer must ask for delivery at once")]
    NoConsent,
    /// The account has a plan.
    #[error("the account has a plan already")]
    PlanRuns,
    /// The account has bought nothing yet.
    #[error("the account has bought nothing yet")]
    NoCustomer,
    /// The account does not exist.
    #[error("there is no such account")]
    NoSuchAccount,
    /// The order does not exist.
    #[error("there is no such order")]
    NoSuchOrder,
    /// Nothing was paid for the order.
    #[error("nothing was paid for the order")]
    NotPaid,
    /// The provider refused or failed.
    #[error(transparent)]
    Provider(#[from] PaymentError),
    /// The person could not be read.
    #[error(transparent)]
    People(#[from] PersonStoreError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BillingError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::NotForSale | Self::NoConsent => ErrorKind::Invalid,
            Self::PlanRuns | Self::NoCustomer | Self::NotPaid => ErrorKind::Conflict,
            Self::NoSuchAccount => ErrorKind::Unauthenticated,
            Self::NoSuchOrder => ErrorKind::NotFound,
            Self::Provider(PaymentError::Unavailable(_)) => ErrorKind::Busy,
            Self::People(PersonStoreError::Store(error)) | Self::Store(error) => error.kind(),
            Self::Provider(_) | Self::People(_) => ErrorKind::Internal,
        }
    }
}
