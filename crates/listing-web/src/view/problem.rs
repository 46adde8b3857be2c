//! What can be wrong with what was typed into a form.

use listing_domain::password::InvalidPassword;
use listing_domain::ports::PhotoFault;

use super::AttributeKind;

/// What is wrong with what was typed. Each language has a sentence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// E-mail and password do not go together; said alike whatever it was.
    NotLetIn,
    /// It was tried too often; in how many seconds to try again.
    TooOften(u64),
    /// It is no e-mail.
    Email,
    /// Another account has the e-mail.
    EmailTaken,
    /// The e-mail that was typed to confirm is not the account's.
    OtherEmail,
    /// The password is not the account's.
    WrongPassword,
    /// The password cannot be chosen.
    Password(InvalidPassword),
    /// The provider of identities did not say who it is.
    ProviderRefused,
    /// The identity provider, by its name, does not answer.
    ProviderUnavailable(String),
    /// The identity provider, by its name, does not accept this service.
    ProviderNotAccepting(String),
    /// The identity provider, by its name, does not say that the e-mail is verified.
    EmailNotVouched(String),
    /// An account has the e-mail that the provider tells, but is not linked to who they are there.
    NotLinked,
    /// The identity is linked to another account.
    IdentityTaken,
    /// The leave to link an identity is over, or was never given.
    LinkingGone,
    /// Somebody without a password has to sign in anew for this.
    SignInAnew,
    /// Access to the account was taken back while this was under way.
    Overtaken,
    /// What is to be unlinked is all that lets them in.
    OnlyWayIn,
    /// Nobody else could administer the service.
    LastAdministrator,
    /// The invitation does not hold any more.
    InvitationGone,
    /// There is no photo.
    NoPhoto,
    /// There are too many photos.
    TooManyPhotos,
    /// A photo, by its number from 1, cannot be used.
    Photo(usize, PhotoFault),
    /// The photos do not show what is for sale; the best guesses by name, to choose from.
    NotRecognized(Vec<String>),
    /// Nothing says what the item is.
    NoItem,
    /// No marketplace was chosen.
    NoPlatform,
    /// Nothing is left to generate with.
    NothingLeft,
    /// Too much failed for the account today.
    FailedTooOften,
    /// The service is busy.
    Busy,
    /// The text cannot be the name of a key.
    KeyName,
    /// No scope was chosen.
    NoScope,
    /// It is none of the times for which a key can be made.
    KeyExpires,
    /// There are as many keys as an account may have.
    TooManyKeys(u32),
    /// A listing has no title.
    NoTitle,
    /// A listing has no description.
    NoDescription,
    /// A listing's price is no amount.
    Price,
    /// A listing's category or condition has more characters than are kept; how many these are.
    LabelTooLong(usize),
    /// A listing was changed elsewhere since its form was made.
    ListingChanged,
    /// A listing's title has more characters than are kept; how many these are.
    TitleTooLong(usize),
    /// A listing's description has more characters than are kept; how many these are.
    DescriptionTooLong(usize),
    /// A text has not been written again as often as it may: nothing is left of it.
    NoneAgain,
    /// It is no date, or one that is over.
    Date,
    /// It is no number of credits.
    Credits,
    /// The invitation is for another e-mail, this one.
    InvitedAs(String),
    /// What is stated of an item is longer than may be.
    TooLong(AttributeKind),
    /// The notes are longer than may be.
    NotesTooLong,
    /// A quantity is no number of things.
    Quantity,
    /// The listings could not be written; nothing was charged.
    NotWritten,
}

impl Problem {
    /// Returns what the item may be, to choose from.
    pub fn guesses(&self) -> &[String] {
        match self {
            Self::NotRecognized(guesses) => guesses,
            _ => &[],
        }
    }
}
