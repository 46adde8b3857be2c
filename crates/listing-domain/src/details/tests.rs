use super::*;
use crate::attributes::{Attribute, AttributeText, KnownAttributes, Source};
use crate::draft::PlatformText;
use crate::marketplace::Platform;
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::photo::Pixels;
use crate::product::{Audience, Good, ProductType};

const JACKET: Product = Product::Type(ProductType::Jacket);

struct Case {
    product: Product,
    detected: Attributes,
    known: KnownAttributes,
    alternatives: Vec<Alternative>,
    photos: Vec<Vec<PhotoNote>>,
    /// In whole units of each marketplace's currency.
    worth: i64,
    locale: Locale,
}

fn case(product: Product, language: Language) -> Case {
    Case {
        product,
        detected: Attributes::default(),
        known: KnownAttributes::default(),
        alternatives: Vec::new(),
        photos: vec![Vec::new()],
        worth: 50,
        locale: language.into(),
    }
}

fn stated(text: &str) -> Option<AttributeText> {
    AttributeText::parse("attributes", text).unwrap()
}

impl Case {
    fn details(&self, platforms: &[Platform]) -> Details {
        let catalogue = Catalogue::default();
        let photo = |notes: &Vec<PhotoNote>| PreparedPhoto {
            jpeg: Vec::new(),
            pixels: Pixels::new(1, 1, vec![0; 3]).unwrap(),
            notes: notes.clone(),
            taken_at: None,
        };
        let attributes = self.detected.clone().with_known(&self.known);
        let audience = self.known.audience(self.product);
        let item = Item { product: self.product, audience, attributes, known: self.known.clone() };
        let listing = |platform: &Platform| {
            let marketplace = catalogue.marketplace(*platform);
            let text = PlatformText {
                platform: *platform,
                title: "Veste".to_owned(),
                description: "Une belle veste.".to_owned(),
                hashtags: vec!["veste".to_owned(), "mode".to_owned()],
            };
            let worth = Money::from_major(self.worth, marketplace.currency(self.locale.market));
            Listing::compose(marketplace, &item, &text, worth, self.locale.language)
        };
        Details::of(&Findings {
            item: &item,
            detected: &self.detected,
            alternatives: &self.alternatives,
            photos: &self.photos.iter().map(photo).collect::<Vec<_>>(),
            listings: &platforms.iter().map(listing).collect::<Vec<_>>(),
            catalogue: &catalogue,
            locale: self.locale,
        })
    }

    /// Codes and sentences.
    fn warnings(&self, platform: Platform) -> Vec<(&'static str, String)> {
        let details = self.details(&[platform]);
        let warnings = details.listings[0].warnings.iter();
        warnings.map(|warning| (warning.code.code(), warning.message.clone())).collect()
    }
}

fn shown(evidence: Option<&AttributeEvidence>) -> (&str, Source, &str) {
    let evidence = evidence.unwrap();
    (&evidence.value, evidence.source, &evidence.evidence)
}

#[test]
fn each_attribute_has_a_sentence_about_its_source() {
    let mut case = case(JACKET, Language::Fr);
    case.detected = Attributes {
        name: Some(Attribute::seen("Veste noire", 0.8)),
        brand: Some(Attribute::read("Sézane", 0.95, vec![1])),
        size: Some(Attribute::read("38", 0.95, vec![0, 2])),
        color: Some(Attribute::seen("Noir", 0.7)),
        material: Some(Attribute::new("Coton", Source::Model, 0.6)),
        ..Attributes::default()
    };
    case.photos = vec![Vec::new(); 3];
    let attributes = case.details(&[]).attributes;
    let check =
        |evidence: &Option<AttributeEvidence>, expected| assert_eq!(shown(evidence.as_ref()), expected);
    check(&attributes.name, ("Veste noire", Source::Seen, "Reconnu sur les photos."));
    check(&attributes.brand, ("Sézane", Source::Label, "Lu sur l’article ou son étiquette, photo 2."));
    check(&attributes.size, ("38", Source::Label, "Lu sur l’article ou son étiquette, photos 1 et 3."));
    check(&attributes.color, ("Noir", Source::Seen, "Vu sur les photos."));
    check(&attributes.material, ("Coton", Source::Model, "Proposé par un modèle d’IA d’après les photos."));
    let assumed = "L’état n’étant pas précisé, un bon état a été supposé.";
    check(&attributes.condition, ("good", Source::Assumed, assumed));
    assert_eq!(attributes.condition.unwrap().confidence.to_bits(), 0.0_f32.to_bits());
}

#[test]
fn stated_values_name_the_seller_and_a_single_photo_has_no_number() {
    let mut case = case(JACKET, Language::En);
    case.detected = Attributes {
        name: Some(Attribute::new("Jacket", Source::Seller, 1.0)),
        size: Some(Attribute::read("38", 0.95, vec![0])),
        color: Some(Attribute::seen("Black", 0.7)),
        ..Attributes::default()
    };
    case.known = KnownAttributes {
        color: stated("Navy"),
        condition: stated("very good"),
        ..KnownAttributes::default()
    };
    let attributes = case.details(&[]).attributes;
    let check =
        |evidence: &Option<AttributeEvidence>, expected| assert_eq!(shown(evidence.as_ref()), expected);
    check(&attributes.name, ("Jacket", Source::Seller, "Based on what you stated."));
    check(&attributes.size, ("38", Source::Label, "Read on the item or its label."));
    check(&attributes.color, ("Navy", Source::Seller, "Stated by you."));
    check(&attributes.condition, ("very_good", Source::Seller, "Stated by you."));
    assert_eq!((attributes.brand, attributes.material), (None, None), "brand and material are unknown");
}

#[test]
fn a_name_with_a_stated_attribute_mentions_it_as_evidence() {
    let evidence = |color: &str, material: &str| {
        let mut case = case(JACKET, Language::Fr);
        case.detected.name = Some(Attribute::seen("Veste en cuir noire", 0.8));
        case.known = KnownAttributes { color: stated(color), material: stated(material), ..case.known };
        case.details(&[]).attributes.name.unwrap().evidence
    };
    let both = "Reconnu sur la photo, complété par ce que vous avez indiqué.";
    assert_eq!(evidence("", "Cuir"), both);
    assert_eq!(evidence("Noir", ""), both);
    assert_eq!(evidence("", ""), "Reconnu sur la photo.");
    assert_eq!(evidence("bleu", ""), "Reconnu sur la photo.", "the name does not contain bleu");
}

#[test]
fn an_assumed_audience_causes_one_warning_for_all_listings() {
    let shown = |product: &str, audience, language, platforms: &[Platform]| {
        let mut case = case(Product::parse(product).unwrap(), language);
        case.known.audience = audience;
        let warnings = case.details(platforms).warnings.into_iter();
        warnings.map(|warning| (warning.code.code(), warning.message)).collect::<Vec<_>>()
    };
    let two = [Platform::Vinted, Platform::Poshmark];
    assert_eq!(
        shown("dress", None, Language::Fr, &two),
        [(
            "audience_assumed",
            "Le destinataire de l’article n’est pas précisé\u{a0}: une catégorie «\u{a0}femme\u{a0}» a été \
             choisie. Précisez-le pour en changer."
                .to_owned()
        )]
    );
    assert_eq!(
        shown("shorts", Some(Audience::Children), Language::En, &two),
        [(
            "audience_assumed",
            "Whether the item is for girls or boys was not stated, so a category for girls was chosen. \
             To change it, state the audience."
                .to_owned()
        )]
    );
    let none: [(&str, String); 0] = [];
    assert_eq!(shown("dress", Some(Audience::Women), Language::Fr, &two), none);
    assert_eq!(shown("dress", Some(Audience::Men), Language::Fr, &two), none);
    assert_eq!(shown("dress", None, Language::Fr, &[Platform::Leboncoin]), none, "one category for all");
    assert_eq!(shown("sofa", None, Language::Fr, &two), none);
}

#[test]
fn the_audience_has_a_sentence_about_its_source() {
    let mut stated = case(JACKET, Language::En);
    stated.known.audience = Some(Audience::Boys);
    let attributes = stated.details(&[]).attributes;
    assert_eq!(shown(attributes.audience.as_ref()), ("boys", Source::Seller, "Stated by you."));
    assert_eq!(case(JACKET, Language::En).details(&[]).attributes.audience, None);
}

#[test]
fn a_condition_that_the_marketplace_lacks_causes_a_warning() {
    let shown = |platform, language, condition: &str| {
        let mut case = case(JACKET, language);
        case.known.condition = stated(condition);
        let warnings = case.warnings(platform).into_iter();
        warnings.filter(|(code, _)| *code == "condition_label").map(|(_, text)| text).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(Platform::Vinted, Language::Fr, "pour pièces"),
        ["Vinted ne propose pas «\u{a0}Pour pièces\u{a0}»\u{a0}: son état le plus bas, \
             «\u{a0}Satisfaisant\u{a0}», a été choisi. Vérifiez qu’un tel article est accepté et précisez son état \
             dans la description."]
    );
    assert_eq!(
        shown(Platform::Poshmark, Language::En, "very good"),
        ["Poshmark does not have “Very good condition”, so the condition just below it, “Good”, was chosen."]
    );
    assert_eq!(shown(Platform::Ebay, Language::Fr, "satisfaisant").len(), 1);
    assert_eq!(shown(Platform::Ebay, Language::Fr, "bon état"), [""; 0]);
    assert_eq!(shown(Platform::Vinted, Language::Fr, ""), [""; 0], "a good condition is assumed");
}

#[test]
fn each_alternative_is_named_once_in_the_words_of_the_market() {
    let good = |key: &str, confidence| Alternative {
        product: Product::Good(Good::from_key(key).unwrap()),
        confidence,
    };
    let mut case = case(JACKET, Language::En);
    case.alternatives = vec![good("jacket", 0.4), good("trousers", 0.3), good("trousers", 0.2)];
    case.alternatives.extend(["dress", "skirt", "coat", "shirt", "scarf"].map(|key| good(key, 0.1)));
    let names = |case: &Case| {
        let named = case.details(&[]).alternatives.into_iter();
        named.map(|alternative| alternative.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&case), ["Pants", "Dress", "Skirt", "Coat", "Button-up shirt"]);
    case.locale = Locale::new(Language::En, Some(Market::UnitedKingdom));
    assert_eq!(names(&case)[0], "Trousers");
    case.locale = Language::Fr.into();
    assert_eq!(names(&case)[0], "Pantalon");
}

#[test]
fn only_photos_with_notes_are_listed() {
    let mut case = case(JACKET, Language::Fr);
    case.photos = vec![vec![], vec![PhotoNote::Blurred, PhotoNote::Small], vec![PhotoNote::Duplicate]];
    let photos = case.details(&[]).photos;
    let places: Vec<usize> = photos.iter().map(|photo| photo.place).collect();
    assert_eq!(places, [1, 2]);
    assert_eq!(photos[0].notes[0], (PhotoNote::Blurred, "La photo est floue."));
    assert_eq!(photos[1].notes, [(PhotoNote::Duplicate, "La photo est identique à une photo précédente.")]);
}

#[test]
fn hashtags_and_net_amount_are_those_of_the_marketplace() {
    use Platform::{Leboncoin, Poshmark, Vestiaire, Vinted};
    let details = case(JACKET, Language::Fr).details(&[Vinted, Leboncoin, Vestiaire, Poshmark]);
    let tags_and_net = |index: usize| {
        let listing = &details.listings[index];
        (listing.tags.join(" "), listing.net_after_fees.map(|money| (money.minor(), money.currency())))
    };
    assert_eq!(tags_and_net(0), ("veste mode".to_owned(), Some((5_000, Currency::Eur))));
    assert_eq!(tags_and_net(1), (String::new(), Some((5_000, Currency::Eur))));
    assert_eq!(tags_and_net(2), (String::new(), None), "the fees in euros are uncertain");
    assert_eq!(tags_and_net(3), ("veste mode".to_owned(), Some((4_000, Currency::Usd))));
}

#[test]
fn problems_with_the_marketplace_or_condition_cause_warnings() {
    let mut case = case(Product::Type(ProductType::Sofa), Language::Fr);
    case.worth = 2;
    assert_eq!(
        case.warnings(Platform::Vestiaire),
        [
            (
                "not_taken",
                "Vestiaire Collective n’accepte que la mode des marques de créateurs de sa liste\u{a0}: ce \
                 genre d’article n’en fait pas partie."
                    .to_owned()
            ),
            ("condition_assumed", "L’état n’étant pas précisé, un bon état a été supposé.".to_owned()),
            (
                "minimum_price",
                "Le prix minimum sur Vestiaire Collective dépasse ce que vaut l’article.".to_owned()
            ),
        ]
    );
    case.locale = Language::En.into();
    case.known.condition = stated("good");
    let no_category = "Poshmark has no category for this kind of item and may refuse it.";
    assert_eq!(case.warnings(Platform::Poshmark)[0], ("not_taken", no_category.to_owned()));
    let etsy = "Etsy accepts only handmade goods, vintage items at least twenty years old and craft supplies: \
                check that your item is among them.";
    assert_eq!(case.warnings(Platform::Etsy), [("restricted", etsy.to_owned())]);
    assert_eq!(case.warnings(Platform::Leboncoin), []);
    case.known.condition = stated("porté par mon frère");
    assert!(case.warnings(Platform::Leboncoin)[0].1.contains("matches no known grade"));
}

#[test]
fn an_uncertain_or_often_faked_brand_causes_a_warning() {
    let check = |detected: Option<Attribute>, given: &str, expected: Option<&str>| {
        let mut case = case(Product::Type(ProductType::Handbag), Language::En);
        case.known = KnownAttributes { brand: stated(given), condition: stated("good"), ..case.known };
        case.detected.brand = detected.clone();
        let warnings = case.warnings(Platform::Vinted);
        let shown = warnings.first().map(|(code, message)| {
            assert_eq!(*code, "check_brand");
            message.as_str()
        });
        assert_eq!(shown.is_some(), expected.is_some(), "{detected:?} {given}");
        assert!(shown.zip(expected).is_none_or(|(shown, expected)| shown.contains(expected)), "{shown:?}");
    };
    let read = |brand: &str, confidence| Some(Attribute::read(brand, confidence, vec![0]));
    let by_model = |brand: &str, confidence| Some(Attribute::new(brand, Source::Model, confidence));
    check(None, "Zara", None);
    check(read("Zara", 0.95), "", None);
    check(read("Zara", 0.6), "", Some("(Zara) is not certain"));
    check(by_model("Zara", 0.9), "", None);
    check(by_model("Zara", 0.6), "", Some("(Zara) is not certain"));
    check(None, "Hermès", Some("Hermès is a luxury brand"));
    check(read("Hermès", 0.95), "", None);
    check(read("Hermès", 0.95), "Hermès", None);
    check(by_model("Hermès", 0.9), "", Some("Hermès is a luxury brand"));
}

#[test]
fn every_placeholder_of_a_warning_is_filled() {
    for language in Language::ALL {
        for platform in Platform::ALL {
            for product in ["jacket", "sofa", "phone", "unknown"] {
                let mut case = case(Product::parse(product).unwrap(), *language);
                case.worth = 0;
                case.known.brand = stated("Hermès");
                for (_, message) in case.warnings(*platform) {
                    assert!(!message.contains('{') && message.ends_with('.'), "{message}");
                    assert!(!message.contains(['\'', '"']), "{message}");
                }
            }
        }
    }
}

#[test]
fn the_checklist_names_unstated_facts_that_buyers_look_for() {
    let missing = |product: &str, condition: &str, size: &str| {
        let mut case = case(Product::parse(product).unwrap(), Language::Fr);
        case.known.condition = stated(condition);
        case.known.size = stated(size);
        let missing = case.details(&[Platform::Leboncoin]).missing.into_iter();
        missing.map(|missing| missing.fact.code()).collect::<Vec<_>>()
    };
    assert_eq!(missing("good:dress", "", ""), ["size", "brand", "measurements", "condition", "material"]);
    assert_eq!(missing("good:dress", "longueur 90 cm", "38"), ["brand", "material"]);
    assert_eq!(missing("good:laptop", "bon état, fonctionne", ""), ["brand", "model", "battery"]);
    assert_eq!(missing("good:jigsaw_puzzle", "complet", "1000 pièces"), [""; 0]);
    assert_eq!(missing("good:jigsaw_puzzle", "bon état", "1000 pièces"), ["complete"]);
    assert_eq!(missing("good:sofa", "bon état", ""), ["measurements", "material"]);
    assert_eq!(missing("unknown", "bon état", ""), [""; 0]);
}

#[test]
fn a_missing_fact_has_a_sentence_in_the_language_of_the_listings() {
    let shown = |language| case(JACKET, language).details(&[]).missing[0].message;
    assert_eq!(shown(Language::Fr), "La taille n’est pas précisée.");
    assert_eq!(shown(Language::En), "The size is not stated.");
}
