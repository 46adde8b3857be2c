//! A marketplace's rules for texts.

/// A rule that a marketplace sets for titles or descriptions.
///
/// Only rules that code can check are here. Rules that need understanding (one item only, no foreign brand,
/// French only) are up to the writer of the listing.
///
/// Independently of these rules, cleaning always removes phone numbers, email, web and postal addresses,
/// control and invisible characters, HTML and Markdown. It also removes excess hashtags, and reduces three or
/// more shouted words or exclamation marks in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lint {
    /// No prices.
    NoPrice,
    /// No emoji.
    NoEmoji,
    /// No words in capitals, except common acronyms.
    NoAllCaps,
    /// At most three words in capitals.
    Max3CapsWords,
    /// No line that introduces a list of keywords.
    NoKeywordList,
    /// No filler words, such as "for sale" or "urgent".
    NoFiller,
    /// No runs of symbols such as `***` or `@@@`.
    NoSymbolRuns,
    /// No names of other marketplaces.
    NoOtherMarketplace,
    /// No offer to pay outside the marketplace.
    NoOffPlatformPayment,
    /// No promises about shipping, such as "free shipping".
    NoShippingClaim,
    /// Etsy's rule for titles: only letters, digits, punctuation, mathematical signs, spaces and ™ © ®. Each
    /// of `%`, `:`, `&` and `+` may occur once.
    EtsyCharset,
}
