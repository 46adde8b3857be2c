//! Authenticates sessions by cookie, and checks that a form comes from a page of ours.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{COOKIE, HOST, HeaderMap, HeaderName, ORIGIN};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use listing_domain::principal::{Credential, Principal};
use listing_domain::session::SessionOwner;
use listing_domain::token::Token;
use listing_domain::usecase::people::AuthenticateSession;

use crate::error::ApiError;

/// The only cookie that a session is read from. Browsers accept a name with this prefix only from this very
/// host, over a secure connection, and for all paths.
pub const SESSION_COOKIE: &str = "__Host-ptl-session";

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A visit to a page, signed in or not.
#[derive(Clone, Default)]
pub struct PageVisit {
    token: Option<Token>,
    /// `None` without a valid token.
    owner: Option<SessionOwner>,
}

impl PageVisit {
    pub(crate) async fn authenticate(
        headers: &HeaderMap,
        authenticate: Option<&AuthenticateSession>,
    ) -> Result<Self, ApiError> {
        let token = cookie(headers, SESSION_COOKIE).and_then(|text| text.parse::<Token>().ok());
        let (Some(authenticate), Some(token)) = (authenticate, token) else { return Ok(Self::default()) };
        let owner =
            authenticate.run(token.reveal()).await.map_err(|error| ApiError::from_person_error(&error))?;
        Ok(match owner {
            Some(owner) => Self { token: Some(token), owner: Some(owner) },
            None => Self::default(),
        })
    }

    pub(crate) fn unverified(headers: &HeaderMap) -> Self {
        let token = cookie(headers, SESSION_COOKIE).and_then(|text| text.parse().ok());
        Self { token, owner: None }
    }

    /// Returns the session's owner, if signed in.
    pub fn owner(&self) -> Option<&SessionOwner> {
        self.owner.as_ref()
    }

    /// Returns the token of a session that is valid, or that could not be checked.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Returns true if a session token could not be checked.
    pub fn is_unverified(&self) -> bool {
        self.token.is_some() && self.owner.is_none()
    }

    /// Returns the session's owner as a principal.
    pub fn principal(&self) -> Option<Principal> {
        let owner = self.owner()?;
        let credential =
            Credential::Session { id: owner.session.id, is_administrator: owner.is_administrator };
        Some(Principal { account: owner.session.account, plan: owner.plan, credential })
    }
}

impl FromRequest for PageVisit {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(request.extensions().get::<Self>().cloned().unwrap_or_default()))
    }
}

/// Returns a cookie that a request has exactly once: of two with this name, ours cannot be recognized.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let texts = headers.get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value);
    let value = values.next()?;
    if values.next().is_some() { None } else { Some(value) }
}

/// True if a page of ours sent this request, which may change something. Browsers report that in
/// `Sec-Fetch-Site`, older ones in `Origin`. Requests with neither are not trusted.
pub(crate) fn same_origin(headers: &HeaderMap, public_origin: Option<&str>) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    if let Some(site) = text(&SEC_FETCH_SITE) {
        return site == "same-origin";
    }
    let Some(origin) = text(&ORIGIN) else { return false };
    match public_origin {
        Some(own) => origin == own,
        None => origin.split_once("://").map(|(_, host)| host) == text(&HOST).filter(|host| !host.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_cookie_is_read_only_if_it_occurs_once() {
        let value = |pairs: &[(&'static str, &'static str)]| cookie(&headers(pairs), "b").map(str::to_owned);
        assert_eq!(value(&[("cookie", "a=1; b=2; c=3")]).as_deref(), Some("2"));
        assert_eq!(value(&[("cookie", "a=1"), ("cookie", "b=2")]).as_deref(), Some("2"));
        assert_eq!(value(&[("cookie", "b=1; b=2")]), None);
        assert_eq!(value(&[("cookie", "b=1"), ("cookie", "b=2")]), None);
        assert_eq!(value(&[("cookie", "bb=1; xb=2")]), None);
        assert_eq!(value(&[]), None);
    }

    #[test]
    fn only_own_pages_may_send_forms() {
        let own = Some("https://ptl.example.com");
        for (pairs, public, is_ours) in [
            (&[("sec-fetch-site", "same-origin")][..], own, true),
            (&[("sec-fetch-site", "same-origin"), ("origin", "https://evil.example")], own, true),
            (&[("sec-fetch-site", "same-site"), ("origin", "https://ptl.example.com")], own, false),
            (&[("sec-fetch-site", "cross-site")], own, false),
            (&[("sec-fetch-site", "none")], own, false),
            (&[("origin", "https://ptl.example.com")], own, true),
            (&[("origin", "http://ptl.example.com")], own, false),
            (&[("origin", "null")], own, false),
            (&[("origin", "https://ptl.example.com.evil.example")], own, false),
            (&[], own, false),
            (&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], None, true),
            (&[("origin", "http://127.0.0.1:8081"), ("host", "127.0.0.1:8080")], None, false),
            (&[("origin", "null"), ("host", "127.0.0.1:8080")], None, false),
            (&[("origin", "http://"), ("host", "")], None, false),
        ] {
            assert_eq!(same_origin(&headers(pairs), public), is_ours, "{pairs:?}");
        }
    }
}
