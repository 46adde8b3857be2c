//! Form fields, and the check that the form came from a page of this service.

use actix_web::FromRequest as _;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Payload;
use listing_http::{ApiError, body};

use crate::control_characters::refuse_control;
use crate::page::{Page, local_path};

/// The maximum size of a form without photos in bytes: enough for all listings of a generation.
const MAX_BYTES: usize = 256 * 1024;

/// The maximum size of a form with fields for each item of a batch, in bytes.
const MAX_LARGE_BYTES: usize = 1024 * 1024;

/// The name of the field with the form token.
pub(crate) const TOKEN_FIELD: &str = "form";

/// The names and values of a form's fields, in the order sent.
#[derive(Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads the form of a page of this service, then looks up the session again.
    ///
    /// # Errors
    /// When the body is not a form or is too large. When the form token does not match the current session.
    /// When the sender lost access.
    pub(crate) async fn read(page: &mut Page, payload: Payload) -> Result<Self, ApiError> {
        Self::read_unchecked(page, payload.into_inner()).await?.checked(page).await
    }

    /// Reads a form as [`Fields::read`] does, with fields for each item of a batch.
    pub(crate) async fn read_large(page: &mut Page, payload: Payload) -> Result<Self, ApiError> {
        Self::read_up_to(page, payload.into_inner(), MAX_LARGE_BYTES).await?.checked(page).await
    }

    /// Reads a form of the sign-in pages. It also accepts the form of a page opened before a sign-in in
    /// another tab.
    pub(crate) async fn read_from_visitor(page: &mut Page, payload: Payload) -> Result<Self, ApiError> {
        let fields = Self::read_unchecked(page, payload.into_inner()).await?;
        if !page.visit_form_token().is(fields.get(TOKEN_FIELD)) {
            fields.check(page)?;
        }
        page.reauthenticate().await?;
        Ok(fields)
    }

    /// Returns the fields if the form token is valid and the sender still has access.
    ///
    /// # Errors
    /// As for [`Fields::read`].
    pub(crate) async fn checked(self, page: &mut Page) -> Result<Self, ApiError> {
        self.check(page)?;
        page.reauthenticate().await?;
        Ok(self)
    }

    /// Reads a form without checking its sender; for users who have to sign in first.
    pub(crate) async fn read_unchecked(
        page: &Page,
        payload: actix_web::dev::Payload,
    ) -> Result<Self, ApiError> {
        Self::read_up_to(page, payload, MAX_BYTES).await
    }

    async fn read_up_to(
        page: &Page,
        mut payload: actix_web::dev::Payload,
        max_bytes: usize,
    ) -> Result<Self, ApiError> {
        let kind = page.request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if kind.is_none_or(|kind| !kind.starts_with("application/x-www-form-urlencoded")) {
            return Err(ApiError::unsupported_form());
        }
        let payload =
            Payload::from_request(&page.request, &mut payload).await.map_err(|_| ApiError::internal())?;
        let bytes = body::read_small(&page.request, payload, &page.edge.limits, max_bytes).await?;
        let fields = Self::parse(&bytes);
        refuse_control(&fields.0)?;
        Ok(fields)
    }

    pub(crate) fn parse(bytes: &[u8]) -> Self {
        Self(form_urlencoded::parse(bytes).into_owned().collect())
    }

    pub(crate) const fn new(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// Refuses a form whose token does not match the session.
    pub(crate) fn check(&self, page: &Page) -> Result<(), ApiError> {
        if page.form_token().is(self.get(TOKEN_FIELD)) {
            return Ok(());
        }
        // Pages set a cookie along with the form, so that a browser without any cookie refused it.
        Err(if page.has_no_cookie() { ApiError::no_cookie() } else { ApiError::foreign_form() })
    }

    /// Returns the value of a field; empty when missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// Returns all values of a repeatable field.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the fields to send again after a sign-in: all except passwords and the form token.
    pub(crate) fn typed(&self) -> Vec<(String, String)> {
        let is_kept = |name: &str| name != TOKEN_FIELD && !SECRET.contains(&name);
        self.0.iter().filter(|(name, _)| is_kept(name)).cloned().collect()
    }
}

/// The names of password fields, whose values no page shows again.
const SECRET: [&str; 2] = ["password", "current"];

/// Encodes fields and the path they were sent to as one text, which a hidden form field carries.
pub(crate) fn encode_carried(action: &str, fields: &[(String, String)]) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("", action);
    text.extend_pairs(fields);
    text.finish()
}

/// Decodes a text from [`encode_carried`]; `None` when invalid.
pub(crate) fn decode_carried(text: &str) -> Option<(String, Vec<(String, String)>)> {
    let mut pairs = form_urlencoded::parse(text.as_bytes()).into_owned();
    let (mark, action) = pairs.next()?;
    (mark.is_empty() && local_path(&action) == action).then(|| (action, pairs.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_fields_are_carried_unchanged_without_passwords() {
        let fields =
            Fields::parse(b"form=x&title=a%26b+%C3%A9&platforms=ebay&platforms=vinted&password=p&current=c");
        assert_eq!(fields.get("title"), "a&b é");
        assert_eq!(fields.all("platforms").collect::<Vec<_>>(), ["ebay", "vinted"]);
        let text = encode_carried("/account/new", &fields.typed());
        let (action, again) = decode_carried(&text).unwrap();
        assert_eq!(action, "/account/new");
        let names: Vec<&str> = again.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["title", "platforms", "platforms"]);
        assert_eq!(again[0].1, "a&b é");
    }

    #[test]
    fn carried_fields_for_another_site_are_refused() {
        for text in ["", "a=b", "=https%3A%2F%2Fevil.example&a=b", "=%2F%2Fevil.example"] {
            assert!(decode_carried(text).is_none(), "{text}");
        }
    }
}
