//! Inputs as sellers type them, on every marketplace: each of their words is in the description.

use listing_domain::attributes::{AttributeText, Attributes, KnownAttributes};
use listing_domain::listing::{Item as Sold, Listing};
use listing_domain::money::Money;
use listing_domain::notes::Notes;
use listing_domain::statement::{ColourStatement, ConditionStatement, MaterialStatement};

use super::*;

/// The input of one seller.
struct Typed {
    number: &'static str,
    language: Language,
    known: KnownAttributes,
    grade: Option<Condition>,
}

fn typed() -> Vec<Typed> {
    let lines = include_str!("sellers.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let [number, language, name, brand, size, condition, color, material, notes, grade]: [&str; 10] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
        let given = |text: &str| AttributeText::parse("attributes", text).unwrap();
        let known = KnownAttributes {
            name: given(name),
            brand: given(brand),
            size: given(size),
            condition: given(condition),
            color: given(color),
            material: given(material),
            notes: Notes::parse("notes", notes).unwrap(),
            ..KnownAttributes::default()
        };
        Typed { number, language: language.parse().unwrap(), known, grade: grade.parse().ok() }
    };
    lines.map(read).collect()
}

fn words(attribute: Option<&AttributeText>) -> Option<&str> {
    attribute.map(AttributeText::as_str)
}

/// The listing of what was typed, as it is published.
fn published(typed: &Typed, platform: Platform, tone: Tone) -> Listing {
    let (language, known) = (typed.language, typed.known.without_contacts());
    let catalogue = Catalogue::default();
    let marketplace = catalogue.marketplace(platform);
    let currency = marketplace.currency(Locale::from(language).market);
    let product = known.product(language).unwrap_or(Product::Unknown);
    let facts = Facts {
        name: words(known.name.as_ref()),
        colour: words(known.color.as_ref()).map(ColourFact::Said),
        brand: words(known.brand.as_ref()),
        size: words(known.size.as_ref()),
        condition: words(known.condition.as_ref()),
        material: words(known.material.as_ref()),
        seed: Seed::of([typed.number.as_bytes()]),
        ..Facts::of(product)
    };
    let text = write_for(&facts, platform, language, Buyers::of(currency), tone);
    let attributes = Attributes::default().with_known(&typed.known);
    let item = Sold { product, audience: None, attributes, known: typed.known.clone() };
    Listing::compose(marketplace, &item, &text, Money::from_minor(1_000, currency), language)
}

/// Words in lower case without accents, and numbers.
fn folded(text: &str) -> Vec<String> {
    let plain = |c: char| match c {
        'à' | 'â' | 'ä' | 'á' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' => 'i',
        'ô' | 'ö' => 'o',
        'ù' | 'û' | 'ü' => 'u',
        other => other,
    };
    let lower: String = text.to_lowercase().chars().map(plain).collect();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words of what was typed that are not in the listing and that no known term stands for.
fn lost(typed: &Typed, listing: &Listing) -> Vec<String> {
    let language = typed.language;
    let known = typed.known.without_contacts();
    let said = folded(&format!("{}\n{}", listing.title, listing.description));
    let has = |word: &String| {
        let stem = word.trim_end_matches(['s', 'e']);
        let american = word.replace("grey", "gray");
        said.iter()
            .any(|said| said == word || *said == american || (stem.len() > 2 && said.starts_with(stem)))
    };
    let is_said = |value: Option<String>| value.is_some_and(|value| folded(&value).iter().all(has));
    let mut lost = Vec::new();
    for text in [&known.material, &known.color].into_iter().flatten() {
        let is_understood =
            is_said(ColourStatement::read(text.as_str()).and_then(|it| it.value(language).into()))
                || is_said(MaterialStatement::read(text.as_str()).map(|it| it.value(language)));
        if !is_understood {
            lost.extend(folded(text.as_str()).into_iter().filter(|word| !has(word)));
        }
    }
    if let Some(condition) = &known.condition {
        let told = ConditionStatement::read(condition.as_str()).told(language);
        lost.extend(told.iter().flat_map(|piece| folded(piece)).filter(|word| !has(word)));
        // What is told has all the words but abbreviations, which are written out.
        let is_term = |word: &String| {
            let is_idle = word == "a" || word == "cond" || word == "condtion";
            is_idle || ConditionStatement::read(word).grade().is_some()
        };
        let told = folded(&told.join(" "));
        let dropped =
            folded(condition.as_str()).into_iter().filter(|word| !told.contains(word) && !is_term(word));
        lost.extend(dropped.map(|word| format!("condition: {word}")));
    }
    // Other marketplaces forbid ways of payment, and whatever stands with them.
    let notes = known.notes.as_ref().filter(|_| listing.platform == Platform::Leboncoin);
    let notes = notes.map(Notes::as_str).unwrap_or_default();
    lost.extend(folded(notes).into_iter().filter(|word| !has(word)).map(|word| format!("notes: {word}")));
    lost
}

#[test]
fn no_word_of_a_seller_is_lost() {
    let mut wrong = Vec::new();
    let all = typed();
    for typed in &all {
        for platform in Platform::ALL {
            let listing = published(typed, *platform, Tone::Professional);
            let lost = lost(typed, &listing);
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
fn no_grade_of_a_seller_is_changed() {
    let mut wrong = Vec::new();
    for typed in typed() {
        let text = typed.known.condition.as_ref().map_or("", |it| it.as_str());
        let statement = ConditionStatement::read(text);
        let found = statement.grade().filter(|_| statement.is_named());
        if found != typed.grade {
            wrong.push(format!("{} {text}: {found:?}, not {:?}", typed.number, typed.grade));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
