//! Why nobody was identified, in words that a log may have.

use std::fmt;

use listing_domain::ports::IdentityProviderError;
use listing_outbound::Fault;

/// What was not to be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The browser was not sent with this secret.
    #[error("the state is not the one that was sent")]
    State,
    /// The provider did not let the person through, by this word of its own.
    #[error("the provider did not sign the person in ({0})")]
    NotSignedIn(&'static str),
    /// The provider does not know the code, or no longer.
    #[error("the token endpoint does not accept the code")]
    Code,
    /// It is no signed token.
    #[error("the ID token is not of three parts in base64url")]
    Form,
    /// Its first part is not as it should be.
    #[error("the header of the ID token cannot be read")]
    Header,
    /// It is signed by none of the algorithms that are believed.
    #[error(
        "the ID token is not signed by RS256, PS256, ES256, ES384 or EdDSA, nor by RS or PS with 384 or 512"
    )]
    Algorithm,
    /// It holds something that must be understood, and is not.
    #[error("the ID token has critical extensions")]
    Extensions,
    /// It does not say by which of several keys it is signed.
    #[error("the ID token names no key, and the provider shows several for its algorithm")]
    NoKey,
    /// It says that it is signed by a key that is not the provider's.
    #[error("the ID token names a key that the provider does not show")]
    UnknownKey,
    /// It is signed by somebody else, or was changed.
    #[error("the signature of the ID token is wrong")]
    Signature,
    /// Its second part is not as it should be.
    #[error("the claims of the ID token cannot be read")]
    Claims,
    /// It is of another provider.
    #[error("the ID token is of another issuer")]
    Issuer,
    /// It is for another service.
    #[error("the ID token is for another audience")]
    Audience,
    /// It was given to another service.
    #[error("the ID token was issued to another party")]
    AuthorizedParty,
    /// It is too old.
    #[error("the ID token has expired")]
    Expired,
    /// It is of a time to come.
    #[error("the ID token is not valid yet")]
    NotYetValid,
    /// It is of another sign-in.
    #[error("the nonce of the ID token is not the one that was sent")]
    Nonce,
    /// It does not say of whom it tells in 1 to 255 characters.
    #[error("the ID token has no subject of 1 to 255 characters")]
    Subject,
    /// The user info endpoint tells of somebody else than the ID token.
    #[error("the user info is of another subject")]
    OtherSubject,
}

/// Why the provider could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum Outage {
    /// There was no answer; the cause says why.
    #[error("{0}")]
    Unanswered(Asked, #[source] Fault),
    /// The answer has a status other than 200. What else it says may be personal.
    #[error("{0}: status {1}")]
    Status(Asked, u16),
    /// The answer is not what the specification says.
    #[error("{0}: the answer cannot be read")]
    Unreadable(Asked),
    /// It failed a moment ago, and is not asked again so soon.
    #[error("{0}: it has failed within the last minute")]
    LeftAlone(Asked),
    /// The discovery document is of another provider.
    #[error("the discovery document names another issuer than the settings do")]
    OtherIssuer,
    /// The discovery document names an address that is not to be used.
    #[error("the address of {0} is not https")]
    InClear(&'static str),
    /// The provider takes the client's secret in neither of the two ways that are known.
    #[error(
        "the token endpoint takes secrets by neither client_secret_basic nor client_secret_post: allow one of them \
         there, or remove oidc_client_secret if this service is a public client"
    )]
    NoWayForSecret,
    /// The provider does not accept the client, for this reason.
    #[error(
        "the token endpoint does not accept this service ({0}): check oidc_client_id and oidc_client_secret"
    )]
    ClientRefused(&'static str),
    /// The provider failed, and sent the person back with this word.
    #[error("the provider failed while the person was there ({0})")]
    FailedThere(&'static str),
    /// The provider refuses what this service asks for, by this word.
    #[error(
        "the provider refuses the request to sign in ({0}): check oidc_client_id, and the redirect address and the \
         scopes openid and email there"
    )]
    RequestRefused(&'static str),
    /// The provider does not offer the flow that is used.
    #[error("the provider does not offer the authorization code flow (response_types_supported)")]
    NoCodeFlow,
    /// The provider signs ID tokens by no algorithm that is believed.
    #[error(
        "the provider signs ID tokens by no algorithm that this service takes \
         (id_token_signing_alg_values_supported): have it use RS256 or ES256"
    )]
    NoKnownAlgorithm,
}

impl Outage {
    /// Whether the provider answers, and its settings or ours keep people from signing in.
    const fn is_about_settings(&self) -> bool {
        matches!(
            self,
            Self::OtherIssuer
                | Self::InClear(_)
                | Self::NoWayForSecret
                | Self::ClientRefused(_)
                | Self::RequestRefused(_)
                | Self::NoCodeFlow
                | Self::NoKnownAlgorithm
        )
    }
}

/// What a provider's word for sending a person back without a code means (RFC 6749, `OpenID` Connect).
/// Anybody may write an address with any words, so only known ones are repeated.
pub(crate) fn without_code(error: &str) -> IdentityProviderError {
    const OF_PERSON: [&str; 5] = [
        "access_denied",
        "login_required",
        "consent_required",
        "interaction_required",
        "account_selection_required",
    ];
    const OF_PROVIDER: [&str; 2] = ["server_error", "temporarily_unavailable"];
    const OF_REQUEST: [&str; 10] = [
        "invalid_scope",
        "invalid_request",
        "invalid_client",
        "unauthorized_client",
        "unsupported_response_type",
        "invalid_request_uri",
        "invalid_request_object",
        "request_not_supported",
        "request_uri_not_supported",
        "registration_not_supported",
    ];
    let known = |words: &[&'static str]| words.iter().find(|word| **word == error).copied();
    if let Some(word) = known(&OF_PERSON) {
        Refusal::NotSignedIn(word).into()
    } else if let Some(word) = known(&OF_PROVIDER) {
        Outage::FailedThere(word).into()
    } else {
        Outage::RequestRefused(known(&OF_REQUEST).unwrap_or("for a reason of its own")).into()
    }
}

/// What a provider is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Where everything is.
    Discovery,
    /// The keys that ID tokens are signed by.
    Keys,
    /// An ID token for a code.
    Token,
    /// What else is known of somebody.
    UserInfo,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Discovery => "the discovery document",
            Self::Keys => "the keys",
            Self::Token => "the token endpoint",
            Self::UserInfo => "the user info endpoint",
        })
    }
}

impl From<Refusal> for IdentityProviderError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<Outage> for IdentityProviderError {
    fn from(outage: Outage) -> Self {
        if outage.is_about_settings() {
            Self::NotAccepted(outage.into())
        } else {
            Self::Unavailable(outage.into())
        }
    }
}
