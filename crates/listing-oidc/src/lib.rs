//! Identifies people through an `OpenID` Connect provider with a discovery document.
//!
//! | Step | Method |
//! |---|---|
//! | find the endpoints | discovery document, which must name the configured issuer; cached for an hour |
//! | send the browser to sign in | authorization code with PKCE (S256), state and nonce, all derived from one secret |
//! | exchange the code for an ID token | token endpoint, with the client's secret if it has one |
//! | verify the ID token | RS256, PS256 (or with 384, 512), ES256, ES384 or `EdDSA` by a published key, `iss`, `aud`, `azp`, `exp`, `iat`, `nbf`, `nonce`, `sub` |
//! | accept an email | only if the provider states that it is verified |
//!
//! Neither a [`Refusal`] nor an [`Outage`] contains a token, a code or an email, so both may be logged.
#![deny(missing_docs)]

mod cached_document;
mod claims;
mod client;
mod discovery;
mod error;
mod exchange;
mod id_token;
mod keys;
mod provider;
mod settings;
mod user_info;

pub use error::{Outage, ProviderRequest, Refusal};
pub use provider::OpenIdProvider;
pub use settings::{Issuer, OpenIdSettings};
