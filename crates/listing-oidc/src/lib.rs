//! Who somebody is, asked of a provider of identities by `OpenID` Connect.
//!
//! [`OpenIdProvider`] is the port `IdentityProvider` over any provider that can be discovered:
//!
//! | What | How |
//! |---|---|
//! | where the provider's endpoints are | its discovery document, which must name the configured issuer; kept for an hour |
//! | a browser goes and returns | authorization code with PKCE (S256), state and nonce, all derived from one secret |
//! | the code becomes an ID token | at the token endpoint, with the client's secret if it has one |
//! | the ID token is believed | RS256, PS256 (or with 384, 512), ES256, ES384 or `EdDSA` by a key that the provider shows, `iss`, `aud`, `azp`, `exp`, `iat`, `nbf`, `nonce`, `sub` |
//! | an e-mail is believed | only if the provider says that it is verified |
//!
//! A [`Refusal`] says what was not believed, an [`Outage`] why the provider could not be asked.
//! Neither holds a token, a code or an e-mail, so that both may be logged.
#![deny(missing_docs)]

mod cached;
mod calls;
mod claims;
mod discovery;
mod exchange;
mod id_token;
mod keys;
mod provider;
mod settings;
mod trouble;
mod user_info;

pub use provider::OpenIdProvider;
pub use settings::{Issuer, OpenIdSettings};
pub use trouble::{Asked, Outage, Refusal};
