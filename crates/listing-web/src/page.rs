//! The extractor for page requests. It finds the user and the language, and builds the response.

use std::future::{Ready, ready};
use std::ops::Deref;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, ContentType, HeaderName, LOCATION, REFERRER_POLICY, SET_COOKIE,
    USER_AGENT,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder, web};
use askama::Template;
use listing_domain::options::Language;
use listing_domain::principal::Principal;
use listing_domain::session::{BrowserName, SessionOwner};
use listing_domain::token::Token;
use listing_domain::usecase::people::{ClientInfo, SignedIn as NewSession};
use listing_http::{
    ApiError, Edge, PageVisit, RequestId, RouteEntry, SESSION_COOKIE, cookie, preferred_language,
    reauthenticate,
};

use crate::Web;
use crate::control_characters::refuse_control;
use crate::view::{self, Flash, Layout};

/// The cookie that identifies a browser while it is open, signed in or not.
const VISIT_COOKIE: &str = "__Host-ptl-visit";
/// The cookie that identifies a browser in which a user has signed in.
const BROWSER_COOKIE: &str = "__Host-ptl-browser";
/// The cookie with the language that the user chose.
const LANGUAGE_COOKIE: &str = "__Host-ptl-language";
/// The cookie with the notice that the next page shows, for example that a key was revoked.
const FLASH_COOKIE: &str = "__Host-ptl-flash";

/// A year, in seconds.
const YEAR: u32 = 31_536_000;

const REFRESH: HeaderName = HeaderName::from_static("refresh");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The purpose that separates form tokens from other tokens derived from the same secret.
const FORM: &str = "form";

/// A page request. Handlers extract it and respond through it.
pub(crate) struct Page {
    pub(crate) request: HttpRequest,
    pub(crate) web: web::Data<Web>,
    pub(crate) edge: web::Data<Edge>,
    pub(crate) language: Language,
    visit: PageVisit,
    /// The token that identifies the browser while it is open.
    browser: Token,
    /// True when the response has to set [`VISIT_COOKIE`] for a new `browser` token.
    is_new_browser: bool,
}

impl FromRequest for Page {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let query = form_urlencoded::parse(request.query_string().as_bytes()).into_owned();
        let checked = refuse_control(&query.collect::<Vec<_>>());
        ready(checked.and_then(|()| Self::new(request, payload)))
    }
}

impl Page {
    /// Builds the page request without checking its query for control characters.
    pub(crate) fn new(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        let web = request.app_data::<web::Data<Web>>().cloned().ok_or_else(ApiError::internal)?;
        let edge = request.app_data::<web::Data<Edge>>().cloned().ok_or_else(ApiError::internal)?;
        let visit = PageVisit::from_request(request, payload).into_inner()?;
        let known = cookie(request.headers(), VISIT_COOKIE).and_then(|text| text.parse::<Token>().ok());
        let is_new_browser = known.is_none();
        let browser = known.unwrap_or_else(|| web.people.ids.token());
        let language = language(request, visit.owner());
        Ok(Self { request: request.clone(), web, edge, language, visit, browser, is_new_browser })
    }

    /// Looks up the session again after the body was read, since the session may have ended meanwhile.
    ///
    /// # Errors
    /// As for [`reauthenticate`].
    pub(crate) async fn reauthenticate(&mut self) -> Result<(), ApiError> {
        self.visit = reauthenticate(&self.request, &self.edge).await?;
        Ok(())
    }

    /// Returns the signed-in user, if any.
    pub(crate) fn owner(&self) -> Option<&SessionOwner> {
        self.visit.owner()
    }

    /// Returns true when the browser has a session that could not be checked, so that its user is unknown.
    pub(crate) fn is_session_unknown(&self) -> bool {
        self.visit.is_unverified()
    }

    /// Returns the signed-in user; an error for a visitor.
    pub(crate) fn signed_in(&self) -> Result<(&SessionOwner, Principal), ApiError> {
        match (self.visit.owner(), self.visit.principal()) {
            (Some(owner), Some(principal)) => Ok((owner, principal)),
            _ => Err(ApiError::signed_out()),
        }
    }

    pub(crate) fn request_id(&self) -> Result<RequestId, ApiError> {
        RequestId::from_request(&self.request, &mut Payload::None).into_inner()
    }

    /// Returns the client's address, browser and language, for sign-in and security checks.
    pub(crate) fn client(&self) -> ClientInfo {
        let headers = self.request.headers();
        let browser_name = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
        ClientInfo {
            address: self.edge.client_address(self.request.peer_addr(), headers),
            browser_name: BrowserName::of(browser_name),
            visit: self.browser.clone(),
            known_browser: cookie(headers, BROWSER_COOKIE).and_then(|text| text.parse().ok()),
            former: self.visit.token().cloned(),
            language: self.language,
        }
    }

    /// Returns the token that every form of the page carries, so that forms of other sites are refused.
    pub(crate) fn form_token(&self) -> Token {
        self.visit.token().unwrap_or(&self.browser).derived(FORM)
    }

    /// Returns the form token as [`Page::form_token`] does, for a browser without a session.
    pub(crate) fn visit_form_token(&self) -> Token {
        self.browser.derived(FORM)
    }

    /// Returns true when the browser sent none of the cookies that every page sets.
    pub(crate) fn has_no_cookie(&self) -> bool {
        self.is_new_browser && self.visit.token().is_none()
    }

    /// Returns a query parameter; empty when missing.
    pub(crate) fn query(&self, name: &str) -> String {
        let pairs = form_urlencoded::parse(self.request.query_string().as_bytes());
        pairs
            .into_owned()
            .find(|(parameter, _)| parameter == name)
            .map(|(_, value)| value)
            .unwrap_or_default()
    }

    /// Returns true when the page's script sent the request and expects JSON.
    pub(crate) fn is_for_script(&self) -> bool {
        let accept = self.request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
        accept.is_some_and(|accept| accept.starts_with("application/json"))
    }

    /// Returns the page layout, with the notice of the last action if any.
    pub(crate) fn layout(&self) -> Layout {
        let flash = cookie(self.request.headers(), FLASH_COOKIE).and_then(Flash::from_code);
        Layout {
            language: self.language,
            signed_in: self.owner().map(|owner| view::SignedIn {
                email: owner.email.to_string(),
                is_administrator: owner.is_administrator,
            }),
            path: shown_at(&self.web.patterns, self.request.method(), self.request.path()).to_owned(),
            form_token: self.form_token().reveal().to_owned(),
            is_selling: self.web.sales.is_some(),
            notice: flash.map(|flash| flash.notice(self.language)),
        }
    }

    /// Returns the layout as [`Page::layout`] does, for a browser that has just lost its session.
    pub(crate) fn layout_without_session(&self) -> Layout {
        let form_token = self.visit_form_token().reveal().to_owned();
        // The language menu leads back to `path`, and this request's own path has no page to show.
        Layout { signed_in: None, path: "/".to_owned(), form_token, ..self.layout() }
    }

    pub(crate) fn show(&self, page: &impl Template) -> Result<HttpResponse, ApiError> {
        self.show_as(StatusCode::OK, page)
    }

    pub(crate) fn show_as(&self, status: StatusCode, page: &impl Template) -> Result<HttpResponse, ApiError> {
        let text = page.render().map_err(|error| {
            tracing::error!(%error, "failed to render a page; answered 500");
            ApiError::internal()
        })?;
        let mut response = HttpResponse::build(status);
        self.add_page_headers(&mut response);
        if cookie(self.request.headers(), FLASH_COOKIE).is_some() {
            response.append_header((SET_COOKIE, set_cookie(FLASH_COOKIE, "", Some(0))));
        }
        Ok(response.content_type(ContentType::html()).body(text))
    }

    /// Redirects to another path of this service after an action.
    pub(crate) fn redirect_to(&self, path: &str) -> HttpResponse {
        self.redirect(path).finish()
    }

    /// Redirects as [`Page::redirect_to`] does, and shows a notice of the result there.
    pub(crate) fn redirect_with_notice(&self, path: &str, flash: Flash) -> HttpResponse {
        self.redirect(path)
            .append_header((SET_COOKIE, set_cookie(FLASH_COOKIE, flash.code(), Some(60))))
            .finish()
    }

    /// Sends the browser to a page of another site. A redirect would fall under the page's `form-action` policy,
    /// so the browser gets a refresh header.
    pub(crate) fn leave_for(&self, url: String) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        self.add_page_headers(&mut response);
        response.insert_header((REFRESH, format!("0; url={url}")));
        response.content_type(ContentType::plaintext()).body(url)
    }

    /// Sets the cookies of a new session in the response.
    pub(crate) fn begin_session(&self, new_session: &NewSession, response: &mut HttpResponse) {
        let longest = self.web.people.policy.sessions.longest.as_secs();
        let longest = u32::try_from(longest).unwrap_or(YEAR);
        let cookies = [
            set_cookie(SESSION_COOKIE, new_session.token.reveal(), Some(longest)),
            set_cookie(BROWSER_COOKIE, new_session.known_browser.reveal(), Some(YEAR)),
        ];
        add_cookies(response, cookies);
    }

    fn redirect(&self, path: &str) -> HttpResponseBuilder {
        let mut response = HttpResponse::SeeOther();
        self.add_page_headers(&mut response);
        response.insert_header((LOCATION, local_path(path)));
        response
    }

    /// Returns the referrer policy. A stricter one would make browsers omit a form's origin. The path of a
    /// single-use link is a credential that no site may receive, not even this one: proxies log referrers.
    fn referrer_policy(&self) -> &'static str {
        if self.request.path().starts_with("/link/") { "strict-origin" } else { "same-origin" }
    }

    /// Adds the response headers that every page has.
    pub(crate) fn add_page_headers(&self, response: &mut HttpResponseBuilder) {
        response
            .insert_header((CONTENT_SECURITY_POLICY, view::CONTENT_SECURITY_POLICY))
            .insert_header((REFERRER_POLICY, self.referrer_policy()))
            .insert_header((OPENER_POLICY, "same-origin"));
        if self.is_new_browser {
            response.append_header((SET_COOKIE, set_cookie(VISIT_COOKIE, self.browser.reveal(), None)));
        }
    }
}

/// The id from a page's path, in place of `{id}`.
pub(crate) struct PathId<T>(pub(crate) T);

impl<T> Deref for PathId<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromStr> FromRequest for PathId<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").and_then(|text| text.parse().ok());
        ready(id.map(Self).ok_or_else(|| ApiError::absent("page")))
    }
}

/// Deletes the session cookie.
pub(crate) fn clear_session_cookie(response: &mut HttpResponse) {
    add_cookies(response, [set_cookie(SESSION_COOKIE, "", Some(0))]);
}

/// Sets the language cookie, or deletes it for `None`.
pub(crate) fn set_language_cookie(language: Option<Language>, response: &mut HttpResponse) {
    let cookie = match language {
        Some(language) => set_cookie(LANGUAGE_COOKIE, language.code(), Some(YEAR)),
        None => set_cookie(LANGUAGE_COOKIE, "", Some(0)),
    };
    add_cookies(response, [cookie]);
}

/// Sets a cookie that lives while the browser is open, or deletes it.
pub(crate) fn set_temporary_cookie(name: &'static str, value: Option<&str>, response: &mut HttpResponse) {
    let age = if value.is_some() { None } else { Some(0) };
    add_cookies(response, [set_cookie(name, value.unwrap_or_default(), age)]);
}

/// Returns a cookie for this host only, invisible to scripts.
fn set_cookie(name: &str, value: &str, max_age: Option<u32>) -> String {
    let age = max_age.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    format!("{name}={value}; Path=/; Secure; HttpOnly; SameSite=Lax{age}")
}

fn add_cookies(response: &mut HttpResponse, cookies: impl IntoIterator<Item = String>) {
    for cookie in cookies {
        // Cookie names and values here are always valid header values.
        if let Ok(value) = cookie.parse() {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
}

/// Returns `path` if it is a path on this service that no browser reads as another site. Otherwise returns
/// the account page.
pub(crate) fn local_path(path: &str) -> &str {
    let is_local = path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains(['\\', '\r', '\n', '\t'])
        && path.bytes().all(|byte| byte.is_ascii_graphic());
    if is_local { path } else { "/account" }
}

/// Returns the path patterns of pages that answer `GET`.
pub(crate) fn readable(routes: &[RouteEntry]) -> Vec<&'static str> {
    let is_readable = |entry: &&RouteEntry| entry.endpoints.iter().any(|it| it.method == Method::GET);
    routes.iter().filter(is_readable).map(|entry| entry.path).collect()
}

/// Returns the path of the page that a response shows. For `GET` this is the request's path, for a form the
/// closest page above it.
fn shown_at<'a>(readable: &[&str], method: &Method, path: &'a str) -> &'a str {
    if method.is_safe() {
        return path;
    }
    let mut candidate = path;
    while !candidate.is_empty() && !readable.iter().any(|pattern| is_at(pattern, candidate)) {
        candidate = candidate.rsplit_once('/').map_or("", |(above, _)| above);
    }
    if candidate.is_empty() { "/" } else { candidate }
}

/// Returns true when a path matches a route pattern such as `/account/generations/{id}`.
fn is_at(pattern: &str, path: &str) -> bool {
    let are_alike = |(pattern, part): (&str, &str)| {
        pattern == part || (pattern.starts_with('{') && pattern.ends_with('}'))
    };
    pattern.split('/').count() == path.split('/').count()
        && pattern.split('/').zip(path.split('/')).all(are_alike)
}

/// Returns the language that the user chose, otherwise the browser's preferred one, otherwise English.
fn language(request: &HttpRequest, owner: Option<&SessionOwner>) -> Language {
    let from_cookie = cookie(request.headers(), LANGUAGE_COOKIE).and_then(|code| code.parse().ok());
    let chosen = from_cookie.or_else(|| owner.and_then(|owner| owner.language));
    chosen.or_else(|| preferred_language(request)).unwrap_or(Language::En)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_shown_after_a_form_is_that_of_a_page() {
        let readable = readable(&crate::routes());
        for (method, path, shown) in [
            (Method::POST, "/account/settings/email", "/account/settings"),
            (Method::POST, "/account/settings/sessions/1/end", "/account/settings"),
            (Method::POST, "/account/api-keys/1/rotate", "/account/api-keys"),
            (Method::POST, "/account/api-keys", "/account/api-keys"),
            (Method::POST, "/account/generations/1/edit", "/account/generations/1"),
            (Method::POST, "/admin/accounts/1/plan", "/admin/accounts/1"),
            (Method::POST, "/link/1", "/link/1"),
            (Method::POST, "/sign-out", "/"),
            (Method::POST, "nowhere", "/"),
            (Method::GET, "/nowhere", "/nowhere"),
        ] {
            assert_eq!(shown_at(&readable, &method, path), shown, "{method} {path}");
        }
    }

    #[test]
    fn path_on_another_site_is_replaced_by_the_account_page() {
        for (path, leads) in [
            ("/account/new?x=1", "/account/new?x=1"),
            ("//evil.example", "/account"),
            ("https://evil.example", "/account"),
            ("/\\evil.example", "/account"),
            ("/\tevil", "/account"),
            ("javascript:alert(1)", "/account"),
            ("/a\r\nset-cookie: a=b", "/account"),
            ("", "/account"),
            ("/é", "/account"),
        ] {
            assert_eq!(local_path(path), leads, "{path:?}");
        }
    }
}
