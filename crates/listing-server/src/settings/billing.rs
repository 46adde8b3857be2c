use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, ensure};
use jiff::SignedDuration;
use listing_billing::{StripeKey, StripeSettings, StripeWebhookSecrets};
use listing_domain::billing::{BillingCurrency, BillingPolicy, PaidProduct, ProductPrice};
use listing_outbound::{ApiKey, BaseUrl};

use super::first_given::first_given;
use super::secret::{GivenKey, first_secret, key, secret};

/// Settings of sales through Stripe.
#[derive(Debug, Clone)]
pub struct BillingSettings {
    /// The Stripe account.
    pub stripe: StripeSettings,
    /// The products for sale.
    pub prices: Vec<ProductPrice>,
    /// The rules of payments.
    pub policy: BillingPolicy,
}

/// Settings of sales through Stripe, as given.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct StripeLayer {
    /// Secret key of the Stripe account that sells credits and plans; by environment or file only.
    #[arg(skip)]
    pub api_key: Option<GivenKey>,
    /// File with the secret key of the Stripe account that sells credits and plans; or `PTL_STRIPE_API_KEY`
    #[arg(
        id = "stripe_api_key_file",
        long = "stripe-api-key-file",
        env = "PTL_STRIPE_API_KEY_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub api_key_file: Option<PathBuf>,
    /// Secret of the webhook endpoint at Stripe, or two with a comma between them while one is replaced; by
    /// environment or file only.
    #[arg(skip)]
    pub webhook_secrets: Option<GivenKey>,
    /// File with the secret of the webhook endpoint at Stripe, or with two and a comma between them while one
    /// is replaced; or `PTL_STRIPE_WEBHOOK_SECRETS`
    #[arg(
        id = "stripe_webhook_secrets_file",
        long = "stripe-webhook-secrets-file",
        env = "PTL_STRIPE_WEBHOOK_SECRETS_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub webhook_secrets_file: Option<PathBuf>,
    /// Address of Stripe's API [default: Stripe's own]
    #[arg(
        id = "stripe_base_url",
        long = "stripe-base-url",
        env = "PTL_STRIPE_BASE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    pub base_url: Option<String>,
    /// Let Stripe compute taxes, and ask buyers for their address and tax id [default: false]
    #[arg(
        id = "stripe_tax",
        long = "stripe-tax",
        env = "PTL_STRIPE_TAX",
        value_name = "BOOL",
        global = true,
        hide_env_values = true
    )]
    pub tax: Option<bool>,
    /// Price of a credit pack, such as "9.00 EUR,9.90 USD" [default: not for sale]
    #[arg(
        id = "stripe_pack_price",
        long = "stripe-pack-price",
        env = "PTL_STRIPE_PACK_PRICE",
        value_name = "AMOUNTS",
        global = true,
        hide_env_values = true
    )]
    pub pack_price: Option<String>,
    /// Price of a month of Pro, such as "19.00 EUR,21.00 USD" [default: not for sale]
    #[arg(
        id = "stripe_pro_monthly_price",
        long = "stripe-pro-monthly-price",
        env = "PTL_STRIPE_PRO_MONTHLY_PRICE",
        value_name = "AMOUNTS",
        global = true,
        hide_env_values = true
    )]
    pub pro_monthly_price: Option<String>,
    /// Price of a year of Pro, such as "190.00 EUR,210.00 USD" [default: not for sale]
    #[arg(
        id = "stripe_pro_annual_price",
        long = "stripe-pro-annual-price",
        env = "PTL_STRIPE_PRO_ANNUAL_PRICE",
        value_name = "AMOUNTS",
        global = true,
        hide_env_values = true
    )]
    pub pro_annual_price: Option<String>,
    /// Days for which Pro goes on while a renewal is not paid [default: 7]
    #[arg(
        id = "stripe_grace_days",
        long = "stripe-grace-days",
        env = "PTL_STRIPE_GRACE_DAYS",
        value_name = "DAYS",
        global = true,
        hide_env_values = true
    )]
    pub grace_days: Option<u8>,
}

impl StripeLayer {
    pub(super) fn merge_over(self, below: Self) -> Self {
        let (api_key, api_key_file) =
            first_secret((self.api_key, self.api_key_file), (below.api_key, below.api_key_file));
        let (webhook_secrets, webhook_secrets_file) = first_secret(
            (self.webhook_secrets, self.webhook_secrets_file),
            (below.webhook_secrets, below.webhook_secrets_file),
        );
        first_given!(self or below:
            base_url tax pack_price pro_monthly_price pro_annual_price grace_days;
            api_key api_key_file webhook_secrets webhook_secrets_file)
    }

    /// Returns `None` if nothing is sold.
    pub(super) fn settings(&self) -> Result<Option<BillingSettings>> {
        let api_key = key("stripe_api_key", self.api_key.as_ref(), self.api_key_file.as_deref())?;
        let given = self.webhook_secrets.as_ref();
        let secrets = secret("stripe_webhook_secrets", given, self.webhook_secrets_file.as_deref())?;
        let prices = self.prices()?;
        let Some(api_key) = api_key else {
            ensure!(
                secrets.is_none() && prices.is_empty(),
                "stripe_api_key must be set with the other settings of Stripe"
            );
            return Ok(None);
        };
        let secrets = secrets.context("stripe_webhook_secrets must be set with stripe_api_key")?;
        let secrets =
            secrets.reveal().split(',').map(|secret| ApiKey::new(secret.trim().to_owned())).collect();
        ensure!(
            !prices.is_empty(),
            "stripe_pack_price, stripe_pro_monthly_price or stripe_pro_annual_price must be set with stripe_api_key"
        );
        let base = self.base_url.as_deref().unwrap_or(StripeSettings::BASE_URL);
        let grace = self.grace_days.map(|days| SignedDuration::from_hours(24 * i64::from(days)));
        Ok(Some(BillingSettings {
            stripe: StripeSettings {
                key: StripeKey::new(api_key).map_err(|error| anyhow!("stripe_api_key {error}"))?,
                webhook_secrets: StripeWebhookSecrets::new(secrets)
                    .map_err(|error| anyhow!("stripe_webhook_secrets {error}"))?,
                base: BaseUrl::parse(base, true).map_err(|error| anyhow!("stripe_base_url: {error}"))?,
                collects_tax: self.tax.unwrap_or(false),
            },
            prices,
            policy: grace.map_or_else(BillingPolicy::default, |grace| BillingPolicy { grace }),
        }))
    }

    fn prices(&self) -> Result<Vec<ProductPrice>> {
        let given = [
            ("stripe_pack_price", PaidProduct::Pack, &self.pack_price),
            ("stripe_pro_monthly_price", PaidProduct::ProMonthly, &self.pro_monthly_price),
            ("stripe_pro_annual_price", PaidProduct::ProAnnual, &self.pro_annual_price),
        ];
        let given =
            given.into_iter().filter_map(|(name, product, text)| Some((name, product, text.as_ref()?)));
        given.map(|(name, product, text)| price(product, text).with_context(|| name.to_owned())).collect()
    }
}

/// The error does not repeat the text.
fn price(product: PaidProduct, text: &str) -> Result<ProductPrice> {
    let amounts: Vec<(BillingCurrency, i64)> =
        text.split(',').map(amount).collect::<Option<_>>().context(FORM)?;
    let of = |wanted| amounts.iter().find(|(currency, _)| *currency == wanted).map(|(_, minor)| *minor);
    let (Some(eur), Some(usd), 2) = (of(BillingCurrency::Eur), of(BillingCurrency::Usd), amounts.len())
    else {
        return Err(anyhow!(FORM));
    };
    Ok(ProductPrice::new(product, eur, usd)?)
}

const FORM: &str = "must be an amount in euros and one in dollars, such as 9.00 EUR,9.90 USD";

/// Such as `9.00 EUR`, with both digits of the cents or none.
fn amount(text: &str) -> Option<(BillingCurrency, i64)> {
    let (number, currency) = text.trim().split_once(' ')?;
    let (units, cents) = number.split_once('.').unwrap_or((number, "00"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(units) || !is_number(cents) || cents.len() != 2 {
        return None;
    }
    let minor = units.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents.parse().ok()?)?;
    Some((currency.trim().parse().ok()?, minor))
}

#[cfg(test)]
mod tests {
    use listing_domain::money::{Currency, Money};

    use super::*;

    #[test]
    fn price_has_an_amount_in_each_currency() {
        for text in ["9.00 EUR,9.90 USD", "9.90 USD, 9 EUR"] {
            let price = price(PaidProduct::Pack, text).unwrap();
            assert_eq!(price.amount(BillingCurrency::Eur), Money::from_minor(900, Currency::Eur));
            assert_eq!(price.amount(BillingCurrency::Usd), Money::from_minor(990, Currency::Usd));
        }
        for text in [
            "",
            "9.00 EUR",
            "9.00 EUR,9.00 EUR",
            "9.00 EUR,9.00 USD,8.00 USD",
            "9.0 EUR,9.00 USD",
            "9,00 EUR,9.00 USD",
            "-9.00 EUR,9.00 USD",
            "9.00 GBP,9.00 USD",
            "0.10 EUR,9.00 USD",
            "99999999999999999999 EUR,9.00 USD",
        ] {
            assert!(price(PaidProduct::Pack, text).is_err(), "{text}");
        }
    }

    #[test]
    fn nothing_is_sold_without_settings_and_half_of_them_are_refused() {
        let secret = |text: &str| Some(GivenKey::from(text.to_owned()));
        assert!(StripeLayer::default().settings().unwrap().is_none());
        let pack_price = Some("9.00 EUR,9.90 USD".to_owned());
        let whole = StripeLayer {
            api_key: secret("sk_test_1"),
            webhook_secrets: secret("whsec_1, whsec_2"),
            pack_price,
            ..StripeLayer::default()
        };
        let settings = whole.settings().unwrap().unwrap();
        assert_eq!((settings.prices.len(), settings.policy), (1, BillingPolicy::default()));
        let error = |layer: StripeLayer| layer.settings().unwrap_err().to_string();
        let without_key = StripeLayer { api_key: None, ..whole.clone() };
        assert!(error(without_key).starts_with("stripe_api_key must be set"));
        let without_secret = StripeLayer { webhook_secrets: None, ..whole.clone() };
        assert!(error(without_secret).starts_with("stripe_webhook_secrets must be set"));
        let without_price = StripeLayer { pack_price: None, ..whole.clone() };
        assert!(error(without_price).starts_with("stripe_pack_price,"));
        let public_key = StripeLayer { api_key: secret("pk_test_canary"), ..whole.clone() };
        let message = error(public_key);
        assert!(message.starts_with("stripe_api_key must be") && !message.contains("canary"), "{message}");
        let bad_secret = StripeLayer { webhook_secrets: secret("canary"), ..whole };
        let message = error(bad_secret);
        assert!(
            message.starts_with("stripe_webhook_secrets must") && !message.contains("canary"),
            "{message}"
        );
    }
}
