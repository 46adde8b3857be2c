//! The front page.

pub(crate) struct Home {
    pub(crate) title: &'static str,
    pub(crate) claim: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) open: &'static str,
    pub(crate) make: &'static str,
    pub(crate) invited: &'static str,
    pub(crate) for_developers: &'static str,
    /// The example: a real response with a drawn photo.
    pub(crate) example: &'static str,
    pub(crate) example_note: &'static str,
    pub(crate) picture: &'static str,
    pub(crate) seen: &'static str,
    pub(crate) stated: &'static str,
    pub(crate) seen_name: &'static str,
    pub(crate) stated_values: &'static str,
    pub(crate) vinted_title: &'static str,
    pub(crate) vinted_text: &'static str,
    pub(crate) vinted_category: &'static str,
    pub(crate) vinted_condition: &'static str,
    pub(crate) vinted_price: &'static str,
    pub(crate) ebay_title: &'static str,
    pub(crate) ebay_text: &'static str,
    pub(crate) ebay_category: &'static str,
    pub(crate) ebay_condition: &'static str,
    pub(crate) ebay_price: &'static str,
    pub(crate) price_why: &'static str,
    pub(crate) price_reason: &'static str,
    /// The distinctive features.
    pub(crate) point_rules: &'static str,
    /// Takes the number of marketplaces.
    pub(crate) point_rules_text: fn(&usize) -> String,
    pub(crate) point_yours: &'static str,
    pub(crate) point_yours_text: &'static str,
    pub(crate) point_private: &'static str,
    pub(crate) point_private_text: &'static str,
}
