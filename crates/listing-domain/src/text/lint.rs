//! A marketplace's rules for texts.

/// A rule for a title or a description.
///
/// Only rules that characters decide are here. Those that need understanding (one item only, no foreign
/// brand, French only) are up to the writer.
///
/// Without a lint, cleaning always removes phone numbers, email, web and postal addresses, control and
/// invisible characters, HTML and Markdown. It also removes excess hashtags, and reduces three or more
/// shouted words or exclamation marks in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lint {
    NoPrice,
    NoEmoji,
    /// No word only in capitals, except common acronyms.
    NoAllCaps,
    Max3CapsWords,
    /// No line that introduces a list of keywords.
    NoKeywordList,
    /// No "for sale", "urgent" and the like.
    NoFiller,
    /// No runs of symbols such as `***` or `@@@`.
    NoSymbolRuns,
    NoOtherMarketplace,
    /// No offer to pay outside the platform.
    NoOffPlatformPayment,
    /// No "free shipping" and the like.
    NoShippingClaim,
    /// Only letters, digits, punctuation, mathematical signs, space and ™ © ®, and each of `%`, `:`, `&` and
    /// `+` at most once: the rule of Etsy's titles.
    EtsyCharset,
}
