//! Tests of the sentences about problems that the editor of a listing sees.

use std::collections::HashSet;

use super::super::finding::Problem;
use super::*;
use crate::listing::Listing;
use crate::text::Lint;

/// Returns a listing that its marketplace accepts.
fn listing(platform: Platform) -> Listing {
    let marketplace = marketplace(platform);
    Listing {
        platform,
        title: "Veste en cuir noir".to_owned(),
        description: "Une veste en cuir noir, portée deux fois.".to_owned(),
        price: Money::from_major(45, marketplace.currency(Market::France)),
        category: marketplace.category(Product::Type(ProductType::Jacket), None, Language::Fr),
        condition: marketplace.condition_label(Product::Unknown, Condition::Good, Language::Fr).to_owned(),
        warning: None,
    }
}

/// Returns the sentences about a listing, except those that the engine's own listings get.
fn sentences(listing: &Listing, language: Language) -> Vec<String> {
    let found = marketplace(listing.platform).check(&listing.into());
    let avoidable = found.iter().filter(|finding| !finding.is_left_to_seller());
    avoidable.map(|finding| finding.message(language)).collect()
}

fn check(listing: &Listing, french: &str, english: &str) {
    assert_eq!(sentences(listing, Language::Fr), [french], "{listing:?}");
    assert_eq!(sentences(listing, Language::En), [english], "{listing:?}");
}

#[test]
fn a_valid_listing_has_no_findings() {
    for platform in Platform::ALL {
        for language in BOTH {
            assert_eq!(sentences(&listing(*platform), language), Vec::<String>::new(), "{platform}");
        }
    }
}

#[test]
fn findings_are_sentences_in_both_languages() {
    let titled = |platform, title: &str| Listing { title: title.to_owned(), ..listing(platform) };
    let described = |platform, text: &str| Listing { description: text.to_owned(), ..listing(platform) };
    check(
        &titled(Platform::Ebay, &format!("Veste {}", "x".repeat(86))),
        "Le titre compte 92 caractères\u{a0}; le maximum est de 80.",
        "The title has 92 characters; the maximum is 80.",
    );
    check(
        &titled(Platform::Vinted, "v"),
        "Le titre compte 1 caractère\u{a0}; il en faut au moins 5.",
        "The title has 1 character; the minimum is 5.",
    );
    check(
        &described(Platform::Vinted, &format!("Veste {}", "x".repeat(2_000))),
        "La description compte 2\u{202f}006 caractères\u{a0}; le maximum est de 2\u{202f}000.",
        "The description has 2,006 characters; the maximum is 2,000.",
    );
    check(
        &described(Platform::Vinted, "Appelez-moi au 06 12 34 56 78 pour la voir."),
        "La description contient un numéro de téléphone.",
        "The description contains a phone number.",
    );
    check(
        &described(Platform::Vinted, "Écrivez à nom@exemple.fr pour la voir."),
        "La description contient une adresse e-mail.",
        "The description contains an email address.",
    );
    check(
        &titled(Platform::Vinted, "Veste en cuir, 45 €"),
        "Le titre contient un prix («\u{a0}45 €\u{a0}»)\u{a0}: indiquez-le dans le champ prévu.",
        "The title contains a price (“45 €”). Use the price field instead.",
    );
    check(
        &described(Platform::Craigslist, "Une veste en cuir noir. #veste"),
        "La description contient des hashtags, que ce site n’utilise pas.",
        "The description has hashtags, which this marketplace does not use.",
    );
    check(
        &Listing { condition: "Pas mal".to_owned(), ..listing(Platform::Vinted) },
        "«\u{a0}Pas mal\u{a0}» ne fait pas partie des états proposés ici.",
        "“Pas mal” is not one of this marketplace’s conditions.",
    );
    check(
        &Listing { platform: Platform::Vinted, category: " ".to_owned(), ..listing(Platform::Vinted) },
        "Un champ obligatoire manque\u{a0}: catégorie.",
        "A required field is missing: category.",
    );
}

/// Returns one problem of each kind. For a new variant, the compiler requires a sentence in each language.
fn all_problems() -> Vec<Problem> {
    let price = Money::from_minor(50, Currency::Eur);
    let mut all = vec![
        Problem::TitleOfSeveralLines,
        Problem::TooManyHashtags { tags: 50, allowed: 40 },
        Problem::TooManyHashtags { tags: 1, allowed: 0 },
        Problem::HashtagsInTitle,
        Problem::HashtagsBeforeLastLine,
        Problem::UnknownCategory("Vestes".to_owned()),
        Problem::BroadCategory("Mode".to_owned()),
        Problem::UnknownCondition("passable".to_owned()),
        Problem::PriceTooLow { min: price },
        Problem::PriceTooHigh { max: price },
        Problem::PriceWithCents(price),
        Problem::ForeignCurrency(Currency::Usd),
    ];
    let own = [
        ListingField::Title,
        ListingField::Description,
        ListingField::Price,
        ListingField::Category,
        ListingField::Condition,
    ];
    let fields = own.into_iter().chain(Specific::ALL.iter().map(|specific| specific.field()));
    all.extend(fields.map(|field| Problem::Missing { field, is_certain: true }));
    let lints: HashSet<Lint> = Platform::ALL
        .iter()
        .flat_map(|platform| platform.facts().title.lints.iter().chain(platform.facts().description.lints))
        .copied()
        .collect();
    for part in [Part::Title, Part::Description] {
        for (characters, min, max) in [(0, 5, 80), (1, 5, 80), (4, 5, 80), (92, 5, 80)] {
            all.push(Problem::Length { part, characters, units: characters, min, max });
        }
        all.push(Problem::NoLettersOrDigits(part));
        all.extend(Untidiness::ALL.map(|what| Problem::Untidy(part, what)));
        let contacts = [Contact::WebAddress, Contact::Mail, Contact::PhoneNumber, Contact::Street];
        all.extend(contacts.map(|kind| Problem::Contact { part, kind }));
        all.extend(lints.iter().map(|lint| Problem::Forbidden { part, lint: *lint, text: "4".to_owned() }));
    }
    all
}

#[test]
fn every_rule_has_a_problem() {
    let all = all_problems();
    for rule in Rule::ALL {
        assert!(all.iter().any(|problem| problem.rule() == *rule), "{rule}");
    }
}

#[test]
fn every_finding_has_its_own_sentence_in_each_language() {
    let all = all_problems();
    let mut sentences = HashSet::new();
    for language in Language::ALL {
        for problem in &all {
            let sentence = problem.sentence(*language);
            let starts_well = sentence.starts_with(|c: char| c.is_uppercase() || "«“".contains(c));
            let is_sentence = starts_well && sentence.ends_with('.');
            assert!(is_sentence, "{language}: the text of {problem:?} is not a sentence: {sentence}");
            assert!(
                !sentence.contains(['{', '}']),
                "{language}: {problem:?} has an unfilled placeholder: {sentence}"
            );
            let is_new = sentences.insert(sentence.clone());
            assert!(is_new, "{language}: {problem:?} has the sentence of another finding: {sentence}");
        }
    }
}
