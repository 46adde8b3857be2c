//! Optional parts of requests that are left out or written differently after a service refused them.

use std::fmt;

/// A change of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// Uses the limit's other name (`max_tokens`, `max_completion_tokens`).
    OtherLimitName,
    /// Sends a low token limit, which every model accepts.
    LowLimit,
    /// Sends no token limit.
    NoLimit,
    /// Sends no photo detail level.
    NoDetail,
    /// Sends no setting for storing answers.
    NoStore,
    /// Does not restrict the services to which a router may pass the request.
    NoRouting,
    /// Requests a stream, for services that support nothing else.
    Stream,
    /// Sends no streaming setting.
    NoStream,
    /// Does not mark the schema as strict.
    NotStrict,
    /// Sends the rules in the first message.
    RulesInMessage,
    /// Sends the tool choice as a word.
    ToolByWord,
    /// Sends no tool choice.
    NoToolChoice,
    /// Requests an earlier version.
    EarlierVersion,
    /// Sends no context size.
    NoContextSize,
}

const LOW_LIMIT: u32 = 4_096;

const TOO_HIGH: [&str; 8] =
    ["too large", "too high", "at most", "maximum", "exceed", "less than", "greater than", " > "];
const TOO_LONG: [&str; 4] = ["context length", "context_length", "context window", "context size"];

impl Adjustment {
    const ALL: [Self; 14] = [
        Self::OtherLimitName,
        Self::LowLimit,
        Self::NoLimit,
        Self::NoDetail,
        Self::NoStore,
        Self::NoRouting,
        Self::Stream,
        Self::NoStream,
        Self::NotStrict,
        Self::RulesInMessage,
        Self::ToolByWord,
        Self::NoToolChoice,
        Self::EarlierVersion,
        Self::NoContextSize,
    ];

    const fn bit(self) -> u16 {
        match self {
            Self::OtherLimitName => 1 << 0,
            Self::LowLimit => 1 << 1,
            Self::NoLimit => 1 << 2,
            Self::NoDetail => 1 << 3,
            Self::NoStore => 1 << 4,
            Self::NoRouting => 1 << 5,
            Self::NoStream => 1 << 6,
            Self::NotStrict => 1 << 7,
            Self::RulesInMessage => 1 << 8,
            Self::ToolByWord => 1 << 9,
            Self::NoToolChoice => 1 << 10,
            Self::EarlierVersion => 1 << 11,
            Self::Stream => 1 << 12,
            Self::NoContextSize => 1 << 13,
        }
    }

    /// `error` is in lower case.
    pub(crate) fn matches_error(self, error: &str) -> bool {
        let word = |words: &[&str]| words.iter().any(|word| has_word(error, word));
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| error.contains(phrase));
        let squeezed = squeezed(error);
        let names = |names: &[&str]| names.iter().any(|name| squeezed.contains(name));
        let limit = names(&["maxtokens", "maxcompletiontokens", "maxoutputtokens"]);
        match self {
            Self::OtherLimitName => limit && !says(&TOO_HIGH) && !says(&TOO_LONG),
            Self::LowLimit => limit && says(&TOO_HIGH),
            Self::NoLimit => limit || says(&TOO_LONG),
            Self::NoDetail => word(&["detail"]) || names(&["mediaresolution", "imagedetail"]),
            Self::NoStore => word(&["store"]),
            Self::NoRouting => names(&["requireparameters"]),
            Self::Stream => is_for_streams_only(&squeezed),
            Self::NoStream => word(&["stream", "stream_options"]),
            Self::NotStrict => word(&["strict"]),
            Self::RulesInMessage => is_about_roles(error),
            Self::ToolByWord | Self::NoToolChoice => names(&["toolchoice"]),
            Self::EarlierVersion => names(&["anthropicversion"]),
            Self::NoContextSize => names(&["numctx"]) || is_about_memory(error),
        }
    }
}

/// True for an error, in lower case, that refuses the system role, or any role except user and assistant.
pub(crate) fn is_about_roles(error: &str) -> bool {
    let word = |words: &[&str]| words.iter().any(|word| has_word(error, word));
    let is_instruction = squeezed(error).contains("systeminstruction");
    let who = word(&["system", "developer"]) || is_instruction;
    let what =
        word(&["role", "roles", "instruction", "instructions", "message", "messages", "prompt", "variant"]);
    let both = word(&["user"]) && (word(&["assistant"]) || error.contains("valid role"));
    let is_list = word(&["role", "roles"]) || error.contains("input should be") || error.contains("expected");
    let is_first = error.contains("roles must alternate") || error.contains("first message");
    (who && (what || is_instruction)) || (both && is_list) || is_first
}

/// True for an error, in lower case, that says that memory is lacking.
pub(crate) fn is_about_memory(error: &str) -> bool {
    const WORDS: [&str; 6] = [
        "more system memory",
        "out of memory",
        "unable to allocate",
        "failed to allocate",
        "not enough memory",
        "failed to create context",
    ];
    WORDS.iter().any(|words| error.contains(words))
}

/// `error` was [`squeezed`].
fn is_for_streams_only(error: &str) -> bool {
    [
        "onlysupportstream",
        "onlysupportsstream",
        "onlystream",
        "nonstream",
        "notstream",
        "streamfalse",
        "streamtrue",
        "streammustbetrue",
        "streammustbesettotrue",
        "streamisrequired",
        "streamingisrequired",
        "requiresstream",
        "requirestream",
        "enablethestream",
        "enablestream",
        "muststream",
        "mustbestream",
        "withoutstream",
    ]
    .iter()
    .any(|words| error.contains(words))
}

/// A set of adjustments.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Adjustments(u16);

impl fmt::Debug for Adjustments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Adjustment::ALL.iter().filter(|adjustment| self.has(**adjustment))).finish()
    }
}

impl Adjustments {
    /// Returns true if the set has the adjustment.
    pub const fn has(self, adjustment: Adjustment) -> bool {
        self.0 & adjustment.bit() != 0
    }

    #[must_use]
    pub(crate) const fn with(self, adjustment: Adjustment) -> Self {
        Self(self.0 | adjustment.bit())
    }

    /// The streaming setting, unless left out.
    pub(super) const fn stream(self) -> Option<bool> {
        if self.has(Adjustment::Stream) {
            return Some(true);
        }
        if self.has(Adjustment::NoStream) { None } else { Some(false) }
    }

    /// The adjusted token limit, unless left out.
    pub(super) fn limit(self, wanted: u32) -> Option<u32> {
        let limit = if self.has(Adjustment::LowLimit) { wanted.min(LOW_LIMIT) } else { wanted };
        (!self.has(Adjustment::NoLimit)).then_some(limit)
    }
}

pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

/// Keeps only letters and digits, in lower case, so that `max_tokens` and `maxTokens` are equal.
pub(crate) fn squeezed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_text_identifies_the_refused_part_of_the_request() {
        let check = |error: &str, adjustment: Adjustment, expected: bool| {
            assert_eq!(adjustment.matches_error(&error.to_lowercase()), expected, "{error} {adjustment:?}");
        };
        let other =
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
        check(other, Adjustment::OtherLimitName, true);
        let high = "max_tokens: 6900 > 4096, which is the maximum";
        check(high, Adjustment::OtherLimitName, false);
        check(high, Adjustment::LowLimit, true);
        check(high, Adjustment::NoLimit, true);
        check("This model's maximum context length is 8192 tokens.", Adjustment::NoLimit, true);
        check("Unknown name \"mediaResolution\" at 'generation_config'", Adjustment::NoDetail, true);
        check("invalid params, invalid image detail: high (2013)", Adjustment::NoDetail, true);
        check("see the details", Adjustment::NoDetail, false);
        check("body.store extra inputs are not permitted", Adjustment::NoStore, true);
        check("System role not supported", Adjustment::RulesInMessage, true);
        check("Developer instruction is not enabled for models/gemma-3", Adjustment::RulesInMessage, true);
        check("Conversation roles must alternate user/assistant", Adjustment::RulesInMessage, true);
        check("Only user and assistant roles are supported!", Adjustment::RulesInMessage, true);
        check("role: Input should be 'user' or 'assistant'", Adjustment::RulesInMessage, true);
        check("Please use a valid role: user, model.", Adjustment::RulesInMessage, true);
        check("unknown variant `system`, expected `user` or `assistant`", Adjustment::RulesInMessage, true);
        check("The user has no access to this model", Adjustment::RulesInMessage, false);
        check(
            "This model only support stream mode, please enable the stream parameter",
            Adjustment::Stream,
            true,
        );
        check("enable_thinking must be set to false for non-streaming calls", Adjustment::Stream, true);
        check("enable thinking can not be support when `stream=False`", Adjustment::Stream, true);
        check("Unrecognized request argument supplied: stream", Adjustment::Stream, false);
        check("stream must be false", Adjustment::Stream, false);
        check(
            "model requires more system memory (9.1 GiB) than is available (7.8 GiB)",
            Adjustment::NoContextSize,
            true,
        );
        check("Invalid tool_choice type: 'object'", Adjustment::ToolByWord, true);
        check("anthropic-version: \"2026-10-21\" is not a valid version", Adjustment::EarlierVersion, true);
    }

    #[test]
    fn adjustments_lower_the_token_limit_or_leave_it_out() {
        let usual = Adjustments::default();
        assert_eq!(usual.limit(6_900), Some(6_900));
        assert_eq!(usual.with(Adjustment::LowLimit).limit(6_900), Some(LOW_LIMIT));
        assert_eq!(usual.with(Adjustment::NoLimit).limit(6_900), None);
        let all = Adjustment::ALL.into_iter().fold(usual, Adjustments::with);
        assert!(Adjustment::ALL.into_iter().all(|it| all.has(it) && !usual.has(it)));
        assert_eq!(all.0.count_ones(), 14, "each has a bit of its own");
        assert_eq!((usual.stream(), usual.with(Adjustment::Stream).stream()), (Some(false), Some(true)));
        assert_eq!((usual.with(Adjustment::NoStream).stream(), all.stream()), (None, Some(true)));
        assert_eq!(format!("{:?}", usual.with(Adjustment::NoStore)), "{NoStore}");
    }
}
