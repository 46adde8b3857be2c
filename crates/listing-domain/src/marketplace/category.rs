//! Chooses the category of an item on a marketplace.
//!
//! The tables (`lang/*/categories.tsv`) have rows for single goods, families of goods, product types and the
//! remaining goods of a department. Each row is for one or more audiences. The most precise row that fits the
//! item and its audience decides. An item never gets a row for another audience.

use super::facts::{CategoryStyle, Facts, LEVEL};
use crate::lang;
use crate::lang::{CategoryGoods, CategoryKey, Decision};
use crate::options::Language;
use crate::product::{Audience, Product};

/// The key of the row for goods that no other row covers.
const REST: CategoryKey = CategoryKey { goods: CategoryGoods::Rest, audience: None };

/// Returns the category for an item as a listing shows it, see [`super::Marketplace::category`].
pub(super) fn shown(
    facts: &Facts,
    product: Product,
    audience: Option<Audience>,
    language: Language,
) -> String {
    let keys = keys(facts, product, audience).into_iter();
    let levels = keys.map(|key| path(facts, key, language).split(LEVEL).collect::<Vec<_>>());
    let shared = levels.reduce(|first, second| shared_start(&first, &second)).unwrap_or_default();
    let own_path = || path(facts, decisive_key(facts, product, audience).unwrap_or(REST), language);
    let path = if shared.is_empty() { own_path().to_owned() } else { shared.join(LEVEL) };
    match facts.category_style {
        CategoryStyle::FullPath => path,
        CategoryStyle::Leaf => path.rsplit(LEVEL).next().unwrap_or_default().to_owned(),
    }
}

/// Returns the audience of the chosen category if the item's own audience is not known to match it. Returns
/// `None` if the category suits every audience of the item.
pub(super) fn assumed(facts: &Facts, product: Product, audience: Option<Audience>) -> Option<Audience> {
    let chosen = keys(facts, product, audience).first()?.audience?;
    let known = match (audience, wearers(product)) {
        (Some(Audience::Unisex), _) => return None,
        (Some(audience), _) => Some(audience),
        (None, [only]) => Some(*only),
        (None, _) => None,
    };
    let is_known = known.is_some_and(|known| certain_audiences(known).contains(&chosen));
    (!is_known).then_some(chosen)
}

/// Returns the keys of the table rows that decide the category of an item. For a department without a known
/// product type, these are the rows of all its types.
fn keys(facts: &Facts, product: Product, audience: Option<Audience>) -> Vec<CategoryKey> {
    let decisive_key = |product| decisive_key(facts, product, audience);
    match product {
        Product::Department(department) => {
            department.types().filter_map(|kind| decisive_key(Product::Type(kind))).collect()
        }
        Product::Good(_) | Product::Type(_) | Product::Unknown => decisive_key(product).into_iter().collect(),
    }
}

/// Returns the key of the table row that decides the category of an item, in the marketplace's own language.
/// Returns `None` if the marketplace has no category for the item.
pub(super) fn decisive_key(
    facts: &Facts,
    product: Product,
    audience: Option<Audience>,
) -> Option<CategoryKey> {
    let find_line = |fitting: Vec<Option<Audience>>| first_line(facts, product, &fitting);
    let decision = if let Some(audience) = audience {
        find_line(fitting(product, audience))
    } else {
        // The usual audience of such goods comes first, then rows without an audience, then rows of any
        // audience.
        let usual = wearers(product).iter().map(|wearer| fitting(product, *wearer));
        let others = Audience::ALL.iter().map(|audience| fitting(product, *audience));
        usual.chain([vec![None]]).chain(others).find_map(find_line)
    };
    decision.and_then(|(key, decision)| matches!(decision, Decision::In(_)).then_some(key))
}

/// Returns true if the marketplace's site in a language has a category for a product.
pub(super) fn is_offered(facts: &Facts, product: Product, language: Language) -> bool {
    let line = |key| lang::of(language).categories.get(facts.platform.code(), key);
    decisive_key(facts, product, None).is_some_and(|key| line(key) != Some(Decision::Nowhere))
}

/// Returns the first table row that is for a product and one of the `fitting` audiences, from the most
/// precise goods to the broadest.
fn first_line(
    facts: &Facts,
    product: Product,
    fitting: &[Option<Audience>],
) -> Option<(CategoryKey, Decision)> {
    let table = &lang::of(facts.own_language).categories;
    let keys = goods(product)
        .into_iter()
        .flat_map(|goods| fitting.iter().map(move |audience| CategoryKey { goods, audience: *audience }));
    let mut lines = keys.filter_map(|key| Some((key, table.get(facts.platform.code(), key)?)));
    lines.next()
}

/// Returns the category path of a table row, as the marketplace's site in a language shows it. If the site
/// does not offer such goods, this is the catch-all category. If the language's table lacks the row, this is
/// the path in the marketplace's own language.
fn path(facts: &Facts, key: CategoryKey, language: Language) -> &'static str {
    let line = |key, language| lang::of(language).categories.get(facts.platform.code(), key);
    match line(key, language).or_else(|| line(key, facts.own_language)) {
        Some(Decision::In(path)) => path,
        Some(Decision::Nowhere) if key == REST => "",
        Some(Decision::Nowhere) => path(facts, REST, language),
        None => "",
    }
}

/// Returns the groups of goods that contain a product, from the most precise to the broadest.
fn goods(product: Product) -> Vec<CategoryGoods> {
    let (family, broader) = match product {
        Product::Good(good) => (good.family(), Some(good.product())),
        Product::Type(_) | Product::Department(_) | Product::Unknown => (None, None),
    };
    let department = product.department().map(Product::Department);
    let mut goods = vec![CategoryGoods::Product(product)];
    goods.extend(family.map(CategoryGoods::Family));
    goods.extend([broader, department].into_iter().flatten().map(CategoryGoods::Product));
    goods
}

/// Returns the audiences whose table rows suit items for `audience`, the best first. `None` is the row for
/// any audience.
fn fitting(product: Product, audience: Audience) -> Vec<Option<Audience>> {
    let certain_audiences = certain_audiences(audience);
    let split = match audience {
        // The child's sex is unknown, but some marketplaces only have lines for girls and for boys.
        Audience::Children => &[Audience::Girls, Audience::Boys][..],
        Audience::Baby => &[Audience::BabyGirls, Audience::BabyBoys, Audience::Girls, Audience::Boys],
        Audience::Unisex => {
            let is_mens = wearers(product).iter().find(|it| !it.is_young()) == Some(&Audience::Men);
            if is_mens { &[Audience::Men, Audience::Women] } else { &[Audience::Women, Audience::Men] }
        }
        _ => &[],
    };
    certain_audiences.iter().copied().map(Some).chain([None]).chain(split.iter().copied().map(Some)).collect()
}

/// Returns the audiences whose table rows certainly suit items for `audience`.
const fn certain_audiences(audience: Audience) -> &'static [Audience] {
    match audience {
        Audience::Women => &[Audience::Women],
        Audience::Men => &[Audience::Men],
        Audience::Unisex => &[Audience::Unisex],
        Audience::Girls => &[Audience::Girls, Audience::Children],
        Audience::Boys => &[Audience::Boys, Audience::Children],
        Audience::Children => &[Audience::Children],
        Audience::Baby => &[Audience::Baby, Audience::Children],
        Audience::BabyGirls => &[Audience::BabyGirls, Audience::Baby, Audience::Girls, Audience::Children],
        Audience::BabyBoys => &[Audience::BabyBoys, Audience::Baby, Audience::Boys, Audience::Children],
    }
}

/// Returns the people who wear a product, the most frequent audience first. Most clothes are women's.
fn wearers(product: Product) -> &'static [Audience] {
    match product {
        Product::Good(good) => good.wearers(),
        Product::Type(_) | Product::Department(_) => &[Audience::Women, Audience::Men],
        Product::Unknown => &[],
    }
}

fn shared_start<'a>(first: &[&'a str], second: &[&'a str]) -> Vec<&'a str> {
    first.iter().zip(second).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect()
}
