//! The phrases that a text is read by. A text is in one language, but its seller need not keep
//! to it, so it is read by those of all languages, which the caller passes in.

/// What must not stand in a listing, and where its text may be cut, in one language. All but
/// [`Phrases::dangling`] is folded: lower case, no accents.
pub(crate) struct Phrases {
    /// Words that sell nothing. They fill a title without telling what the item is.
    pub(crate) filler: &'static [&'static str],
    /// Promises about shipping costs, which have their own field.
    pub(crate) shipping: &'static [&'static str],
    /// Ways to pay that go around the platform.
    pub(crate) off_platform_payment: &'static [&'static str],
    /// How a list of search words is announced at the start of a line.
    pub(crate) keyword_lists: &'static [&'static str],
    /// Words that lead up to what is taken out ("contactez-moi au …", "prix : …")
    /// and mean nothing without it.
    pub(crate) lead_ins: &'static [&'static str],
    /// Words before a phone number.
    pub(crate) phone_announcements: &'static [&'static str],
    /// Words for `@`, and for the dot of a domain.
    pub(crate) at_words: &'static [&'static str],
    pub(crate) dot_words: &'static [&'static str],
    /// Words for currencies after a number.
    pub(crate) currency_words: &'static [&'static str],
    /// Words that need another one behind them, in lower case with their accents.
    pub(crate) dangling: &'static [&'static str],
    /// The words of postal addresses.
    pub(crate) addresses: AddressWords,
}

/// The words of postal addresses. A language whose streets stand before their names fills in the
/// first fields, one whose streets stand behind them the others.
pub(crate) struct AddressWords {
    /// Words for streets that stand between a number and a name, and there mean nothing else.
    pub(crate) before_name: &'static [&'static str],
    /// The same that may also count something ("3 places").
    pub(crate) perhaps_before_name: &'static [&'static str],
    /// Words inside the name of such a street, and those that end with an apostrophe.
    pub(crate) links: &'static [&'static str],
    pub(crate) elided_links: &'static [&'static str],
    /// What tells apart houses of one number.
    pub(crate) house_suffixes: &'static [&'static str],
    /// What stands behind the name of a town.
    pub(crate) town_ends: &'static [&'static str],
    /// Words for streets that stand behind their names.
    pub(crate) behind_name: &'static [&'static str],
    /// The same that also name goods ("10 Speed Road Bike").
    pub(crate) perhaps_behind_name: &'static [&'static str],
    /// Words for a post box, by words, and those that mean one before a postcode alone.
    pub(crate) boxes: &'static [&'static [&'static str]],
    pub(crate) perhaps_boxes: &'static [&'static [&'static str]],
    /// What goods are called, by words, with a word that is also one for a street: "500 GB Hard
    /// Drive", "38 Legging Court".
    pub(crate) goods: &'static [&'static [&'static str]],
}

/// The phrases of all languages.
#[derive(Clone, Copy)]
pub(crate) struct AllPhrases(&'static [&'static Phrases]);

impl AllPhrases {
    /// The phrases of these languages.
    pub(crate) const fn new(languages: &'static [&'static Phrases]) -> Self {
        Self(languages)
    }

    /// One list of each language.
    pub(super) fn lists(self, pick: fn(&'static Phrases) -> List) -> Vec<List> {
        self.0.iter().map(|language| pick(language)).collect()
    }

    /// Whether a word stands in that list of any language.
    pub(super) fn has(self, word: &str, pick: fn(&'static Phrases) -> List) -> bool {
        self.0.iter().any(|language| pick(language).contains(&word))
    }

    /// Everything in that list of addresses of any language.
    pub(super) fn addresses<T: 'static>(
        self,
        pick: fn(&'static AddressWords) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.0.iter().flat_map(move |language| pick(&language.addresses))
    }
}

/// A list of words or phrases.
pub(super) type List = &'static [&'static str];
