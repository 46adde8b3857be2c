//! Tests of inputs as sellers type them: each of their words is in the description.

use listing_domain::attributes::{AttributeText, Attributes};
use listing_domain::listing::{Item as Sold, Listing};
use listing_domain::money::Money;
use listing_domain::pricing::{PriceQuestion, ReferenceRates, suggest};
use listing_domain::statement::ConditionStatement;
use listing_testkit::sellers::{SellerInput, seller_inputs};

use super::*;

fn words(attribute: Option<&AttributeText>) -> Option<&str> {
    attribute.map(AttributeText::as_str)
}

fn published(typed: &SellerInput, platform: Platform, tone: Tone) -> (Listing, Product) {
    let (language, known) = (typed.language, typed.known.without_contacts());
    let catalogue = Catalogue::default();
    let marketplace = catalogue.marketplace(platform);
    let currency = marketplace.currency(Locale::from(language).market);
    let product = typed.product();
    let brand = known.brand_of(product).value();
    let audience = typed.known.audience(product);
    let facts = Facts {
        name: words(known.name.as_ref()),
        colour: words(known.color.as_ref()).map(ColourFact::Stated),
        brand: brand.as_deref(),
        size: words(known.size.as_ref()),
        condition: words(known.condition.as_ref()),
        material: words(known.material.as_ref()),
        audience,
        seed: Seed::from_parts([typed.number.as_bytes()]),
        ..Facts::for_product(product)
    };
    let text = write_for(&facts, platform, language, Buyers::for_currency(currency), tone);
    let attributes = Attributes::default().with_known(&typed.known);
    let item = Sold { product, audience, attributes, known: typed.known.clone() };
    let price = Money::from_minor(1_000, currency);
    (Listing::compose(marketplace, &item, &text, price, language), product)
}

#[test]
fn every_word_of_the_seller_is_in_the_description() {
    let mut wrong = Vec::new();
    let all = seller_inputs();
    for typed in &all {
        for platform in Platform::ALL {
            let (listing, product) = published(typed, *platform, Tone::Professional);
            let lost = typed.lost(&listing, product);
            if !lost.is_empty() {
                wrong.push(format!(
                    "{} {platform}: {lost:?}\n{}\n{}\n",
                    typed.number, listing.title, listing.description
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn typed_condition_grades_are_all_read_correctly() {
    let mut wrong = Vec::new();
    for typed in seller_inputs() {
        let text = typed.known.condition.as_ref().map_or("", |it| it.as_str());
        let statement = ConditionStatement::read(text);
        let found = statement.grade().filter(|_| statement.is_named());
        if found != typed.grade {
            wrong.push(format!("{} {text}: {found:?}, not {:?}", typed.number, typed.grade));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn audience_and_quantity_are_read_in_nine_of_ten_inputs() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for typed in seller_inputs() {
        let (product, known) = (typed.product(), &typed.known);
        if product.has_audience() {
            count += 1;
            let audience = known.audience(product);
            if audience != typed.audience {
                wrong.push(format!("{} for {audience:?}, not {:?}: {known:?}", typed.number, typed.audience));
            }
        }
        count += 1;
        let quantity = known.lot(product).map_or(1, |lot| lot.quantity().get());
        if quantity != typed.quantity {
            wrong.push(format!("{} {quantity} things, not {}: {known:?}", typed.number, typed.quantity));
        }
    }
    assert!(wrong.len() * 10 <= count, "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The measured number of prices within a reseller's range; fewer fail.
const INSIDE: usize = 125;
/// The measured number of prices beyond half or double of a reseller's range, mostly of models in no table;
/// more fail.
const ABSURD: usize = 56;

#[test]
fn enough_price_estimates_are_within_a_resellers_range() {
    let rates = ReferenceRates::default();
    let (mut inside, mut absurd) = (0, Vec::new());
    for typed in seller_inputs() {
        let attributes = Attributes::default().with_known(&typed.known);
        let question = PriceQuestion {
            product: typed.product(),
            attributes: &attributes,
            opinion: None,
            comparables: &[],
            notes: typed.known.notes.as_ref(),
            locale: Locale::from(typed.language),
        };
        let price = suggest(&question, &rates).suggested.minor() / 100;
        let [low, high] = typed.prices;
        inside += usize::from((low..=high).contains(&price));
        if price * 2 <= low || price >= high * 2 {
            absurd.push(format!("{price}, not {low} to {high}: {} {:?}", typed.number, typed.known));
        }
    }
    let listed = absurd.join("\n");
    assert!(
        inside >= INSIDE && absurd.len() <= ABSURD,
        "{inside} inside, {} absurd:\n{listed}",
        absurd.len()
    );
}
