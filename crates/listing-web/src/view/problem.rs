//! Problems with the contents of a form.

use listing_domain::password::InvalidPassword;
use listing_domain::ports::PhotoFault;

use super::AttributeKind;

/// A problem with the contents of a form. Each language has a sentence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Email and password do not match; also shown for an unknown email, so that the text discloses no
    /// account.
    WrongCredentials,
    /// Too many attempts; holds the seconds to wait.
    TooOften(u64),
    /// The text is not an email.
    Email,
    /// Another account has the email.
    EmailTaken,
    /// The email typed as confirmation is not the account's.
    OtherEmail,
    /// The password is not the account's.
    WrongPassword,
    /// The password does not meet the rules.
    Password(InvalidPassword),
    /// The identity provider did not identify the user.
    ProviderRefused,
    /// The identity provider does not answer; holds its name.
    ProviderUnavailable(String),
    /// The identity provider does not accept this service; holds its name.
    ProviderNotAccepting(String),
    /// The identity provider does not confirm that the email is verified; holds its name.
    EmailNotVerified(String),
    /// An account has the email from the identity provider, but is not linked to that identity.
    NotLinked,
    /// The identity is linked to another account.
    IdentityTaken,
    /// The permission to link an identity has expired, or was never given.
    LinkingGone,
    /// The user has no password and has to sign in again before this action.
    SignInAgain,
    /// The user lost access to the account during the request.
    Overtaken,
    /// The identity to unlink is the user's only way to sign in.
    OnlyWayIn,
    /// The account is the last administrator, which has to stay.
    LastAdministrator,
    /// The invitation is no longer valid.
    InvitationGone,
    /// The buyer has not asked for delivery at once.
    NoConsent,
    /// The product is not for sale.
    NotForSale,
    /// The account has a plan already.
    PlanRuns,
    /// The account has bought nothing yet.
    NoPurchase,
    /// The payment provider does not answer or refuses the order.
    PaymentsUnavailable,
    /// Nothing is left of the payment that could be refunded.
    NothingToRefund,
    /// The payment provider refuses the refund, for example if everything was refunded before.
    RefundRefused,
    /// The payment provider does not answer or refuses the key.
    RefundUnavailable,
    /// No photo was chosen.
    NoPhoto,
    /// The form has more photos than allowed.
    TooManyPhotos,
    /// A photo cannot be used; holds its number from 1 and its fault.
    Photo(usize, PhotoFault),
    /// The photos do not show the item; holds the best guesses of its name.
    NotRecognized(Vec<String>),
    /// The form that corrects the item names none.
    NoItem,
    /// A photo cannot be used; holds the name of its file and its fault.
    NamedPhoto(String, PhotoFault),
    /// An item of a batch would have too many photos.
    PileFull,
    /// There would be more photos to sort than allowed.
    TooManyToSort,
    /// The photos to sort are too large in all.
    TooLargeToSort,
    /// The photos to sort changed elsewhere after the form was shown.
    PilesChanged,
    /// No step on the photos can be undone.
    NothingToUndo,
    /// Too many batches are running; holds the maximum.
    TooManyBatches(u32),
    /// The service keeps no history, so that a batch would have no results.
    NoHistory,
    /// No marketplace was chosen.
    NoPlatform,
    /// The account has no quota or credits left.
    NothingLeft,
    /// Too many generations failed for the account today.
    FailedTooOften,
    /// The service is busy; the user can try again soon.
    Busy,
    /// The text is not a valid key name.
    KeyName,
    /// No scope was chosen.
    NoScope,
    /// The lifetime is not one of [`KeyExpires`](super::KeyExpires).
    KeyExpires,
    /// The account already has the maximum number of keys; holds the maximum.
    TooManyKeys(u32),
    /// A listing has no title.
    NoTitle,
    /// A listing has no description.
    NoDescription,
    /// A listing's price is not an amount.
    Price,
    /// A listing's category or condition is too long; holds the maximum in characters.
    LabelTooLong(usize),
    /// The listing changed elsewhere after the form was shown.
    ListingChanged,
    /// A listing's title is too long; holds the maximum in characters.
    TitleTooLong(usize),
    /// A listing's description is too long; holds the maximum in characters.
    DescriptionTooLong(usize),
    /// The generation has no rewrites left.
    NoneAgain,
    /// The text is not a date, or the date is past.
    Date,
    /// The text is not a number of credits.
    Credits,
    /// The invitation is for another email; holds that email.
    InvitedAs(String),
    /// The text of an attribute is too long; holds the attribute.
    TooLong(AttributeKind),
    /// The notes are too long.
    NotesTooLong,
    /// The stock number is too long, or not one line.
    Sku,
    /// The quantity is not a number of items.
    Quantity,
    /// Writing the listings failed. The account was not charged.
    NotWritten,
}

impl Problem {
    /// Returns the best guesses of the item's name; empty for other problems.
    pub fn guesses(&self) -> &[String] {
        match self {
            Self::NotRecognized(guesses) => guesses,
            _ => &[],
        }
    }
}
