use listing_domain::kept_photos::PhotoRetention;

use super::Settings;

impl Settings {
    /// Names and main values for administrators. For a secret, the value only says that it is set.
    pub fn shown(&self) -> Vec<(String, String)> {
        let yes_no = |value: bool| if value { "yes" } else { "no" }.to_owned();
        let (web, market) = (&self.web, &self.market);
        let rows = [
            ("listen", self.listen.to_string()),
            ("public_url", web.public_origin.clone().unwrap_or_else(|| "none".to_owned())),
            ("extra_hosts", web.hosts.to_string()),
            ("database_url", self.database_url.to_string()),
            ("redis_url", self.redis_url.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string)),
            ("models_dir", self.models_dir.display().to_string()),
            ("ai_provider", self.ai.providers.to_string()),
            ("market", market.sold_in.map_or_else(|| "by language".to_owned(), |it| it.to_string())),
            ("ebay", yes_no(market.ebay.is_some())),
            ("etsy", yes_no(market.etsy.is_some())),
            ("exchange_rates", if market.ecb.is_some() { "ecb" } else { "builtin" }.to_owned()),
            ("registration", web.registration.to_string()),
            ("session_idle_days", (web.sessions.idle.as_hours() / 24).to_string()),
            ("session_days", (web.sessions.longest.as_hours() / 24).to_string()),
            ("max_rewrites", web.rewrites.limit.to_string()),
            (
                "smtp",
                web.smtp.as_ref().map_or_else(|| "none".to_owned(), |it| format!("{}:{}", it.host, it.port)),
            ),
            ("oidc", yes_no(web.oidc.is_some())),
            ("stripe", self.billing.as_ref().map_or("none", |billing| billing.stripe.key.mode()).to_owned()),
            ("free_units", self.quota.free_units.to_string()),
            ("pack_units", self.quota.pack_units.to_string()),
            ("max_keys", self.quota.max_active_keys.to_string()),
            ("rate_free_per_minute", self.rates.free.to_string()),
            ("rate_pro_per_minute", self.rates.pro.to_string()),
            ("rate_anonymous_per_minute", self.rates.anonymous.to_string()),
            ("rate_pages_per_minute", self.rates.pages.to_string()),
            ("history_days", (self.history.keep_for.as_hours() / 24).to_string()),
            ("history_thumbnails", yes_no(self.history.has_thumbnails)),
            ("max_photo_days", self.history.photo_limit.map_or(0, PhotoRetention::days).to_string()),
            ("trusted_proxies", self.trusted_proxies.to_string()),
            ("webhook_allowed_networks", self.webhooks.networks.to_string()),
            ("log", self.log.clone()),
        ];
        rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
