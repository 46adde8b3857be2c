//! Tests of properties that hold for any item: random goods with attributes from short to hostile.
//!
//! `PROPTEST_CASES` sets the number of items; the default is [`ITEMS`].

use std::sync::LazyLock;

use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
use listing_domain::label::{Isbn, Model, Reference};
use listing_domain::listing::{Item, Listing};
use listing_domain::money::Money;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use super::*;

const ITEMS: u32 = 4_000;

const BRANDS: &[&str] = &[
    "Zara",
    "Levi’s",
    "H&M",
    "Comme des Garçons",
    "Maison Martin Margiela pour une collaboration de saison avec un très long nom de marque",
    "ZARA femme, neuf avec étiquette !!!",
    "06 12 34 56 78",
    "www.exemple.com",
    "<b>Nike</b> & <script>",
    "C&A 45€ URGENT",
    "Ø",
    "無印良品",
    "Adidas 👟",
    "((((()))) []",
    "a",
    "Z.Z.",
];
const SIZES: &[&str] = &[
    "M",
    "38",
    "FR 38",
    "W32 L34",
    "120 x 60 cm",
    "40 cm",
    "128 Go",
    "taille unique",
    "38 mais taille grand, plutôt un bon 40 selon la marque et la saison",
    "Taille M (38) femme",
    "XXL/3XL",
    "-1",
    "999999999999 x 999999999999 m",
];
const COLOURS: &[&str] = &[
    "noir",
    "blue",
    "gris sidéral",
    "Rouge Bordeaux à reflets dorés et motifs géométriques sur toute la surface",
    "rayé bleu et blanc",
    "navy",
    "multicolore !!!",
    "#ff0000",
];
const MATERIALS: &[&str] = &[
    "cuir",
    "100% coton",
    "50% wool 50% acrylic",
    "bois et métal",
    "Extérieur cuir d’agneau, doublure polyester, garnissage plumes et duvet de canard",
    "velours",
    "plastique ???",
];
const CONDITIONS: &[&str] = &[
    "very_good",
    "new_with_tags",
    "EUC, tiny snag on left sleeve",
    "Très bon état, petite tache au dos",
    "Bon état mais une couture est à reprendre sous le bras et le bouton du haut a été remplacé par un autre",
    "semelles propres !",
    "for parts, does not work",
    "neuf",
    "appelez le 06 12 34 56 78",
];

static REFERENCES: LazyLock<Vec<Reference>> = LazyLock::new(|| {
    let models = ["WH-1000XM4", "EOS 80D", "HD9318/20", "GSR 12V-15", "A1234"];
    let models = models.map(|name| Model::parse(name).map(Reference::Model));
    let isbns = ["9782070368228", "0140328726", "0020442203"];
    let isbns = isbns.map(|number| Isbn::parse(number).map(Reference::Isbn));
    models.into_iter().chain(isbns).flatten().collect()
});

/// None, a known value, or any text that a seller may type.
fn attribute(known: &'static [&'static str]) -> impl Strategy<Value = Option<AttributeText>> {
    let text = prop_oneof![
        4 => Just(String::new()),
        6 => select(known).prop_map(str::to_owned),
        1 => "\\PC{1,120}",
    ];
    text.prop_map(|text| AttributeText::parse("attributes", &text).ok().flatten())
}

prop_compose! {
    fn attributes()(
        brand in attribute(BRANDS),
        size in attribute(SIZES),
        color in attribute(COLOURS),
        material in attribute(MATERIALS),
        condition in attribute(CONDITIONS),
    ) -> KnownAttributes {
        KnownAttributes { brand, size, condition, color, material, ..KnownAttributes::default() }
    }
}

fn product() -> impl Strategy<Value = Product> {
    let of = |index: Index, count: usize| index.index(count);
    prop_oneof![
        20 => any::<Index>().prop_map(move |index| {
            Product::Good(Good::all().nth(of(index, Good::all().count())).unwrap())
        }),
        2 => select(ProductType::ALL).prop_map(Product::Type),
        1 => select(Department::ALL).prop_map(Product::Department),
        1 => Just(Product::Unknown),
    ]
}

fn facts<'a>(product: Product, known: &'a KnownAttributes, seed: u64) -> Facts<'a> {
    let text = |attribute: &'a Option<AttributeText>| attribute.as_ref().map(AttributeText::as_str);
    Facts {
        colour: text(&known.color).map(ColourFact::Stated),
        brand: text(&known.brand),
        size: text(&known.size),
        condition: text(&known.condition),
        material: text(&known.material),
        reference: usize::try_from(seed).ok().and_then(|seed| REFERENCES.get(seed % (2 * REFERENCES.len()))),
        seed: Seed::from_parts([&seed.to_le_bytes()[..]]),
        ..Facts::for_product(product)
    }
}

/// The same items in each run, so that a test fails only if the code changes; random ones if the environment
/// sets a number of items.
fn config() -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return config;
    }
    ProptestConfig { cases: ITEMS, rng_seed: RngSeed::Fixed(1), ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_listing_keeps_marketplace_rules_and_repeats_nothing(
        product in product(),
        known in attributes(),
        platform in select(Platform::ALL),
        language in select(Language::ALL),
        tone in select(Tone::ALL),
        seed in any::<u64>(),
    ) {
        let catalogue = Catalogue::default();
        let marketplace = catalogue.marketplace(platform);
        let currency = marketplace.currency(Locale::from(language).market);
        let published = known.without_contacts();
        let facts = facts(product, &published, seed);
        let text = write_for(&facts, platform, language, Buyers::for_currency(currency), tone);
        let attributes = Attributes::default().with_known(&known);
        let item = Item { product, audience: None, attributes, known: known.clone() };
        let listing = Listing::compose(marketplace, &item, &text, Money::from_minor(1_000, currency), language);

        prop_assert_eq!(marketplace.violations(&listing), Vec::<String>::new(), "{:#?}", listing);
        // A sentence is dropped if wild characters in it form markup or a price.
        let is_wild = |text: &AttributeText| !text.as_str().chars().all(is_plain);
        let has_wild_size = published.size.as_ref().is_some_and(is_wild);
        if let Some(isbn) = facts.reference.and_then(Reference::isbn).filter(|_| !has_wild_size) {
            prop_assert!(listing.description.contains(&isbn.to_string()), "{:#?}", listing);
        }
        let title = words(&listing.title);
        let whole = [title.clone(), words(&without_hashtags(&listing.description))].concat();
        let item = crate::writer::item::Item::new(&facts, language).read_by(Buyers::for_currency(currency));
        let noun = words(&item.noun());
        // One of a department's alternatives may be enough.
        let nouns = [Some(product.noun(language).text()), product.american(language)].into_iter().flatten().map(words);
        let has_noun = nouns.chain([noun.clone()]).any(|noun| count(&title, &noun) > 0);
        // After "lecteur MP3", a currency sign makes a price of the noun's digit.
        let has_wild_brand = published.brand.as_ref().is_some_and(is_wild);
        prop_assert!(has_noun || !product.is_named() || has_wild_brand, "no {noun:?} in {listing:#?}");
        let stated = [&published.brand, &published.size, &published.color, &published.material].into_iter().flatten();
        let stated: Vec<Vec<String>> = stated.map(|stated| words(stated.as_str())).collect();
        for words in &stated {
            // Words that another attribute repeats may occur twice.
            let is_alone = stated.iter().map(|stated| count(stated, words)).sum::<usize>() == 1;
            if !is_alone || !is_distinctive(words) || count(&noun, words) > 0 {
                continue;
            }
            prop_assert!(count(&title, words) <= 1, "{words:?} in the title of {listing:#?}");
            prop_assert!(count(&whole, words) <= 2, "{words:?} in {listing:#?}");
        }
    }
}

/// "A" and "to" are in every English text. Wild characters (not in ordinary names) are corrected in a list
/// and left out in a title, so a search would miss their words.
fn is_distinctive(words: &[String]) -> bool {
    let long = |word: &String| word.chars().count() > if word.contains(char::is_numeric) { 1 } else { 2 };
    words.iter().any(long) && words.iter().flat_map(|word| word.chars()).all(is_plain)
}

/// Occurs in ordinary names.
fn is_plain(c: char) -> bool {
    matches!(c, ' ' | '’' | '\'' | '&' | '.' | '-' | ',') || (c.is_alphanumeric() && c < '\u{250}')
}

/// An apostrophe is part of its word.
fn words(text: &str) -> Vec<String> {
    let is_between = |c: char| !c.is_alphanumeric() && !matches!(c, '’' | '\'');
    text.split(is_between).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

fn without_hashtags(text: &str) -> String {
    text.split_whitespace().filter(|word| !word.starts_with('#')).collect::<Vec<_>>().join(" ")
}

fn count(text: &[String], words: &[String]) -> usize {
    text.windows(words.len().max(1)).filter(|window| *window == words).count()
}
