//! A simulated browser without scripts: cookies, redirects and forms.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use listing_domain::ports::CallbackParams;
use listing_outbound::Url;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::client::REDIRECT_URI;

const PAGE_WITHIN: Duration = Duration::from_secs(30);
/// Maximum number of pages and redirects until the return from the provider.
const MOST_STEPS: usize = 20;

/// Signs in at a provider with a name.
pub(super) struct Browser {
    name: &'static str,
    agent: Agent,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    pub(super) fn new(name: &'static str) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PAGE_WITHIN))
            .max_redirects(0)
            .http_status_as_error(false);
        Self { name, agent: config.build().into(), cookies: BTreeMap::new() }
    }

    /// Signs in and returns the parameters of the provider's redirect.
    pub(super) fn returned_from(&mut self, address: &str) -> Result<CallbackParams> {
        let mut url = Url::parse(address)?;
        let mut response = self.get(&url)?;
        for _ in 0..MOST_STEPS {
            if response.status().is_redirection() {
                let location =
                    response.headers().get("location").context("the redirect has no Location header")?;
                url = url.join(location.to_str()?)?;
                if url.as_str().starts_with(REDIRECT_URI) {
                    return returned(&url);
                }
                response = self.get(&url)?;
            } else {
                let status = response.status();
                let page = response.body_mut().read_to_string()?;
                let Some((action, prompt)) = form(&page) else {
                    bail!("status {status}, and no form on the page {}: {page}", url.path());
                };
                url = url.join(action)?;
                response = self.submit(&url, prompt)?;
            }
        }
        bail!("the provider did not redirect to the client within {MOST_STEPS} pages")
    }

    fn get(&mut self, url: &Url) -> Result<Response<Body>> {
        let response = self.agent.get(url.as_str()).header("cookie", self.cookie()).call()?;
        self.keep(&response)?;
        Ok(response)
    }

    /// Sign-in or consent.
    fn submit(&mut self, url: &Url, prompt: &str) -> Result<Response<Body>> {
        let form = [("prompt", prompt), ("login", self.name), ("password", "any")];
        let response = self.agent.post(url.as_str()).header("cookie", self.cookie()).send_form(form)?;
        self.keep(&response)?;
        Ok(response)
    }

    fn cookie(&self) -> String {
        self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn keep(&mut self, response: &Response<Body>) -> Result<()> {
        for cookie in response.headers().get_all("set-cookie") {
            let pair = cookie.to_str()?.split(';').next().unwrap_or_default();
            let (name, value) = pair.split_once('=').context("the cookie has no name")?;
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }
}

/// Returns the action and the prompt.
fn form(page: &str) -> Option<(&str, &str)> {
    let value_after = |text: &str| {
        let (_, rest) = page.split_once(text)?;
        rest.split_once('"').map(|(value, _)| value)
    };
    Some((value_after("action=\"")?, value_after("name=\"prompt\" value=\"")?))
}

fn returned(url: &Url) -> Result<CallbackParams> {
    let pairs: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
    let field = |name: &str| pairs.get(name).cloned();
    let (Some(code), Some(state)) = (field("code"), field("state")) else {
        bail!("the redirect lacks a code or a state: {:?}", pairs.keys());
    };
    Ok(CallbackParams { code, state, error: None })
}
