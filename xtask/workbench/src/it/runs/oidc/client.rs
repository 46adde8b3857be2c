//! The service's identity provider adapter, with a clock that tests can move.

use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use jiff::Timestamp;
use listing_domain::ErrorChain;
use listing_domain::ports::{CallbackParams, IdentifiedPerson, IdentityProvider as _, IdentityProviderError};
use listing_domain::token::Token;
use listing_oidc::{Issuer, OpenIdProvider, OpenIdSettings, Refusal};
use listing_outbound::{ApiKey, Transport};
use listing_testkit::FixedClock;
use tokio::runtime::Runtime;

use super::browser::Browser;

/// No server listens there: the tests read the parameters from the address.
pub(super) const REDIRECT_URI: &str = "https://listing.example/sign-in/return";

pub(super) struct Client {
    /// Shows the client's creation until a test moves it.
    pub(super) clock: Arc<FixedClock>,
    adapter: OpenIdProvider,
    runtime: Runtime,
    secrets: u8,
}

impl Client {
    #[expect(clippy::disallowed_methods, reason = "the provider's tokens are of this moment")]
    pub(super) fn new(issuer: &str, client_id: &str, secret: Option<&str>) -> Result<Self> {
        let clock = Arc::new(FixedClock::showing(Timestamp::now()));
        let settings = OpenIdSettings {
            issuer: Issuer::parse(issuer)?,
            client_id: client_id.to_owned(),
            client_secret: secret.map(|secret| ApiKey::new(secret.to_owned())),
            name: "another's".to_owned(),
            redirect_uri: REDIRECT_URI.to_owned(),
        };
        let adapter = OpenIdProvider::new(settings, Transport::new()?, clock.clone());
        Ok(Self { clock, adapter, runtime: Runtime::new()?, secrets: 0 })
    }

    /// Returns the secret and the redirect's parameters.
    pub(super) fn send(&mut self, browser: &mut Browser) -> Result<(Token, CallbackParams)> {
        self.secrets += 1;
        let secret = Token::from_secret([self.secrets; Token::SECRET_BYTES]);
        let address = self.runtime.block_on(self.adapter.address(&secret));
        let returned = browser.returned_from(&address.map_err(|error| failure(&error))?)?;
        Ok((secret, returned))
    }

    pub(super) fn identify(
        &self,
        secret: &Token,
        returned: &CallbackParams,
    ) -> Result<IdentifiedPerson, IdentityProviderError> {
        self.runtime.block_on(self.adapter.identify(secret, returned))
    }

    fn signed_in(
        &mut self,
        browser: &mut Browser,
    ) -> Result<Result<IdentifiedPerson, IdentityProviderError>> {
        let (secret, returned) = self.send(browser)?;
        Ok(self.identify(&secret, &returned))
    }

    /// The provider must identify the user, with this email if any.
    pub(super) fn assert_identifies(
        &mut self,
        browser: &mut Browser,
        subject: &str,
        email: Option<&str>,
    ) -> Result<()> {
        let identified = self.signed_in(browser)?.map_err(|error| failure(&error))?;
        let found = identified.email.as_ref().map(listing_domain::account::Email::as_str);
        ensure!(
            identified.identity.subject == subject,
            "subject: expected {subject}, found {}",
            identified.identity.subject
        );
        ensure!(found == email, "email: expected {email:?}, found {found:?}");
        Ok(())
    }

    pub(super) fn assert_refuses(&mut self, browser: &mut Browser, expected: Refusal) -> Result<()> {
        is_refused(self.signed_in(browser)?, expected)
    }

    /// The provider must reject this service.
    pub(super) fn assert_is_not_accepted(&mut self, browser: &mut Browser) -> Result<()> {
        match self.signed_in(browser)? {
            Err(IdentityProviderError::NotAccepted(_)) => Ok(()),
            Err(error) => bail!("expected a rejected client, found: {}", ErrorChain(&error)),
            Ok(_) => bail!("expected a rejected client, found an identified user"),
        }
    }
}

/// The outcome must be the expected refusal.
pub(super) fn is_refused(
    outcome: Result<IdentifiedPerson, IdentityProviderError>,
    expected: Refusal,
) -> Result<()> {
    match outcome {
        Ok(_) => bail!("expected the refusal {expected}, but the client identified the user"),
        Err(IdentityProviderError::Refused(cause)) if cause.downcast_ref() == Some(&expected) => Ok(()),
        Err(error) => bail!("expected the refusal {expected}, found: {}", ErrorChain(&error)),
    }
}

fn failure(error: &IdentityProviderError) -> anyhow::Error {
    anyhow::anyhow!("{}", ErrorChain(error))
}
