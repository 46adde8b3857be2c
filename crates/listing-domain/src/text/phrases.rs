//! What is recognised in a text, in all languages at once: a text is in one of
//! them, but its seller need not keep to it. All folded: lower case, no accents.

use std::sync::LazyLock;

use crate::lang;

/// Phrases of all languages.
pub(super) type Phrases = LazyLock<Vec<&'static str>>;

macro_rules! phrases {
    ($( $(#[$meta:meta])* $name:ident = $field:ident; )+) => { $(
        $(#[$meta])*
        pub(super) static $name: Phrases =
            LazyLock::new(|| lang::all_reading(|reading| reading.$field).copied().collect());
    )+ };
}

phrases! {
    /// Words that sell nothing.
    FILLER = filler;
    /// Promises about shipping costs.
    SHIPPING = shipping;
    /// Ways to pay that go around the platform.
    OFF_PLATFORM_PAYMENT = off_platform_payment;
    /// How a list of search words is announced.
    KEYWORD_LISTS = keyword_lists;
    /// Words that lead up to what is taken out.
    LEAD_INS = lead_ins;
    /// Words before a phone number.
    PHONE_ANNOUNCEMENTS = phone_announcements;
    /// Words for `@`.
    AT_WORDS = at_words;
    /// Words for the dot of a domain.
    DOT_WORDS = dot_words;
    /// Words for currencies after a number.
    CURRENCY_WORDS = currency_words;
}
