//! Sellers' style on each marketplace, one file each: the length and form of titles, and the order of the
//! facts.

mod craigslist;
mod depop;
mod ebay;
mod etsy;
mod facebook;
mod leboncoin;
mod mercari;
mod offerup;
mod poshmark;
mod selency;
mod vestiaire;
mod vinted;

use listing_domain::draft::PlatformText;
use listing_domain::marketplace::Platform;
use listing_domain::options::Tone;

use super::hashtags;
use super::item::Item;
use super::plan::{self, Case, Layout};
use super::text::capitalized;
use super::titles::{self, Line};

struct Style {
    title: Line,
    layout: Layout,
    hashtags: usize,
}

const fn style(platform: Platform) -> &'static Style {
    match platform {
        Platform::Leboncoin => &leboncoin::STYLE,
        Platform::Vinted => &vinted::STYLE,
        Platform::Marketplace => &facebook::STYLE,
        Platform::Ebay => &ebay::STYLE,
        Platform::Etsy => &etsy::STYLE,
        Platform::Vestiaire => &vestiaire::STYLE,
        Platform::Selency => &selency::STYLE,
        Platform::Poshmark => &poshmark::STYLE,
        Platform::Mercari => &mercari::STYLE,
        Platform::Depop => &depop::STYLE,
        Platform::Craigslist => &craigslist::STYLE,
        Platform::Offerup => &offerup::STYLE,
    }
}

pub(super) fn write(item: &Item<'_>, platform: Platform, tone: Tone) -> PlatformText {
    let style = style(platform);
    let title = titles::title(item, &style.title);
    PlatformText {
        platform,
        title: if (style.layout.case)(tone) == Case::First { capitalized(&title) } else { title },
        description: plan::describe(item, platform.code(), tone, &style.layout),
        hashtags: hashtags::for_item(item, style.hashtags),
    }
}

const fn capitals(_: Tone) -> Case {
    Case::First
}
