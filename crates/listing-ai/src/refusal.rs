//! Classifies errors by their words, on which services agree more than on status codes.

use listing_outbound::ServiceError;

use crate::form::RequestForm;
use crate::wire::StructuredMode;
use crate::wire::WireFormat;
use crate::wire::adjust::{Adjustment, has_word, is_about_memory, is_about_roles, squeezed};

/// The part of a request that a service refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    Part(Adjustment),
    /// The way of requesting JSON.
    Mode,
    /// A parameter that the error does not name.
    Unnamed,
    /// The address has no endpoint of the format.
    Address,
}

/// The words of an error, in lower case.
pub(crate) struct Words {
    text: String,
    squeezed: String,
}

impl Words {
    pub(crate) fn from_error(error: &ServiceError) -> Self {
        let code = error.code.as_deref().unwrap_or_default();
        let text = format!("{code} {} {}", error.message, error.hints.join(" ")).to_lowercase();
        Self { squeezed: squeezed(&text), text }
    }

    fn says(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.text.contains(phrase))
    }

    fn names(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.squeezed.contains(name))
    }

    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| has_word(&self.text, word))
    }

    /// A content policy blocks the question or the answer.
    pub(crate) fn is_declined(&self) -> bool {
        self.names(&[
            "contentfilter",
            "contentpolicy",
            "responsibleai",
            "datainspection",
            "prohibitedcontent",
        ]) || self.says(&[
            "content management policy",
            "content filtering policy",
            "safety system",
            "inappropriate content",
            "input was flagged",
            "requires moderation",
        ])
    }

    /// The model's output broke the JSON or tool form that the service enforces.
    pub(crate) fn is_slip(&self) -> bool {
        self.names(&["jsonvalidatefailed", "toolusefailed", "outputparsefailed"])
            || self.says(&["failed to generate json", "failed to call a function", "failed_generation"])
    }

    /// The account has no credit left.
    pub(crate) fn is_unpaid(&self) -> bool {
        let is_money = self.has(&["credit", "credits", "balance", "funds", "prepaid"]);
        let is_gone = self.has(&[
            "insufficient",
            "exhausted",
            "depleted",
            "consumed",
            "expired",
            "negative",
            "overdrawn",
            "enough",
            "recharge",
        ]) || self.says(&[
            "too low",
            "used all",
            "used up",
            "run out",
            "ran out",
            "out of",
            "no remaining",
            "top up",
        ]);
        let is_quota = self.says(&["exceeded your current"]) && self.has(&["quota"]);
        (is_money && is_gone)
            || is_quota
            || self.names(&[
                "insufficientquota",
                "insufficientbalance",
                "exceededcurrentquota",
                "billingnotactive",
                "billingdisabled",
                "arrearage",
            ])
            || self.says(&[
                "billing_",
                "no credit",
                "more credits",
                "credit limit",
                "api usage limits",
                "monthly spend",
                "spend limit",
                "spending limit",
                "hard limit",
                "billing to be enabled",
                "enable billing",
                "billing is not enabled",
                "billing is disabled",
                "payment required",
                "account is not active",
                "good standing",
                "is overdue",
                "in arrears",
                "has expired subscription",
                "no active subscription",
                "余额",
                "欠费",
            ])
    }

    /// The key, the account's permissions or the model's name is wrong.
    pub(crate) fn is_misconfigured(&self) -> bool {
        let is_key = self.names(&["apikey", "authenticationerror", "unauthorized", "unauthenticated"])
            || self.says(&["authentication", "not authorized", "location is not supported"]);
        let is_closed =
            self.has(&["organization", "organisation", "account", "project", "team", "workspace"])
                && self.has(&[
                    "disabled",
                    "suspended",
                    "deactivated",
                    "terminated",
                    "banned",
                    "restricted",
                    "blocked",
                    "locked",
                    "frozen",
                    "closed",
                ]);
        is_key || is_closed || self.is_about_the_model() || self.is_blind()
    }

    fn is_about_the_model(&self) -> bool {
        let is_missing = self.says(&[
            "not found",
            "not exist",
            "no such model",
            "unknown model",
            "invalid model",
            "not a valid model",
            "decommissioned",
            "no longer available",
            "no longer supported",
            "has been deprecated",
            "do not have access",
            "does not have access",
        ]);
        (self.has(&["model", "models"]) && is_missing) || self.names(&["modelnotfound", "modelnotexist"])
    }

    /// The model does not support images.
    fn is_blind(&self) -> bool {
        let picture = self.names(&["imageurl", "imageinput", "supportimage", "visioninput"])
            || self.has(&["image", "images", "vision", "multimodal", "inputimage"]);
        let no = self.says(&[
            "not support",
            "unsupported",
            "only supported by",
            "expected `text`",
            "not a multimodal",
            "does not accept",
            "doesn't accept",
            "found that support",
            "at most 0 image",
            "cannot process images",
        ]);
        // A broken image is the photo's fault, not the model's.
        picture && no && !self.says(&["uploaded", "image format", "valid image", "corrupt"])
    }

    /// Returns the refused part; `None` for an error with another cause.
    pub(crate) fn refused(&self, status: u16, form: RequestForm, format: &dyn WireFormat) -> Option<Refused> {
        let is_refusal = match status {
            400 | 404 | 405 | 422 => true,
            500..=502 => {
                self.is_about_parameters() || is_about_roles(&self.text) || is_about_memory(&self.text)
            }
            _ => false,
        };
        if !is_refusal {
            return None;
        }
        let mut parts = format.adjustments().iter().copied();
        let is_tool = form.mode == StructuredMode::Tool;
        let part = parts.find(|part| {
            let is_sent = is_tool || !matches!(part, Adjustment::ToolByWord | Adjustment::NoToolChoice);
            is_sent && !form.adjustments.has(*part) && part.matches_error(&self.text)
        });
        let no_address = matches!(status, 404 | 405) && !self.has(&["model", "models", "endpoints"]);
        part.map(Refused::Part)
            .or_else(|| self.names_the_mode(form.mode).then_some(Refused::Mode))
            .or_else(|| (status < 500 && self.is_unnamed()).then_some(Refused::Unnamed))
            .or_else(|| no_address.then_some(Refused::Address))
    }

    fn names_the_mode(&self, mode: StructuredMode) -> bool {
        const NAMES: [&str; 16] = [
            "responseformat",
            "jsonschema",
            "jsonobject",
            "jsonmode",
            "outputconfig",
            "outputformat",
            "responsejsonschema",
            "responseschema",
            "responsemimetype",
            "structuredoutput",
            "toolchoice",
            "tooluse",
            "functioncall",
            "guidedjson",
            "grammar",
            "schema",
        ];
        const TOOL: [&str; 4] = ["tool", "tools", "function", "functions"];
        match mode {
            StructuredMode::PromptOnly => false,
            StructuredMode::Tool if self.has(&TOOL) => true,
            _ => self.names(&NAMES) || self.says(&["invalid format", "for format"]),
        }
    }

    fn is_unnamed(&self) -> bool {
        let is_about_the_question =
            self.has(&["image", "images", "photo", "base64", "token", "tokens", "context"]);
        !is_about_the_question
            && (self.has(&["parameter", "parameters", "param", "params", "argument", "arguments"])
                || self.names(&["invalidparameter"])
                || self.is_about_parameters())
    }

    fn is_about_parameters(&self) -> bool {
        self.says(&[
            "not support",
            "unsupported",
            "not enabled",
            "not permitted",
            "not allowed",
            "extra inputs",
            "extra_forbidden",
            "unrecognized",
            "unknown field",
            "unknown name",
            "unknown variant",
            "unexpected",
            "unavailable now",
            "invalid json schema",
            "failed to parse",
            "failed to initialize",
            "vocabulary required",
            "must alternate",
            "cannot be used",
            "not implemented",
        ])
    }
}
