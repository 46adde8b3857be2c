//! Why a provider did not identify a person. All errors may be logged.

use std::fmt;

use listing_domain::ports::IdentityProviderError;
use listing_outbound::Fault;

/// A check that failed during a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The returned state is not the one sent with this browser.
    #[error("the state differs from the one that was sent")]
    State,
    /// The provider did not sign the person in, for this error code.
    #[error("the provider did not sign the person in ({0})")]
    NotSignedIn(&'static str),
    /// The authorization code is unknown or has expired.
    #[error("the token endpoint rejected the code")]
    Code,
    /// The ID token lacks the three parts of a signed token.
    #[error("the ID token is malformed: expected three base64url parts")]
    Form,
    /// The token's header is invalid.
    #[error("the header of the ID token is malformed")]
    Header,
    /// The signature algorithm is not accepted.
    #[error(
        "the ID token is not signed with RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384 or EdDSA"
    )]
    Algorithm,
    /// The token has critical extensions, which are not supported.
    #[error("the ID token has critical extensions")]
    Extensions,
    /// The token does not say which of several keys signed it.
    #[error("the ID token names no key, and the provider publishes several for its algorithm")]
    NoKey,
    /// The token names an unpublished key.
    #[error("the ID token names a key that the provider does not publish")]
    UnknownKey,
    /// The token was changed, or another party signed it.
    #[error("the signature of the ID token is invalid")]
    Signature,
    /// The claims are invalid.
    #[error("the claims of the ID token are malformed")]
    Claims,
    /// The token is from another provider.
    #[error("the ID token is from another issuer")]
    Issuer,
    /// The token is for another service.
    #[error("the ID token is for another audience")]
    Audience,
    /// The token was issued to another service.
    #[error("the ID token was issued to another party")]
    AuthorizedParty,
    /// The token has expired.
    #[error("the ID token has expired")]
    Expired,
    /// The token is not valid yet, or was issued in the future.
    #[error("the ID token is not valid yet")]
    NotYetValid,
    /// The token is for another sign-in.
    #[error("the nonce of the ID token differs from the one that was sent")]
    Nonce,
    /// The token has no subject of 1 to 255 characters.
    #[error("the ID token has no subject of 1 to 255 characters")]
    Subject,
    /// The user info is about another subject.
    #[error("the user info is about another subject than the ID token")]
    OtherSubject,
}

/// A failed request to the provider, or a wrong setting there.
#[derive(Debug, thiserror::Error)]
pub enum Outage {
    /// The provider did not answer.
    #[error("the request for {0} failed")]
    Unanswered(ProviderRequest, #[source] Fault),
    /// The status was not 200. The body is dropped, because it may be personal.
    #[error("the request for {0} returned status {1}")]
    Status(ProviderRequest, u16),
    /// The answer does not follow the specification.
    #[error("the answer to the request for {0} is malformed")]
    Unreadable(ProviderRequest),
    /// The last request failed less than a minute ago.
    #[error("the request for {0} failed less than a minute ago and is not repeated yet")]
    RecentlyFailed(ProviderRequest),
    /// The discovery document is from another provider.
    #[error("the discovery document names another issuer than the settings: correct oidc_issuer")]
    OtherIssuer,
    /// An address in the discovery document is not encrypted, in this field.
    #[error("the {0} in the discovery document is not an https address")]
    Unencrypted(&'static str),
    /// The provider accepts neither known method for the client secret.
    #[error(
        "the token endpoint supports neither client_secret_basic nor client_secret_post: allow one of them at \
         the provider, or remove oidc_client_secret if this service is a public client"
    )]
    NoSecretMethod,
    /// The provider rejected this client, with this error code.
    #[error("the token endpoint rejected this service ({0}): check oidc_client_id and oidc_client_secret")]
    ClientRefused(&'static str),
    /// The provider failed and sent the browser back, with this error code.
    #[error("the provider failed during the sign-in ({0})")]
    ProviderFailed(&'static str),
    /// The provider rejected the sign-in request, with this error code.
    #[error(
        "the provider rejected the sign-in request ({0}): check oidc_client_id, and at the provider the redirect \
         address and the scopes openid and email"
    )]
    RequestRefused(&'static str),
    /// The authorization code flow is missing.
    #[error("the provider does not offer the authorization code flow (response_types_supported)")]
    NoCodeFlow,
    /// No algorithm for ID tokens is accepted here.
    #[error(
        "the provider signs ID tokens with no algorithm that this service accepts \
         (id_token_signing_alg_values_supported): configure RS256 or ES256 there"
    )]
    NoKnownAlgorithm,
}

impl Outage {
    /// The provider answers, but settings there or here prevent sign-ins.
    const fn is_about_settings(&self) -> bool {
        matches!(
            self,
            Self::OtherIssuer
                | Self::Unencrypted(_)
                | Self::NoSecretMethod
                | Self::ClientRefused(_)
                | Self::RequestRefused(_)
                | Self::NoCodeFlow
                | Self::NoKnownAlgorithm
        )
    }
}

/// Any visitor can put any text into the address of return, so only known error codes (RFC 6749, `OpenID`
/// Connect) are repeated.
pub(crate) fn error_without_code(error: &str) -> IdentityProviderError {
    const USER_ERRORS: [&str; 5] = [
        "access_denied",
        "login_required",
        "consent_required",
        "interaction_required",
        "account_selection_required",
    ];
    const PROVIDER_ERRORS: [&str; 2] = ["server_error", "temporarily_unavailable"];
    const REQUEST_ERRORS: [&str; 10] = [
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
    if let Some(word) = known(&USER_ERRORS) {
        Refusal::NotSignedIn(word).into()
    } else if let Some(word) = known(&PROVIDER_ERRORS) {
        Outage::ProviderFailed(word).into()
    } else {
        Outage::RequestRefused(known(&REQUEST_ERRORS).unwrap_or("unknown error")).into()
    }
}

/// A kind of request to the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderRequest {
    /// For the discovery document.
    Discovery,
    /// For the keys that sign ID tokens.
    Keys,
    /// Exchanges an authorization code for an ID token.
    Token,
    /// For further data about a person.
    UserInfo,
}

impl fmt::Display for ProviderRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Discovery => "the discovery document",
            Self::Keys => "the signing keys",
            Self::Token => "an ID token",
            Self::UserInfo => "the user info",
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
