//! A marketplace's rules for texts.

/// A rule for titles or descriptions, if code can check it; others (one item only, no foreign brand, French
/// only) are up to the writer.
///
/// Cleaning always removes phone numbers, email, web and postal addresses, control and invisible characters,
/// HTML and Markdown. It also removes excess hashtags, and reduces three or more shouted words or exclamation
/// marks in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lint {
    NoPrice,
    NoEmoji,
    /// Except common acronyms.
    NoAllCaps,
    Max3CapsWords,
    /// No line that introduces a list of keywords.
    NoKeywordList,
    /// "for sale", "urgent".
    NoFiller,
    /// `***`, `@@@`.
    NoSymbolRuns,
    NoOtherMarketplace,
    /// No offer to pay outside the marketplace.
    NoOffPlatformPayment,
    /// "free shipping".
    NoShippingClaim,
    /// Etsy's rule for titles: only letters, digits, punctuation, mathematical signs, spaces and ™ © ®; `%`,
    /// `:`, `&` and `+` once each.
    EtsyCharset,
}
