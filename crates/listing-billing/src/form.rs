use form_urlencoded::Serializer;

/// Parameters in the form that Stripe reads, in a body or a query.
#[derive(Debug, Default)]
pub(crate) struct Form(String);

impl Form {
    #[must_use]
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        Self(Serializer::new(self.0).append_pair(name, value).finish())
    }

    #[must_use]
    pub(crate) fn with_some(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_encoded() {
        let form = Form::default().with("a[b]", "é&=+ %").with_some("c", None).with_some("d", Some(""));
        assert_eq!(form.into_text(), "a%5Bb%5D=%C3%A9%26%3D%2B+%25&d=");
    }
}
