//! What a marketplace forbids in a text.

/// One thing that must not stand in a title or a description.
///
/// Only what can be told from the characters is here. Rules that need
/// understanding (one item only, no foreign brand, French only) are the
/// writer's. Some things are never let through anywhere and need no lint:
/// phone numbers, e-mail, web and postal addresses, control and invisible
/// characters, HTML, Markdown, more hashtags than allowed, three or more shouted
/// words or exclamation marks in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lint {
    /// No price.
    NoPrice,
    /// No emoji.
    NoEmoji,
    /// No word written in capitals only, common acronyms aside.
    NoAllCaps,
    /// At most three words in capitals.
    Max3CapsWords,
    /// No line that announces a list of search words.
    NoKeywordList,
    /// No "for sale", "urgent" and the like.
    NoFiller,
    /// No runs of symbols such as `***` or `@@@`.
    NoSymbolRuns,
    /// No name of another marketplace.
    NoOtherMarketplace,
    /// No offer to pay outside the platform.
    NoOffPlatformPayment,
    /// No "free shipping" and the like.
    NoShippingClaim,
    /// Letters, digits, punctuation, mathematical signs, space and ™ © ® only,
    /// and each of `%`, `:`, `&` and `+` at most once: the rule of Etsy's titles.
    EtsyCharset,
}
