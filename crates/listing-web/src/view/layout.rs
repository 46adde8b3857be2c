//! What every page has: its language, who reads it, and the way around.

use listing_domain::marketplace::Platform;
use listing_domain::options::Language;

use crate::lang::{self, Words};

/// What a page may load and do: only what comes from here, no script and no style within the page.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; \
     base-uri 'none'; object-src 'none'";

/// What every page has.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The language in which it is read.
    pub language: Language,
    /// Who reads it, if they are signed in.
    pub signed_in: Option<SignedIn>,
    /// The path of the page, by which the way around is marked and to which the menu of
    /// languages leads back. Of what only answers a form it is that of the page above.
    pub path: String,
    /// What every form carries in its field `form`.
    pub form_token: String,
    /// What has just happened.
    pub notice: Option<Notice>,
}

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Their e-mail.
    pub email: String,
    /// Whether they may administer the service.
    pub is_administrator: bool,
}

/// What has just happened, in a sentence at the top of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Of which kind.
    pub kind: NoticeKind,
    /// The sentence.
    pub text: String,
}

/// Of which kind a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// Something was done.
    Good,
    /// Something could not be done.
    Bad,
    /// Something is to be known.
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
        /// What was done by a form and is said on the page that follows. It travels by its code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Flash { $( $(#[$meta])* $variant, )+ }

        impl Flash {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code by which it travels.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

flashes! {
    /// Somebody has signed in.
    SignedIn = "signed-in",
    /// Somebody has signed out.
    SignedOut = "signed-out",
    /// An account was opened.
    Welcome = "welcome",
    /// The e-mail is confirmed.
    EmailConfirmed = "email-confirmed",
    /// A link was sent to the e-mail that is to be the account's.
    EmailAsked = "email-asked",
    /// A link for that e-mail waits with the administrator, where no mail is sent.
    EmailLinkWaits = "email-link-waits",
    /// The password was changed, and all other sessions were ended.
    PasswordChanged = "password-changed",
    /// What somebody prefers is kept.
    PreferencesKept = "preferences-kept",
    /// A session was ended.
    SessionEnded = "session-ended",
    /// All other sessions were ended.
    OthersEnded = "others-ended",
    /// An identity at the provider was linked.
    ProviderLinked = "provider-linked",
    /// The account is linked to no identity of a provider any more.
    ProviderUnlinked = "provider-unlinked",
    /// The account was deleted.
    AccountDeleted = "account-deleted",
    /// A key was revoked.
    KeyRevoked = "key-revoked",
    /// A generation was deleted.
    GenerationDeleted = "generation-deleted",
    /// An edited text is kept.
    TextKept = "text-kept",
    /// A listing is as it was first written.
    ListingRestored = "listing-restored",
    /// A text was written again.
    WrittenAgain = "written-again",
    /// An account's plan was changed.
    PlanChanged = "plan-changed",
    /// Credits were added.
    CreditsAdded = "credits-added",
    /// An account was suspended.
    Suspended = "suspended",
    /// An account was resumed.
    Resumed = "resumed",
    /// An administrator's role was taken back.
    Dismissed = "dismissed",
    /// Somebody else's account was deleted.
    OtherDeleted = "other-deleted",
    /// An invitation was withdrawn.
    Withdrawn = "withdrawn",
}

impl Flash {
    /// The one of a code, if there is one.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|flash| flash.code() == code)
    }

    /// What it says.
    pub fn notice(self, language: Language) -> Notice {
        Notice { kind: NoticeKind::Good, text: (lang::of(language).values.flash)(&self).to_owned() }
    }
}

impl Layout {
    /// The words of its language.
    pub(crate) fn w(&self) -> &'static Words {
        lang::of(self.language)
    }

    /// What the menu of languages offers.
    #[expect(clippy::unused_self, reason = "templates call methods of the layout")]
    pub(super) const fn languages(&self) -> &'static [Language] {
        Language::ALL
    }

    /// Says for how many marketplaces the service writes.
    pub(super) fn about(&self) -> String {
        (self.w().common.about)(&Platform::ALL.len())
    }

    /// Whether the page stands at a path or below it.
    pub(super) fn is_in(&self, path: &str) -> bool {
        self.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '.']))
    }
}
