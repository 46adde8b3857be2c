//! How sellers write on each marketplace, one file each.
//!
//! A file says how long its titles read well, how they are built, and what is
//! listed; what is said in each language and tone stands in the languages' folders,
//! one file for each platform there too.

pub(crate) mod craigslist;
pub(crate) mod depop;
pub(crate) mod ebay;
pub(crate) mod etsy;
pub(crate) mod facebook;
pub(crate) mod leboncoin;
pub(crate) mod mercari;
pub(crate) mod offerup;
pub(crate) mod poshmark;
pub(crate) mod selency;
pub(crate) mod vestiaire;
pub(crate) mod vinted;

use listing_domain::draft::PlatformText;
use listing_domain::marketplace::Platform;
use listing_domain::product::{Department, Product};
use listing_domain::wish::Tone;

use super::hashtags;
use super::item::Item;
use super::text;

/// What is said of an item on a marketplace.
pub(crate) type Describe = fn(&Item<'_>, Tone) -> String;

/// How sellers write on each marketplace.
pub(crate) struct Voices {
    pub(crate) craigslist: Describe,
    pub(crate) depop: Describe,
    pub(crate) ebay: Describe,
    /// Brand, name and audience in the order of an eBay title.
    pub(crate) ebay_title: fn([String; 3]) -> [String; 3],
    pub(crate) etsy: Describe,
    /// The audience behind the name in a title on Etsy.
    pub(crate) etsy_audience: fn(&str) -> String,
    pub(crate) facebook: Describe,
    pub(crate) leboncoin: Describe,
    pub(crate) mercari: Describe,
    pub(crate) offerup: Describe,
    pub(crate) poshmark: Describe,
    /// The headline on Poshmark.
    pub(crate) poshmark_title: fn(&Item<'_>) -> String,
    pub(crate) selency: Describe,
    pub(crate) vestiaire: Describe,
    pub(crate) vinted: Describe,
}

/// What a platform's file writes.
struct Post {
    title: String,
    description: String,
    /// How many hashtags sellers put under a description there.
    hashtags: usize,
}

/// The text for one marketplace.
pub(super) fn write(item: Item<'_>, platform: Platform, tone: Tone) -> PlatformText {
    let item = if is_american(platform) { item.in_american() } else { item };
    let post = match platform {
        Platform::Leboncoin => leboncoin::write(&item, tone),
        Platform::Vinted => vinted::write(&item, tone),
        Platform::Marketplace => facebook::write(&item, tone),
        Platform::Ebay => ebay::write(&item, tone),
        Platform::Etsy => etsy::write(&item, tone),
        Platform::Vestiaire => vestiaire::write(&item, tone),
        Platform::Selency => selency::write(&item, tone),
        Platform::Poshmark => poshmark::write(&item, tone),
        Platform::Mercari => mercari::write(&item, tone),
        Platform::Depop => depop::write(&item, tone),
        Platform::Craigslist => craigslist::write(&item, tone),
        Platform::Offerup => offerup::write(&item, tone),
    };
    PlatformText {
        platform,
        title: post.title,
        description: post.description,
        hashtags: hashtags::of(&item, post.hashtags),
    }
}

const fn is_american(platform: Platform) -> bool {
    matches!(platform, Platform::Poshmark | Platform::Mercari | Platform::Craigslist | Platform::Offerup)
}

/// A title of about `room` characters: the first of the names that fits, and
/// the parts. An item that could not be recognised sends its readers to the photos.
pub(crate) fn title<const N: usize>(
    item: &Item<'_>,
    room: usize,
    names: [String; N],
    parts: impl IntoIterator<Item = Option<String>>,
) -> String {
    let photos = (item.product == Product::Unknown).then(|| item.words().see_photos);
    text::title(room, names, parts.into_iter().chain([photos.map(str::to_owned)]))
}

/// The names of an item as a title may begin, longest first.
fn title_names(item: &Item<'_>) -> [String; 3] {
    [item.full_name(), item.name(), item.noun()].map(|name| text::capitalised(&name))
}

/// Where an item ends up with its buyer.
pub(crate) enum Destination {
    Wardrobe,
    Home,
    Anywhere,
}

impl Destination {
    pub(crate) fn of(product: Product) -> Self {
        match product.department() {
            Some(department) if department.is_fashion() => Self::Wardrobe,
            Some(
                Department::Furniture | Department::HomeDecor | Department::Kitchen | Department::Appliances,
            ) => Self::Home,
            _ => Self::Anywhere,
        }
    }
}
