//! Each language's phrases for text cleaning. A seller may mix languages, so the caller passes all.

/// Phrases that listings must not contain, and helper words. All except [`Phrases::dangling`] are folded:
/// lower case, no accents.
pub(crate) struct Phrases {
    /// They say nothing about the item.
    pub(crate) filler: &'static [&'static str],
    /// Promises about shipping costs, which marketplaces show in a separate field.
    pub(crate) shipping: &'static [&'static str],
    pub(crate) off_platform_payment: &'static [&'static str],
    /// At the start of a line.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Before contact data or a price ("contactez-moi au …", "prix : …"), removed together with it.
    pub(crate) lead_ins: &'static [&'static str],
    /// "tel".
    pub(crate) phone_announcements: &'static [&'static str],
    /// Words for `@`: "at", "arobase".
    pub(crate) at_words: &'static [&'static str],
    /// "dot", "point".
    pub(crate) dot_words: &'static [&'static str],
    pub(crate) currency_words: &'static [&'static str],
    /// No cut text may end with these ("de", "the"); in lower case with accents.
    pub(crate) dangling: &'static [&'static str],
    pub(crate) addresses: AddressWords,
}

/// The words in postal addresses. Languages with the street word before the name ("rue de la Paix") use other
/// fields than those with it after ("Baker Street").
pub(crate) struct AddressWords {
    /// Street words with no other meaning there: "rue".
    pub(crate) before_name: &'static [&'static str],
    /// Street words that may also be counted things ("3 places").
    pub(crate) perhaps_before_name: &'static [&'static str],
    /// Within a street's name, without a capital: "de", "la".
    pub(crate) links: &'static [&'static str],
    /// The same, ending with an apostrophe: "l'".
    pub(crate) elided_links: &'static [&'static str],
    /// For houses with the same number: "bis".
    pub(crate) house_suffixes: &'static [&'static str],
    /// They may follow a town's name.
    pub(crate) town_ends: &'static [&'static str],
    /// Street words: "street".
    pub(crate) after_name: &'static [&'static str],
    /// Street words that also occur in names of goods ("10 Speed Road Bike").
    pub(crate) perhaps_after_name: &'static [&'static str],
    /// Post boxes: "P.O. Box".
    pub(crate) boxes: &'static [&'static [&'static str]],
    /// Post boxes only before a postcode: "BP".
    pub(crate) perhaps_boxes: &'static [&'static [&'static str]],
    /// With a street word: "500 GB Hard Drive", "38 Legging Court".
    pub(crate) goods: &'static [&'static [&'static str]],
}

#[derive(Clone, Copy)]
pub(crate) struct AllPhrases(&'static [&'static Phrases]);

impl AllPhrases {
    pub(crate) const fn new(languages: &'static [&'static Phrases]) -> Self {
        Self(languages)
    }

    pub(super) fn lists(self, pick: fn(&'static Phrases) -> List) -> Vec<List> {
        self.0.iter().map(|language| pick(language)).collect()
    }

    /// In any language.
    pub(super) fn has(self, word: &str, pick: fn(&'static Phrases) -> List) -> bool {
        self.0.iter().any(|language| pick(language).contains(&word))
    }

    /// Of all languages.
    pub(super) fn addresses<T: 'static>(
        self,
        pick: fn(&'static AddressWords) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.0.iter().flat_map(move |language| pick(&language.addresses))
    }
}

pub(super) type List = &'static [&'static str];
