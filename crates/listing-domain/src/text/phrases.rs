//! Phrases that marketplaces forbid. All folded: lower case, no accents.

/// Words that sell nothing. They fill a title without telling what the item is.
pub(super) const FILLER: &[&str] = &[
    "a vendre",
    "je vends",
    "vends",
    "vend",
    "urgent",
    "tres urgent",
    "vente urgente",
    "a saisir",
    "affaire a saisir",
    "bonne affaire",
    "super affaire",
    "pas cher",
    "prix casse",
    "for sale",
    "must go",
    "must sell",
    "on sale",
    "cheap",
    "bargain",
    "great deal",
];

/// Promises about shipping costs, which have their own field.
pub(super) const SHIPPING: &[&str] = &[
    "free shipping",
    "free delivery",
    "free postage",
    "free p&p",
    "ships free",
    "livraison gratuite",
    "livraison offerte",
    "envoi gratuit",
    "envoi offert",
    "port gratuit",
    "port offert",
    "frais de port offerts",
    "frais de port inclus",
    "frais de port gratuits",
    "fdp in",
    "fdp offerts",
    "fdpin",
];

/// Ways to pay that go around the platform.
pub(super) const OFF_PLATFORM_PAYMENT: &[&str] = &[
    "paypal",
    "pay pal",
    "venmo",
    "cash app",
    "cashapp",
    "zelle",
    "western union",
    "moneygram",
    "wire transfer",
    "bank transfer",
    "virement",
    "par lydia",
    "via lydia",
    "paylib",
    "entre proches",
    "friends and family",
    "off platform",
    "outside the app",
    "outside the platform",
    "hors plateforme",
    "hors vinted",
    "hors site",
    "hors application",
];

/// How a list of search words is announced at the start of a line.
pub(super) const KEYWORD_LISTS: &[&str] = &[
    "mots cles",
    "mots-cles",
    "mot cle",
    "mot-cle",
    "keywords",
    "key words",
    "keyword",
    "search terms",
    "tags",
    "hashtags",
    "recherches",
];
