//! The phrases that text cleaning recognizes, in each language. A seller may mix languages, so the caller
//! passes the phrases of all languages.

/// The phrases of one language that listings must not contain, and helper words for removing and cutting
/// text. All except [`Phrases::dangling`] are folded: lower case, no accents.
pub(crate) struct Phrases {
    /// Filler words, which say nothing about the item.
    pub(crate) filler: &'static [&'static str],
    /// Promises about shipping costs, which marketplaces show in a separate field.
    pub(crate) shipping: &'static [&'static str],
    /// Phrases about payments outside the marketplace.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// Phrases that introduce a keyword list at the start of a line.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Words that introduce contact data or a price ("contactez-moi au …", "prix : …"). They are removed
    /// together with it.
    pub(crate) lead_ins: &'static [&'static str],
    /// Words before a phone number: "tel".
    pub(crate) phone_announcements: &'static [&'static str],
    /// Words for the `@` of an email address: "at", "arobase".
    pub(crate) at_words: &'static [&'static str],
    /// Words for the dot of a domain: "dot", "point".
    pub(crate) dot_words: &'static [&'static str],
    pub(crate) currency_words: &'static [&'static str],
    /// Words with which no cut text may end ("de", "the"), in lower case with accents.
    pub(crate) dangling: &'static [&'static str],
    pub(crate) addresses: AddressWords,
}

/// The words in postal addresses of one language. Languages with the street word before the name ("rue de la
/// Paix") use other fields than those with the word after it ("Baker Street").
pub(crate) struct AddressWords {
    /// Street words before a name that have no other meaning there: "rue".
    pub(crate) before_name: &'static [&'static str],
    /// Street words before a name that may also be counted things ("3 places").
    pub(crate) perhaps_before_name: &'static [&'static str],
    /// Words within a street's name that need no capital: "de", "la".
    pub(crate) links: &'static [&'static str],
    /// Beginnings of words within a street's name that end with an apostrophe: "l'".
    pub(crate) elided_links: &'static [&'static str],
    /// Suffixes that distinguish houses with the same number: "bis".
    pub(crate) house_suffixes: &'static [&'static str],
    /// Words that may follow the name of a town.
    pub(crate) town_ends: &'static [&'static str],
    /// Street words after a name: "street".
    pub(crate) after_name: &'static [&'static str],
    /// Street words after a name that also occur in names of goods ("10 Speed Road Bike").
    pub(crate) perhaps_after_name: &'static [&'static str],
    /// Phrases for a post box: "P.O. Box".
    pub(crate) boxes: &'static [&'static [&'static str]],
    /// Phrases that mean a post box only before a postcode: "BP".
    pub(crate) perhaps_boxes: &'static [&'static [&'static str]],
    /// Names of goods that contain a street word: "500 GB Hard Drive", "38 Legging Court".
    pub(crate) goods: &'static [&'static [&'static str]],
}

#[derive(Clone, Copy)]
pub(crate) struct AllPhrases(&'static [&'static Phrases]);

impl AllPhrases {
    pub(crate) const fn new(languages: &'static [&'static Phrases]) -> Self {
        Self(languages)
    }

    /// Returns the picked list of each language.
    pub(super) fn lists(self, pick: fn(&'static Phrases) -> List) -> Vec<List> {
        self.0.iter().map(|language| pick(language)).collect()
    }

    /// Returns true if the picked list of any language contains a word.
    pub(super) fn has(self, word: &str, pick: fn(&'static Phrases) -> List) -> bool {
        self.0.iter().any(|language| pick(language).contains(&word))
    }

    /// Returns all entries of the picked list of address words, of all languages.
    pub(super) fn addresses<T: 'static>(
        self,
        pick: fn(&'static AddressWords) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.0.iter().flat_map(move |language| pick(&language.addresses))
    }
}

pub(super) type List = &'static [&'static str];
