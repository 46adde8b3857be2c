//! The front page.

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
    vinted_title: "Brown Mango skirt, size M, very good condition",
    vinted_text: "Mango brown skirt, hoping to make someone happy. Nice to have for work. Size M. Very good condition. Want to know about the measurements, the length or the zip? Just send me a message. Have a peek at my other listings, you can make a bundle! #mango #skirt #clothing #brown #fashion",
    vinted_category: "Women > Clothing > Skirts",
    vinted_condition: "Very good",
    vinted_price: "€12",
    ebay_title: "Brown Skirt Mango Very Good Condition Size M Clothing Fashion Office",
    ebay_text: "Thank you for stopping to view this Mango brown skirt. It would do nicely for the office. Size M. Very good condition. If you’d like several things in one package, just let me know first. If the offer button is there, go ahead and use it!",
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
    point_private: "Photos are not kept",
    point_private_text: "Each photo is analyzed and then discarded. At most, a small thumbnail is kept with your listings, until you delete them.",
};
