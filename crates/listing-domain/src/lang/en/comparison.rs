//! Sentences that compare marketplaces, in English. The fees are those of the facts (`marketplace/`).

use crate::lang::ComparisonWords;
use crate::marketplace::Platform;

pub(super) const COMPARISON: ComparisonWords = ComparisonWords {
    general: "{marketplace} has a category for this kind of item.",
    other_market: "Prices on {marketplace} are in {other}, but this item is for sale in {own}.",
    fees: |platform| match platform {
        Platform::Leboncoin => "Free for private sellers; boosts and extra photos cost extra.",
        Platform::Vinted => "No fee for sellers; the buyer pays for protection.",
        Platform::Marketplace => {
            "Free for local pickup; 10% of the order if you ship it in the United States."
        }
        Platform::Ebay => {
            "The rate depends on the category; fees of private sellers outside the United States are not certain."
        }
        Platform::Etsy => {
            "Part of the fees is also due on the shipping price, and offsite ads cost 12% to 15% more; fees outside \
             the United States are not certain."
        }
        Platform::Vestiaire => {
            "12% (at least $10) and 3% for payment (at least $3), at most 30% in all, in the United States; fees in \
             other currencies are not certain."
        }
        Platform::Selency => "A commission that is not published.",
        Platform::Poshmark => "$2.95 below $15, otherwise 20%; the buyer pays for shipping.",
        Platform::Mercari => "10%, also of the shipping that the buyer pays.",
        Platform::Depop => {
            "No selling fee in the United Kingdom and the United States, but payment fees; boosted listings cost \
             12% more."
        }
        Platform::Craigslist => "Free for most goods, as far as is known.",
        Platform::Offerup => "Free for local pickup; 12.9% (at least $1.99) if you ship the item.",
    },
    no_title: "no title field",
    title_max: "title up to {number} characters",
    hashtags_max: "up to {number} hashtags",
    whole_prices: "prices without cents",
    price_min: "at least {amount}",
    price_max: "at most {amount}",
    if_accepted: "If your item is accepted there, ",
    keeps_all: "{if}{marketplace} takes no fee from sellers, so {net} is yours.",
    keeps: "{if}{marketplace} leaves you {net} of {price}, after {fees} in fees.",
    uncertain_fees: "{if}{marketplace} is an option at {price}, but its fees are not certain.",
};
