//! French examples of forbidden phrases.

use crate::lang::PlainBreaches;

pub(super) const PLAIN_BREACHES: PlainBreaches = PlainBreaches {
    filler: &["à vendre", "je vends", "urgent"],
    keyword_lists: &["mots-clés :", "mots clés :"],
    off_platform_payment: &["virement", "entre proches"],
    shipping: &["livraison gratuite", "livraison offerte"],
    currency_words: &["euros", "euro", "dollars"],
    streets: &["rue", "avenue", "boulevard", "impasse"],
};
