use serde_json::{Value, json};

/// An error answer.
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) code: Option<&'static str>,
    pub(super) message: String,
    pub(super) param: Option<String>,
}

impl Refusal {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        let kind = "invalid_request_error";
        Self { status, kind, code: None, message: message.into(), param: None }
    }

    pub(super) fn invalid(param: &str, problem: &str) -> Self {
        Self { param: Some(param.to_owned()), ..Self::new(400, format!("The parameter {param} {problem}.")) }
    }

    pub(super) fn missing(param: &str) -> Self {
        Self { code: Some("parameter_missing"), ..Self::invalid(param, "is missing") }
    }

    /// An object that the path names has status 404, one that a parameter names has 400.
    pub(super) fn unknown(status: u16, id: &str) -> Self {
        Self { code: Some("resource_missing"), ..Self::new(status, format!("No such object: {id}")) }
    }

    /// As by Stripe, without the fields that have no value.
    pub(super) fn body(&self) -> Value {
        let mut error = json!({"type": self.kind, "message": self.message});
        for (name, value) in [("code", self.code), ("param", self.param.as_deref())] {
            if let Some(value) = value {
                error[name] = value.into();
            }
        }
        json!({"error": error})
    }
}
