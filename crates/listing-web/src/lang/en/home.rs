//! English texts of the front page.

use crate::lang::words::Home;

pub(super) static WORDS: Home = Home {
    title: "Listings from your photos",
    claim: "Take a photo. We write the listing.",
    lead: "Turn up to four photos of an item into a title, a description, a category and a price for each marketplace you choose, within that marketplace’s rules.",
    open: "Go to your account",
    make: "Create a listing",
    invited: "Accounts are by invitation only. Open the link in your invitation to create yours.",
    for_developers: "For developers: use the API",
    example: "An example",
    example_note: "The result for one photo, with brand, size and condition stated. The photo is redrawn here; the texts are unchanged.",
    picture: "A brown pleated skirt on a hanger",
    seen: "Seen in the photo",
    stated: "Stated by the seller",
    seen_name: "Brown skirt",
    stated_values: "Mango · M · very good",
    vinted_title: "Mango brown skirt, size M",
    vinted_text: "Hi, I’m selling this brown Mango skirt. It’s a size M, in very good condition. #mango #skirt #brown",
    vinted_category: "Women > Clothing > Skirts",
    vinted_condition: "Very good",
    vinted_price: "€12",
    ebay_title: "Mango Brown Skirt Size M",
    ebay_text: "Hi there, I’m letting go of this brown Mango skirt. It’s a size M, in very good condition.",
    ebay_category: "Clothing, Shoes & Accessories > Women > Women’s Clothing > Skirts",
    ebay_condition: "Pre-owned - Excellent",
    ebay_price: "$19",
    price_why: "Why this price",
    price_reason: "Estimate without market data for the United States, in US dollars: Mango skirt in very good condition, about $19, between $12 and $30. Starting point: $13, the usual second-hand price in good condition (November 2026 estimate), adjusted for the brand and the condition. Medium confidence.",
    point_rules: "Within the rules",
    point_rules_text: |marketplaces| {
        format!(
            "Before you see a listing, we check its length, category, condition and wording against the marketplace’s rules. {marketplaces} marketplaces are supported."
        )
    },
    point_yours: "You have the final say",
    point_yours_text: "The brand, size and condition you enter override anything we detect. Nothing is invented.",
    point_private: "Photos are not kept by default",
    point_private_text: "Each photo is analyzed and then discarded, unless you choose to keep photos for exports. A small thumbnail may stay with your listings until you delete them.",
};
