//! English examples of forbidden phrases.

use crate::lang::PlainBreaches;

pub(super) const PLAIN_BREACHES: PlainBreaches = PlainBreaches {
    filler: &["for sale", "must go"],
    keyword_lists: &["keywords:", "tags:"],
    off_platform_payment: &["paypal", "venmo", "cash app", "zelle", "western union"],
    shipping: &["free shipping", "free delivery"],
    currency_words: &["euros", "euro", "dollars"],
    streets: &[],
};
