use serde_json::{Map, Value};

use super::refusal::Refusal;

/// The parameters of a request. A handler takes those that it knows; the rest is refused, as by Stripe.
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    pub(super) fn parse(text: &str) -> Self {
        Self(form_urlencoded::parse(text.as_bytes()).into_owned().collect())
    }

    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(found, _)| found == name)?;
        Some(self.0.remove(at).1)
    }

    pub(super) fn required(&mut self, name: &str) -> Result<String, Refusal> {
        self.take(name).filter(|value| !value.is_empty()).ok_or_else(|| Refusal::missing(name))
    }

    pub(super) fn number(&mut self, name: &str) -> Result<Option<i64>, Refusal> {
        let text = self.take(name);
        text.map(|text| text.parse().map_err(|_| Refusal::invalid(name, "is not a number"))).transpose()
    }

    /// Takes `true` or `false`.
    pub(super) fn flag(&mut self, name: &str) -> Result<bool, Refusal> {
        match self.take(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(Refusal::invalid(name, "is not a boolean")),
        }
    }

    /// Takes all values of a list, whose items are `name[]` or have an index, such as `name[0]`.
    pub(super) fn list(&mut self, name: &str) -> Vec<String> {
        let prefix = format!("{name}[");
        let is_item = |found: &str| {
            let index = found.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(']'));
            index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let (found, rest): (Vec<_>, Vec<_>) = self.0.drain(..).partition(|(found, _)| is_item(found));
        self.0 = rest;
        found.into_iter().map(|(_, value)| value).collect()
    }

    /// Takes all members of a map, such as `metadata`.
    pub(super) fn map(&mut self, name: &str) -> Map<String, Value> {
        let prefix = format!("{name}[");
        let (found, rest): (Vec<_>, Vec<_>) =
            self.0.drain(..).partition(|(found, _)| found.starts_with(&prefix) && found.ends_with(']'));
        self.0 = rest;
        let member = |found: &str| found[prefix.len()..found.len() - 1].to_owned();
        found.into_iter().map(|(found, value)| (member(&found), value.into())).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Refuses parameters that were not taken.
    pub(super) fn finish(&self) -> Result<(), Refusal> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => {
                Err(Refusal { code: Some("parameter_unknown"), ..Refusal::invalid(name, "is unknown") })
            }
        }
    }
}
