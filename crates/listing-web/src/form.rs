//! Forms: what was typed, and whether a page of ours sent it.

use actix_web::FromRequest as _;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Payload;
use listing_http::{ApiError, body};

use crate::control::refuse_control;
use crate::page::{Page, local};

/// The most bytes of a form without photos: every text of all listings of a generation.
const MAX_BYTES: usize = 256 * 1024;

/// What a form carries of ours.
pub(crate) const TOKEN_FIELD: &str = "form";

/// What was typed into a form, in its order.
#[derive(Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads the form of a page of ours, and recognizes the session again once it is read.
    ///
    /// # Errors
    /// When it is no form, is too large, or was not sent by a page of ours to whoever looks at
    /// one now; when its sender may not send it any more.
    pub(crate) async fn of(page: &mut Page, payload: Payload) -> Result<Self, ApiError> {
        Self::unchecked(page, payload.into_inner()).await?.checked(page).await
    }

    /// The same for a form that people fill in to get in. It may be of a page from before they
    /// signed in, in another tab.
    pub(crate) async fn of_visitor(page: &mut Page, payload: Payload) -> Result<Self, ApiError> {
        let fields = Self::unchecked(page, payload.into_inner()).await?;
        if !page.visit_form_token().is(fields.get(TOKEN_FIELD)) {
            fields.check(page)?;
        }
        page.recognize_again().await?;
        Ok(fields)
    }

    /// The fields of a form that was just read, if its sender may send it now.
    ///
    /// # Errors
    /// As for [`Fields::of`].
    pub(crate) async fn checked(self, page: &mut Page) -> Result<Self, ApiError> {
        self.check(page)?;
        page.recognize_again().await?;
        Ok(self)
    }

    /// The same without looking who sent it; for those who have to sign in first.
    pub(crate) async fn unchecked(
        page: &Page,
        mut payload: actix_web::dev::Payload,
    ) -> Result<Self, ApiError> {
        let kind = page.request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if kind.is_none_or(|kind| !kind.starts_with("application/x-www-form-urlencoded")) {
            return Err(ApiError::unsupported_form());
        }
        let payload =
            Payload::from_request(&page.request, &mut payload).await.map_err(|_| ApiError::internal())?;
        let bytes = body::read_small(&page.request, payload, &page.edge.limits, MAX_BYTES).await?;
        let fields = Self::parse(&bytes);
        refuse_control(&fields.0)?;
        Ok(fields)
    }

    /// Fields as a form writes them.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        Self(form_urlencoded::parse(bytes).into_owned().collect())
    }

    /// Fields that were read from a form of another kind.
    pub(crate) const fn new(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// Refuses a form that a page of ours did not give to whoever sends it.
    pub(crate) fn check(&self, page: &Page) -> Result<(), ApiError> {
        if page.form_token().is(self.get(TOKEN_FIELD)) {
            return Ok(());
        }
        // A page of ours has given a cookie along with the form.
        Err(if page.has_no_cookie() { ApiError::no_cookie() } else { ApiError::foreign_form() })
    }

    /// The text of a field; empty when it is not there.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(its, _)| its == name).map_or("", |(_, value)| value)
    }

    /// The texts of a field that can be there several times.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(its, _)| its == name).map(|(_, value)| value.as_str())
    }

    /// All fields in their order, each with its text.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What was typed, to be kept over a sign-in: no password, and nothing of ours.
    pub(crate) fn typed(&self) -> Vec<(String, String)> {
        let is_kept = |name: &str| name != TOKEN_FIELD && !SECRET.contains(&name);
        self.0.iter().filter(|(name, _)| is_kept(name)).cloned().collect()
    }
}

/// Fields that are never shown again.
const SECRET: [&str; 2] = ["password", "current"];

/// Fields as one text, with the place that they were sent to, to be carried through a form.
pub(crate) fn carried(action: &str, fields: &[(String, String)]) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("", action);
    text.extend_pairs(fields);
    text.finish()
}

/// The place and the fields of such a text; `None` when it is none.
pub(crate) fn uncarried(text: &str) -> Option<(String, Vec<(String, String)>)> {
    let mut pairs = form_urlencoded::parse(text.as_bytes()).into_owned();
    let (mark, action) = pairs.next()?;
    (mark.is_empty() && local(&action) == action).then(|| (action, pairs.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_carried_as_it_was_but_for_passwords() {
        let fields =
            Fields::parse(b"form=x&title=a%26b+%C3%A9&platforms=ebay&platforms=vinted&password=p&current=c");
        assert_eq!(fields.get("title"), "a&b é");
        assert_eq!(fields.all("platforms").collect::<Vec<_>>(), ["ebay", "vinted"]);
        let text = carried("/account/new", &fields.typed());
        let (action, again) = uncarried(&text).unwrap();
        assert_eq!(action, "/account/new");
        let names: Vec<&str> = again.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["title", "platforms", "platforms"]);
        assert_eq!(again[0].1, "a&b é");
    }

    #[test]
    fn nothing_is_sent_again_to_another_site() {
        for text in ["", "a=b", "=https%3A%2F%2Fevil.example&a=b", "=%2F%2Fevil.example"] {
            assert!(uncarried(text).is_none(), "{text}");
        }
    }
}
