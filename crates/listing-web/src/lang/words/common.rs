//! The texts that all pages share, as fields that every language fills in.

pub(crate) struct Common {
    pub(crate) skip: &'static str,
    // Texts of the navigation.
    pub(crate) nav: &'static str,
    pub(crate) overview: &'static str,
    pub(crate) new: &'static str,
    pub(crate) bulk: &'static str,
    pub(crate) listings: &'static str,
    pub(crate) keys: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) admin: &'static str,
    pub(crate) home: &'static str,
    pub(crate) sign_in: &'static str,
    pub(crate) sign_up: &'static str,
    pub(crate) sign_out: &'static str,
    /// The label of the language menu.
    pub(crate) language: &'static str,
    pub(crate) api_reference: &'static str,
    /// Returns the sentence about the service for a number of supported marketplaces.
    pub(crate) about: fn(&usize) -> String,
    // Labels of buttons and fields that several pages share.
    pub(crate) copy: &'static str,
    pub(crate) copied: &'static str,
    pub(crate) save: &'static str,
    pub(crate) cancel: &'static str,
    pub(crate) search: &'static str,
    pub(crate) clear_search: &'static str,
    pub(crate) next_page: &'static str,
    pub(crate) optional: &'static str,
    pub(crate) email: &'static str,
    pub(crate) password: &'static str,
    /// The separator between a label and its value, for example a colon and a space.
    pub(crate) colon: &'static str,
    pub(crate) problems: &'static str,
}
