use std::time::Duration;

use listing_domain::attributes::text_or_unknown;
use listing_domain::draft::KnownProduct;
use listing_domain::expense::Expenses;
use listing_domain::label::Label;
use listing_domain::lane::Lane;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Tone};
use listing_domain::photo::{PhotoNote, PreparedPhoto};
use listing_domain::product::{Audience, Brand, Department, Good, ProductType};
use listing_domain::request::Platforms;
use listing_domain::statement::MaterialStatement;
use listing_testkit::OpenAdmission;

use super::*;
use crate::colour::{Colour, ColourFinding};
use crate::recognise::Seen;

fn known(brand: &str, size: &str) -> KnownAttributes {
    let parse = |text| AttributeText::parse("attributes", text).unwrap();
    KnownAttributes { brand: parse(brand), size: parse(size), ..KnownAttributes::default() }
}

fn request(known: KnownAttributes) -> DraftRequest {
    let photo = |notes| PreparedPhoto {
        jpeg: Vec::new(),
        pixels: Pixels::new(1, 1, vec![0; 3]).unwrap(),
        notes,
        taken_at: None,
    };
    DraftRequest {
        photos: [photo(vec![]), photo(vec![PhotoNote::Duplicate]), photo(vec![PhotoNote::NearlyEmpty])]
            .into(),
        product: None,
        platforms: Platforms::new([Platform::Vinted, Platform::Ebay]).unwrap(),
        locale: Language::Fr.into(),
        tone: Tone::Professional,
        quality: Quality::Standard,
        known,
        catalogue: Arc::new(Catalogue::default()),
        within: Duration::from_secs(45),
        lane: Lane::NO_ACCOUNT,
        expenses: Expenses::default(),
    }
}

/// From the second of the analyzed photos.
fn read<V>(value: V) -> Seen<V> {
    Seen { value, confidence: 0.95, photos: vec![1] }
}

fn seen(product: Recognised, colour: Option<Colour>) -> Recognition {
    let colour = colour.map(|primary| ColourFinding { primary, secondary: None, confidence: 0.95 });
    Recognition {
        product,
        confidence: 0.9,
        alternatives: vec![],
        colour,
        pattern: None,
        brand: None,
        reference: None,
        size: None,
        materials: None,
    }
}

#[test]
fn recognised_and_stated_attributes_are_in_the_draft() {
    let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
    let draft = draft(&recognition, &request(known("Zara", "M")));
    assert_eq!(draft.product, Product::Type(ProductType::Jacket));
    assert_eq!(text_or_unknown(draft.attributes.name.as_ref()), "Veste noire");
    assert_eq!(text_or_unknown(draft.attributes.color.as_ref()), "Noir");
    assert_eq!((draft.attributes.brand, draft.price), (None, None));
    let platforms: Vec<Platform> = draft.texts.iter().map(|text| text.platform).collect();
    assert_eq!(platforms, [Platform::Vinted, Platform::Ebay]);
    assert_eq!(draft.texts[0].title, "Veste Zara noire, taille M");
}

#[test]
fn label_text_is_used_unless_the_seller_states_otherwise() {
    let seen = |known: KnownAttributes| {
        let materials = MaterialStatement::read("80% laine, 20% polyamide").unwrap();
        let recognition = Recognition {
            brand: Brand::named("sezane").map(read),
            size: Some(read("T. 38".to_owned())),
            materials: Some(read(materials)),
            ..seen(Recognised::Type(ProductType::Jacket), None)
        };
        draft(&recognition, &request(known))
    };
    let draft = seen(KnownAttributes::default());
    let value = |attribute: &Option<Attribute>| text_or_unknown(attribute.as_ref()).to_owned();
    let attributes = &draft.attributes;
    assert_eq!(value(&attributes.brand), "Sézane");
    assert_eq!(value(&attributes.size), "38");
    assert_eq!(value(&attributes.material), "80 % laine, 20 % polyamide");
    let text = &draft.texts[0];
    assert!(text.title.contains("Sézane") && text.title.contains("38"), "{}", text.title);
    assert!(text.description.contains("80 % laine, 20 % polyamide"), "{}", text.description);
    let stated = seen(known("Zara", "40"));
    assert!(stated.texts[0].title.contains("Zara") && !stated.texts[0].title.contains("38"));
}

#[test]
fn model_on_a_type_plate_is_used_unless_the_seller_names_another() {
    let draft_of = |lines: &[&str], brand| {
        let label = Label::read(lines);
        let kind = Recognised::Type(ProductType::Headphones);
        let recognition = Recognition {
            brand: label.brand(kind.product()).map(read),
            reference: label.reference(kind.product()).map(read),
            ..seen(kind, Some(Colour::Black))
        };
        draft(&recognition, &request(known(brand, "")))
    };
    let plate = ["SONY", "MODEL NO. WH-1000XM4", "S/N 1234567"];
    let title = |brand| draft_of(&plate, brand).texts[0].title.clone();
    assert_eq!(title(""), "Casque audio Sony WH-1000XM4");
    assert_eq!(title("Sony"), "Casque audio Sony WH-1000XM4");
    assert_eq!(title("Sony WH-1000XM3"), "Casque audio Sony WH-1000XM3");
    assert_eq!(title("Bose"), "Casque audio Bose");
    for text in draft_of(&plate, "").texts {
        assert!(!text.description.contains("1234567"), "{text:?}");
    }
    assert_eq!(draft_of(&["Model: AB-1200"], "Atelier").texts[0].title, "Casque audio Atelier AB-1200");
}

#[test]
fn two_colours_and_their_pattern_are_in_the_name() {
    let mut recognition = seen(Recognised::Type(ProductType::Shirt), Some(Colour::Blue));
    recognition.pattern = Some(Pattern::Checks);
    if let Some(colour) = &mut recognition.colour {
        colour.secondary = Some(Colour::White);
    }
    let draft = draft(&recognition, &request(KnownAttributes::default()));
    assert_eq!(text_or_unknown(draft.attributes.color.as_ref()), "Bleu et blanc");
    assert_eq!(text_or_unknown(draft.attributes.name.as_ref()), "Chemise bleu et blanc à carreaux");
}

#[test]
fn stated_colour_replaces_the_recognised_one_in_the_title() {
    let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
    let color = AttributeText::parse("attributes.color", "Navy blue").unwrap();
    let draft = draft(&recognition, &request(KnownAttributes { color, ..KnownAttributes::default() }));
    assert_eq!(draft.texts[0].title, "Veste bleu marine");
}

#[test]
fn stated_size_refines_the_recognised_product() {
    let draft_of = |product: Recognised, size| draft(&seen(product, None), &request(known("", size)));
    let trousers = draft_of(Recognised::Type(ProductType::Trousers), "W32 L34");
    assert_eq!(trousers.product, Product::Type(ProductType::Jeans));
    assert_eq!(
        draft_of(Recognised::Type(ProductType::Jacket), "W32 L34").product,
        Product::Type(ProductType::Jacket)
    );
    assert_eq!(draft_of(Recognised::Nothing, "pointure 38").product, Product::Department(Department::Shoes));
}

#[test]
fn contact_data_is_never_written() {
    let recognition = seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black));
    let draft = draft(&recognition, &request(known("Zara, call 06 12 34 56 78", "me@x.fr")));
    assert_eq!(draft.texts[0].title, "Veste Zara noire");
    for text in draft.texts {
        assert!(!text.description.contains("12 34") && !text.description.contains('@'), "{text:?}");
    }
}

#[test]
fn every_attribute_has_its_source() {
    let recognition = Recognition {
        brand: Brand::named("sezane").map(read),
        size: Some(read("T. 38".to_owned())),
        ..seen(Recognised::Type(ProductType::Jacket), Some(Colour::Black))
    };
    let mut request = request(KnownAttributes::default());
    // The second photo duplicates the first, so it is not analyzed.
    let [first, again, _] = [0, 1, 2].map(|index| request.photos[index].clone());
    request.photos = [again, first.clone(), first].into();
    let attributes = draft(&recognition, &request).attributes;
    let evidence = |attribute: &Option<Attribute>| {
        let attribute = attribute.as_ref().unwrap();
        (attribute.source, attribute.photos.clone())
    };
    assert_eq!(evidence(&attributes.name), (Source::Seen, vec![]));
    assert_eq!(evidence(&attributes.color), (Source::Seen, vec![]));
    assert_eq!(evidence(&attributes.brand), (Source::Label, vec![2]));
    assert_eq!(evidence(&attributes.size), (Source::Label, vec![2]));
    let nothing_seen = draft(&seen(Recognised::Nothing, None), &self::request(known("", "pointure 38")));
    assert_eq!(evidence(&nothing_seen.attributes.name), (Source::Seller, vec![]));
}

#[test]
fn alternatives_do_not_include_the_recognised_product() {
    let good = |key: &str| Good::from_key(key).unwrap();
    let other = |key: &str, confidence| recognise::Alternative { good: good(key), confidence };
    let recognition = Recognition {
        alternatives: vec![other("jeans", 0.3), other("blazer", 0.2)],
        ..seen(Recognised::Good(good("trousers")), None)
    };
    let goods = |size| {
        let draft = draft(&recognition, &request(known("", size)));
        let products = draft.alternatives.iter().map(|other| other.product.code());
        (draft.product.code(), products.collect::<Vec<_>>())
    };
    let seen = |keys: &[&str]| keys.iter().map(|key| format!("good:{key}")).collect::<Vec<_>>();
    assert_eq!(goods("M"), ("good:trousers".to_owned(), seen(&["jeans", "blazer"])));
    let (product, others) = goods("W32 L34");
    assert!(!others.contains(&product), "{product} {others:?}");
}

fn rewritten(product: &str, change: impl FnOnce(&mut KnownProduct), known: KnownAttributes) -> Draft {
    let mut product = KnownProduct::of(Product::parse(product).unwrap());
    change(&mut product);
    let recognition = Recognition::from_known(&product);
    draft(&recognition, &DraftRequest { photos: Arc::default(), product: Some(product), ..request(known) })
}

#[test]
fn known_item_is_described_without_photos() {
    let of_women = |product: &mut KnownProduct| product.audience = Some(Audience::Women);
    let shoes = rewritten("sneakers", of_women, known("Nike", "38"));
    assert_eq!(shoes.product, Product::Type(ProductType::Sneakers));
    assert_eq!(shoes.audience, Some(Audience::Women));
    let title = &shoes.texts[0].title;
    assert!(title.contains("Nike") && title.contains("38"), "{title}");
    let names_audience =
        shoes.texts.iter().any(|it| it.title.contains("femme") || it.description.contains("femme"));
    assert!(names_audience, "{:?}", shoes.texts);
    let name = shoes.attributes.name.clone().unwrap();
    assert_eq!((name.value.as_str(), name.source), ("Baskets", Source::Seller));
    assert_eq!(shoes.attributes, Attributes { name: Some(name), ..Attributes::default() });
    let of_men = rewritten("sneakers", of_women, known("", "homme 42"));
    assert_eq!(of_men.audience, Some(Audience::Men), "the seller states it");
    let refined = rewritten("trousers", |_| {}, known("", "W32 L34"));
    assert_eq!(refined.product, Product::Type(ProductType::Jeans));
    let unknown = rewritten("unknown", |_| {}, known("", ""));
    assert_eq!((unknown.product, unknown.attributes), (Product::Unknown, Attributes::default()));
}

#[test]
fn rewrite_takes_pattern_and_model_from_the_earlier_text() {
    let called = |name: &str| AttributeText::parse("name", name).unwrap();
    let skirt = rewritten("skirt", |it| it.name = called("Striped blue skirt"), known("", "M"));
    assert_eq!(skirt.texts[0].title, "Jupe à rayures, taille M");
    let before = |text: &str| {
        let text = text.to_owned();
        move |it: &mut KnownProduct| it.text = Some(text)
    };
    let written = "Black Sony WH-1000XM4 headphones\nWritten by someone else.";
    let title = |brand| rewritten("headphones", before(written), known(brand, "")).texts[0].title.clone();
    assert_eq!(title("Sony"), "Casque audio Sony WH-1000XM4");
    assert_eq!(title("Bose"), "Casque audio Bose", "the brand changed after the first text");
    let labelled = "Casque audio Atelier\n- Modèle : AB-1200";
    let draft = rewritten("headphones", before(labelled), known("Atelier", ""));
    assert_eq!(draft.texts[0].title, "Casque audio Atelier AB-1200");
    let invented = rewritten("skirt", before(written), known("", "M"));
    assert_eq!(invented.texts[0].title, "Jupe, taille M", "a skirt gets no model");
}

#[test]
fn known_product_stays_the_same_in_another_language() {
    let name = AttributeText::parse("name", "robe").unwrap();
    let dress = KnownProduct::of(Product::parse("good:dress").unwrap());
    let request = request(KnownAttributes { name, ..KnownAttributes::default() });
    let rewrite = |product: Option<KnownProduct>| {
        let recognition = Recognition::from_known(product.as_ref().unwrap_or(&dress));
        draft(&recognition, &DraftRequest { product, locale: Language::En.into(), ..request.clone() })
    };
    let known = rewrite(Some(dress.clone()));
    assert_eq!(known.product, dress.product);
    assert!(known.texts[0].title.starts_with("Dress"), "{}", known.texts[0].title);
    assert_ne!(rewrite(None).product, dress.product, "an English robe is another product");
}

#[test]
fn an_unrecognised_item_has_no_name() {
    let draft = draft(&seen(Recognised::Nothing, None), &request(KnownAttributes::default()));
    assert_eq!(draft.attributes, Attributes::default());
    assert_eq!(draft.product, Product::Unknown);
    assert_eq!(draft.texts[0].title, "Article");
}

#[tokio::test]
async fn panic_is_an_error_and_releases_the_permit() {
    let (idle, workers) = (Arc::default(), Arc::new(OpenAdmission::with_workers(1)));
    let workers: Arc<dyn Workers> = workers;
    let permit = async || {
        let queued = workers.queue(Lane::NO_ACCOUNT, WorkKind::Look, 1, Duration::MAX);
        queued.unwrap().next().await.unwrap()
    };
    let failed = run(&idle, &workers, permit().await, 1, |_| panic!("a bad tensor")).await;
    assert!(matches!(failed, Err::<(), _>(WriterError::Unusable(_))));
    assert_eq!(run(&idle, &workers, permit().await, 1, |_| 7).await.unwrap(), 7);
}

#[tokio::test]
async fn recognition_uses_free_threads_up_to_its_limit() {
    let (idle, workers) = (Arc::default(), Arc::new(OpenAdmission::with_workers(3)));
    let workers: Arc<dyn Workers> = workers;
    for (limit, expected) in [(1, 1), (2, 2), (usize::MAX, 3)] {
        let mut queued = workers.queue(Lane::NO_ACCOUNT, WorkKind::Look, 1, Duration::MAX).unwrap();
        let permit = queued.next().await.unwrap();
        let count = run(&idle, &workers, permit, limit, |_| rayon::current_num_threads()).await.unwrap();
        assert_eq!(count, expected);
    }
}

#[test]
fn an_uninformative_photo_is_skipped() {
    assert_eq!(pixels(&request(KnownAttributes::default())).len(), 1);
}

#[test]
fn photo_colour_is_dropped_if_the_seller_names_another_product() {
    let color = |seen_good: &str| {
        let name = AttributeText::parse("attributes.name", "bottes").unwrap();
        let known = KnownAttributes { name, ..KnownAttributes::default() };
        let recognition = seen(Recognised::Good(Good::from_key(seen_good).unwrap()), Some(Colour::Gold));
        draft(&recognition, &request(known)).attributes.color
    };
    assert_eq!(color("table_lamp"), None);
    assert!(color("ankle_boots").is_some());
}
