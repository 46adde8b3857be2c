//! Allows other sites' pages to call the service from a browser, by the Fetch standard's CORS
//! protocol.
//!
//! CORS is off unless origins are configured. A page of a configured origin may read every
//! response, so that it learns the reason for a refusal. Pages send their key in its own header,
//! so credentials such as cookies are never allowed. The operator's routes and the web app stay
//! closed: a page opened inside a company's network must not read the metrics there.

use std::str::FromStr;

use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap,
    HeaderValue, ORIGIN, VARY,
};

use crate::route::{Counting, RouteEntry};

/// Request headers that a page may send, in addition to those that browsers always allow.
const ALLOWED_HEADERS: &str = "Content-Type, Idempotency-Key, X-API-Key, X-Request-Id";
/// Response headers that a page may read, in addition to those that browsers always allow.
const EXPOSED_HEADERS: &str = "Allow, Content-Disposition, Idempotency-Replayed, Retry-After, X-Export-Items, \
                    X-Export-Remarks, X-Generation-Id, X-Next-Cursor, X-RateLimit-Limit, X-RateLimit-Remaining, X-PTL-Warnings, \
                    X-RateLimit-Reset, X-Request-Id";
/// The time for which browsers cache a preflight response, in seconds.
const PREFLIGHT_MAX_AGE: &str = "600";
const ALL: &str = "*";

/// The origins of web pages that may call the service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorsOrigins(Origins);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Origins {
    All,
    /// Only these origins, as browsers write them, such as `https://shop.example.com`.
    Listed(Vec<String>),
}

impl Default for Origins {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

/// The error for a text that is not an origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is neither * nor an origin such as https://shop.example.com, without a path")]
pub struct InvalidOrigin(String);

impl FromStr for CorsOrigins {
    type Err = InvalidOrigin;

    /// Reads `*`, or comma-separated origins; an empty list is fine.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == ALL {
            return Ok(Self(Origins::All));
        }
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let origin = |part: &str| origin(part).ok_or_else(|| InvalidOrigin(part.to_owned()));
        parts.map(origin).collect::<Result<_, _>>().map(|listed| Self(Origins::Listed(listed)))
    }
}

/// Returns an origin as browsers write it: in lowercase, without its scheme's default port.
fn origin(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let (scheme, host) = text.split_once("://")?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let is_host = !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-._:[]".contains(c));
    let usual = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => "",
    };
    let host = host.strip_suffix(usual).unwrap_or(host);
    (is_scheme && is_host).then(|| format!("{scheme}://{host}"))
}

#[derive(Debug, Default)]
pub(crate) struct CorsAnswer {
    /// The origin that may read the response.
    origin: Option<HeaderValue>,
    /// True if the response differs by the origin of the request.
    varies: bool,
    /// The methods of the path, for a preflight.
    methods: Option<String>,
}

impl CorsOrigins {
    pub(crate) fn answer(
        &self,
        method: &Method,
        headers: &HeaderMap,
        route: Option<&RouteEntry>,
    ) -> CorsAnswer {
        if route.is_some_and(|entry| entry.counting != Counting::Calls) {
            return CorsAnswer::default();
        }
        let origin = self.allowed(headers.get(ORIGIN));
        let is_preflight = *method == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        let methods = origin.as_ref().and(route).filter(|_| is_preflight).map(RouteEntry::allow);
        let varies = matches!(&self.0, Origins::Listed(listed) if !listed.is_empty());
        CorsAnswer { origin, varies, methods }
    }

    pub(crate) fn answer_to_unreadable(&self) -> CorsAnswer {
        self.answer(&Method::GET, &HeaderMap::new(), None)
    }

    fn allowed(&self, requested: Option<&HeaderValue>) -> Option<HeaderValue> {
        match &self.0 {
            Origins::All => Some(HeaderValue::from_static(ALL)),
            Origins::Listed(listed) => requested
                .filter(|requested| listed.iter().any(|origin| origin.as_bytes() == requested.as_bytes()))
                .cloned(),
        }
    }
}

impl CorsAnswer {
    /// Returns true for a response to a preflight. The browser sends a preflight on its own,
    /// without a key. It costs nothing, so it counts against no limit.
    pub(crate) fn is_preflight(&self) -> bool {
        self.methods.is_some()
    }

    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        if self.varies {
            headers.append(VARY, HeaderValue::from_static("Origin"));
        }
        let Some(origin) = &self.origin else { return };
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
        // Method names always are a valid header value.
        if let Some(methods) = self.methods.as_deref().and_then(|it| HeaderValue::from_str(it).ok()) {
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED_HEADERS));
            headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(PREFLIGHT_MAX_AGE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(origins: &str, requested: &str) -> Option<String> {
        let requested = HeaderValue::from_str(requested).unwrap();
        let allowed = origins.parse::<CorsOrigins>().unwrap().allowed(Some(&requested));
        allowed.map(|value| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn only_the_named_origins_are_allowed() {
        let shops = "https://shop.example.com, HTTP://localhost:3000,https://b.example:443";
        for (requested, is_allowed) in [
            ("https://shop.example.com", true),
            ("http://localhost:3000", true),
            ("https://b.example", true),
            ("http://shop.example.com", false),
            ("https://shop.example.com.evil.example", false),
            ("https://shop.example.com:444", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(allows(shops, requested), is_allowed.then(|| requested.to_owned()), "{requested}");
            assert_eq!(allows("", requested), None, "{requested}");
            assert_eq!(allows(" * ", requested).as_deref(), Some("*"), "{requested}");
        }
    }

    #[test]
    fn texts_without_an_origin_are_refused() {
        for text in [
            "shop.example.com",
            "https://",
            "https://a/",
            "https://a.example/path",
            "*, https://a",
            "null",
            "://a",
        ] {
            let refused = text.parse::<CorsOrigins>().unwrap_err().to_string();
            assert!(refused.contains("an origin such as"), "{text}: {refused}");
        }
    }
}
