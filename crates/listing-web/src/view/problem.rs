//! Problems with the contents of a form.

use listing_domain::password::InvalidPassword;
use listing_domain::ports::PhotoFault;

use super::AttributeKind;

/// A problem with the contents of a form. Each language has a sentence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Email and password do not match. The text is the same for every cause.
    WrongCredentials,
    /// Too many attempts; holds the seconds to wait.
    TooOften(u64),
    /// Not an email.
    Email,
    /// Another account has the email.
    EmailTaken,
    /// The email typed as confirmation is not the account's.
    OtherEmail,
    /// The password is not the account's.
    WrongPassword,
    /// The password does not meet the rules.
    Password(InvalidPassword),
    /// The identity provider did not name the user.
    ProviderRefused,
    /// The identity provider, by its name, does not answer.
    ProviderUnavailable(String),
    /// The identity provider, by its name, does not accept this service.
    ProviderNotAccepting(String),
    /// The identity provider, by its name, does not state that the email is verified.
    EmailNotVerified(String),
    /// An account has the provider's email, but is not linked to that identity.
    NotLinked,
    /// The identity is linked to another account.
    IdentityTaken,
    /// The permission to link an identity expired, or never existed.
    LinkingGone,
    /// A user without a password has to sign in again for this.
    SignInAgain,
    /// Access to the account was withdrawn during the request.
    Overtaken,
    /// The user has no other way to sign in than the identity to unlink.
    OnlyWayIn,
    /// The last administrator has to stay.
    LastAdministrator,
    /// The invitation is no longer valid.
    InvitationGone,
    /// There is no photo.
    NoPhoto,
    /// There are too many photos.
    TooManyPhotos,
    /// A photo, by its number from 1, is unusable.
    Photo(usize, PhotoFault),
    /// The photos do not show the item; holds the best guesses by name.
    NotRecognized(Vec<String>),
    /// Neither photos nor text identify the item.
    NoItem,
    /// No marketplace was chosen.
    NoPlatform,
    /// The account has no quota or credits left.
    NothingLeft,
    /// Too many generations failed for the account today.
    FailedTooOften,
    /// The service is busy.
    Busy,
    /// The text is not a valid key name.
    KeyName,
    /// No scope was chosen.
    NoScope,
    /// The lifetime is not one of [`KeyExpires`](super::KeyExpires).
    KeyExpires,
    /// The account has the maximum number of keys, which this holds.
    TooManyKeys(u32),
    /// A listing has no title.
    NoTitle,
    /// A listing has no description.
    NoDescription,
    /// A listing's price is not an amount.
    Price,
    /// A listing's category or condition is too long; holds the maximum in characters.
    LabelTooLong(usize),
    /// The listing changed elsewhere after this form was rendered.
    ListingChanged,
    /// A listing's title is too long; holds the maximum in characters.
    TitleTooLong(usize),
    /// A listing's description is too long; holds the maximum in characters.
    DescriptionTooLong(usize),
    /// The listing has no rewrites left.
    NoneAgain,
    /// Not a date, or a past one.
    Date,
    /// Not a number of credits.
    Credits,
    /// The invitation is for another email, held here.
    InvitedAs(String),
    /// An attribute is too long.
    TooLong(AttributeKind),
    /// The notes are too long.
    NotesTooLong,
    /// The quantity is not a number of items.
    Quantity,
    /// The writer failed to write the listings. The account was not charged.
    NotWritten,
}

impl Problem {
    /// Returns the best guesses for the item.
    pub fn guesses(&self) -> &[String] {
        match self {
            Self::NotRecognized(guesses) => guesses,
            _ => &[],
        }
    }
}
