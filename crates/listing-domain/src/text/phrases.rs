//! Phrases recognized in texts. A seller may mix languages, so the caller passes the phrases of all
//! languages.

/// The phrases forbidden in listings, and words at which no text may be cut, in one language. All except
/// [`Phrases::dangling`] are folded: lower case, no accents.
pub(crate) struct Phrases {
    /// Filler words, which say nothing about the item.
    pub(crate) filler: &'static [&'static str],
    /// Promises about shipping costs, which have their own field.
    pub(crate) shipping: &'static [&'static str],
    /// Payments outside the platform.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Phrases that introduce a keyword list at the start of a line.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Words that introduce a removed part ("contactez-moi au …", "prix : …") and mean nothing without it.
    pub(crate) lead_ins: &'static [&'static str],
    pub(crate) phone_announcements: &'static [&'static str],
    /// Words for `@`, and for the dot of a domain.
    pub(crate) at_words: &'static [&'static str],
    pub(crate) dot_words: &'static [&'static str],
    pub(crate) currency_words: &'static [&'static str],
    /// Words at which no text may end, in lower case with accents.
    pub(crate) dangling: &'static [&'static str],
    pub(crate) addresses: AddressWords,
}

/// The words of postal addresses. A language whose street words precede names uses the first fields. One
/// whose street words follow names uses the others.
pub(crate) struct AddressWords {
    /// Street words between a number and a name, without another meaning there.
    pub(crate) before_name: &'static [&'static str],
    /// Street words that may also count something ("3 places").
    pub(crate) perhaps_before_name: &'static [&'static str],
    /// Words inside the name of such a street, and words there that end with an apostrophe.
    pub(crate) links: &'static [&'static str],
    pub(crate) elided_links: &'static [&'static str],
    /// Suffixes that distinguish houses with the same number.
    pub(crate) house_suffixes: &'static [&'static str],
    /// Words after the name of a town.
    pub(crate) town_ends: &'static [&'static str],
    /// Street words after a name.
    pub(crate) after_name: &'static [&'static str],
    /// Street words that also name goods ("10 Speed Road Bike").
    pub(crate) perhaps_after_name: &'static [&'static str],
    /// Words for a post box, and words that mean a post box only before a postcode.
    pub(crate) boxes: &'static [&'static [&'static str]],
    pub(crate) perhaps_boxes: &'static [&'static [&'static str]],
    /// Names of goods with a word that is also a street word: "500 GB Hard Drive", "38 Legging Court".
    pub(crate) goods: &'static [&'static [&'static str]],
}

#[derive(Clone, Copy)]
pub(crate) struct AllPhrases(&'static [&'static Phrases]);

impl AllPhrases {
    pub(crate) const fn new(languages: &'static [&'static Phrases]) -> Self {
        Self(languages)
    }

    /// Returns one list of each language.
    pub(super) fn lists(self, pick: fn(&'static Phrases) -> List) -> Vec<List> {
        self.0.iter().map(|language| pick(language)).collect()
    }

    /// Returns true if that list of any language contains a word.
    pub(super) fn has(self, word: &str, pick: fn(&'static Phrases) -> List) -> bool {
        self.0.iter().any(|language| pick(language).contains(&word))
    }

    /// Returns all entries of that list of addresses in all languages.
    pub(super) fn addresses<T: 'static>(
        self,
        pick: fn(&'static AddressWords) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.0.iter().flat_map(move |language| pick(&language.addresses))
    }
}

pub(super) type List = &'static [&'static str];
