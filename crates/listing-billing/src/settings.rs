use listing_outbound::{ApiKey, BaseUrl};

/// The settings of a Stripe account.
#[derive(Debug, Clone)]
pub struct StripeSettings {
    /// The secret key.
    pub key: StripeKey,
    /// The secrets of the webhook endpoint.
    pub webhook_secrets: StripeWebhookSecrets,
    /// The address of the API, [`StripeSettings::BASE_URL`] except in tests.
    pub base: BaseUrl,
    /// True if Stripe computes taxes, asks for the buyer's address and accepts tax ids.
    pub collects_tax: bool,
}

impl StripeSettings {
    /// The address of Stripe's API.
    pub const BASE_URL: &str = "https://api.stripe.com";
}

/// A secret key of Stripe's API, which says whether it moves money.
#[derive(Debug, Clone)]
pub struct StripeKey {
    key: ApiKey,
    is_live: bool,
}

/// The error for a text that is not a secret key. It omits the text, so it may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be a secret or restricted key of Stripe, which begins with sk_live_, rk_live_, sk_test_ or rk_test_, \
     in letters, digits and underscores"
)]
pub struct InvalidStripeKey;

impl StripeKey {
    /// Checks a key.
    ///
    /// # Errors
    /// If the key is not secret, or contains other characters than Stripe's keys.
    pub fn new(key: ApiKey) -> Result<Self, InvalidStripeKey> {
        let text = key.reveal();
        let follows = |prefix: &str| text.strip_prefix(prefix).is_some_and(is_secret);
        let is_live = follows("sk_live_") || follows("rk_live_");
        let is_test = follows("sk_test_") || follows("rk_test_");
        if is_live || is_test { Ok(Self { key, is_live }) } else { Err(InvalidStripeKey) }
    }

    /// Returns true for a key that moves money.
    pub const fn is_live(&self) -> bool {
        self.is_live
    }

    /// Returns `live` or `test`.
    pub const fn mode(&self) -> &'static str {
        if self.is_live { "live" } else { "test" }
    }

    pub(crate) const fn key(&self) -> &ApiKey {
        &self.key
    }
}

/// The secrets that sign events: one, or two while a secret is replaced.
#[derive(Debug, Clone)]
pub struct StripeWebhookSecrets(Vec<ApiKey>);

/// The error for texts that are not webhook secrets. It omits the texts, so it may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be one or two webhook secrets of Stripe, which begin with whsec_")]
pub struct InvalidStripeWebhookSecrets;

impl StripeWebhookSecrets {
    /// Checks the secrets.
    ///
    /// # Errors
    /// For none, more than two, or one of another form.
    pub fn new(secrets: Vec<ApiKey>) -> Result<Self, InvalidStripeWebhookSecrets> {
        let is_form = |secret: &ApiKey| secret.reveal().strip_prefix("whsec_").is_some_and(is_secret);
        let is_valid = (1..=2).contains(&secrets.len()) && secrets.iter().all(is_form);
        if is_valid { Ok(Self(secrets)) } else { Err(InvalidStripeWebhookSecrets) }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &ApiKey> {
        self.0.iter()
    }
}

fn is_secret(text: &str) -> bool {
    let is_character = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=500).contains(&text.len()) && text.bytes().all(is_character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> ApiKey {
        ApiKey::new(text.to_owned())
    }

    #[test]
    fn the_prefix_of_a_key_decides_whether_it_is_live() {
        let is_live = |text| StripeKey::new(key(text)).map(|key| key.is_live());
        assert_eq!(is_live("sk_live_51ab"), Ok(true));
        assert_eq!(is_live("rk_live_51ab"), Ok(true));
        assert_eq!(is_live("sk_test_51ab"), Ok(false));
        assert_eq!(is_live("rk_test_51ab"), Ok(false));
        for text in ["", "pk_live_51ab", "sk_live_", "sk_51ab", "sk_test_51 ab", "sk_test_51\n", "whsec_51ab"]
        {
            assert_eq!(is_live(text), Err(InvalidStripeKey), "{text:?}");
        }
    }

    #[test]
    fn one_or_two_webhook_secrets_are_accepted() {
        let check = |texts: &[&str]| {
            StripeWebhookSecrets::new(texts.iter().map(|text| key(text)).collect()).map(|_| ())
        };
        assert_eq!(check(&["whsec_a1"]), Ok(()));
        assert_eq!(check(&["whsec_a1", "whsec_b2"]), Ok(()));
        for texts in [&[][..], &["whsec_a1"; 3], &["whsec_"], &["a1"], &["whsec_a1", ""], &["whsec_a 1"]] {
            assert_eq!(check(texts), Err(InvalidStripeWebhookSecrets), "{texts:?}");
        }
    }

    #[test]
    fn secrets_are_hidden_in_debug_texts() {
        let secrets = StripeWebhookSecrets::new(vec![key("whsec_canary")]).unwrap();
        let text = format!("{:?} {secrets:?}", StripeKey::new(key("sk_test_canary")));
        assert!(!text.contains("canary"), "{text}");
    }
}
