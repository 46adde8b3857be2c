//! The parts that all pages share: language, user, navigation and notice.

use listing_domain::marketplace::Platform;
use listing_domain::options::Language;

use crate::lang::{self, Words};

/// The content security policy of pages: resources from this service only, no inline scripts or styles.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; \
     base-uri 'none'; object-src 'none'";

/// The parts that all pages share: language, user, navigation and notice.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The language of the page.
    pub language: Language,
    /// The signed-in user, if any.
    pub signed_in: Option<SignedIn>,
    /// The path of the page, which the navigation marks and to which the language menu leads back. A response
    /// to a form has the path of the closest page above the form's.
    pub path: String,
    /// The token that every form carries in its field `form`.
    pub form_token: String,
    /// True if credits and plans are for sale.
    pub is_selling: bool,
    /// The notice of the last action's result, if any.
    pub notice: Option<Notice>,
}

/// A signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The user's email.
    pub email: String,
    /// True when the user is an administrator.
    pub is_administrator: bool,
}

/// The result of the last action, in a sentence at the top of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The kind of result, which decides the notice's look.
    pub kind: NoticeKind,
    /// The sentence to show.
    pub text: String,
}

/// The kind of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// The action succeeded.
    Good,
    /// The action failed.
    Bad,
    /// A remark that is neither success nor failure.
    Info,
}

impl NoticeKind {
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Info => "info",
        }
    }
}

macro_rules! flashes {
    ($( $(#[$meta:meta])* $variant:ident = $code:literal, )+) => {
        /// The result of a form, which the next page shows. Its code travels in a cookie.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Flash { $( $(#[$meta])* $variant, )+ }

        impl Flash {
            /// All results.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code in the cookie.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

flashes! {
    /// The user signed in.
    SignedIn = "signed-in",
    /// The user signed out.
    SignedOut = "signed-out",
    /// The user opened an account.
    Welcome = "welcome",
    /// The email is confirmed.
    EmailConfirmed = "email-confirmed",
    /// A link was sent to the account's new email.
    EmailLinkSent = "email-asked",
    /// A link for the new email waits with the administrator, where the service sends no mail.
    EmailLinkReady = "email-link-waits",
    /// The password was changed, and all other sessions were ended.
    PasswordChanged = "password-changed",
    /// The preferences were saved.
    PreferencesSaved = "preferences-kept",
    /// The account keeps no photos any more, and its photos were deleted.
    PhotosDeleted = "photos-deleted",
    /// A session was ended.
    SessionEnded = "session-ended",
    /// All other sessions were ended.
    OthersEnded = "others-ended",
    /// An identity at the identity provider was linked.
    ProviderLinked = "provider-linked",
    /// The account's identities at a provider were unlinked.
    ProviderUnlinked = "provider-unlinked",
    /// The account was deleted.
    AccountDeleted = "account-deleted",
    /// A key was revoked.
    KeyRevoked = "key-revoked",
    /// A generation was deleted.
    GenerationDeleted = "generation-deleted",
    /// A batch was cancelled.
    BatchCancelled = "batch-cancelled",
    /// An edited listing was saved.
    ListingsSaved = "text-kept",
    /// A listing was restored to its first version.
    ListingRestored = "listing-restored",
    /// A generation was rewritten.
    Rewritten = "written-again",
    /// An account's plan was changed.
    PlanChanged = "plan-changed",
    /// Credits were added.
    CreditsAdded = "credits-added",
    /// An account was suspended.
    Suspended = "suspended",
    /// An account was resumed.
    Resumed = "resumed",
    /// An administrator's role was withdrawn.
    Dismissed = "dismissed",
    /// Another user's account was deleted.
    OtherDeleted = "other-deleted",
    /// An invitation was withdrawn.
    Withdrawn = "withdrawn",
    /// A payment was refunded.
    Refunded = "refunded",
    /// The state of an object at the payment provider is applied again.
    Replayed = "replayed",
}

impl Flash {
    /// Returns the result for a code; `None` for an unknown code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|flash| flash.code() == code)
    }

    /// Returns the notice in a language.
    pub fn notice(self, language: Language) -> Notice {
        Notice { kind: NoticeKind::Good, text: (lang::texts(language).values.flash)(&self).to_owned() }
    }
}

impl Layout {
    /// Returns the texts in the page's language.
    pub(crate) fn w(&self) -> &'static Words {
        lang::texts(self.language)
    }

    /// The options of the language menu.
    #[expect(clippy::unused_self, reason = "templates call methods of the layout")]
    pub(super) const fn languages(&self) -> &'static [Language] {
        Language::ALL
    }

    /// Returns the sentence with the number of supported marketplaces.
    pub(super) fn about(&self) -> String {
        (self.w().common.about)(&Platform::ALL.len())
    }

    /// Returns true when the page's path equals `path` or is below it.
    pub(super) fn is_in(&self, path: &str) -> bool {
        self.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '.']))
    }
}
