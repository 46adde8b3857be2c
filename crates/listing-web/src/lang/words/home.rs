//! The texts of the front page, as fields that every language fills in.

pub(crate) struct Home {
    pub(crate) title: &'static str,
    pub(crate) claim: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) open: &'static str,
    pub(crate) make: &'static str,
    pub(crate) invited: &'static str,
    pub(crate) for_developers: &'static str,
    // Texts of the example: a real response to a photo, which the page shows as a drawing.
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
    // Texts of the points that distinguish the service.
    pub(crate) point_rules: &'static str,
    /// Returns the sentence about marketplaces' rules for a number of supported marketplaces.
    pub(crate) point_rules_text: fn(&usize) -> String,
    pub(crate) point_yours: &'static str,
    pub(crate) point_yours_text: &'static str,
    pub(crate) point_private: &'static str,
    pub(crate) point_private_text: &'static str,
}
