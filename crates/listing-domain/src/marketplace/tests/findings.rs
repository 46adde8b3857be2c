//! The sentences shown to the editor of a listing.

use std::collections::HashSet;

use super::super::finding::Finding;
use super::*;
use crate::listing::Listing;
use crate::text::Lint;

/// A listing that its marketplace accepts.
fn listing(platform: Platform) -> Listing {
    let marketplace = marketplace(platform);
    Listing {
        platform,
        title: "Veste en cuir noir".to_owned(),
        description: "Une veste en cuir noir, portée deux fois.".to_owned(),
        price: Money::from_major(45, marketplace.currency(Market::France)),
        category: "Vestes".to_owned(),
        condition: marketplace.condition_label(Product::Unknown, Condition::Good, Language::Fr).to_owned(),
        warning: None,
    }
}

fn check(listing: &Listing, french: &str, english: &str) {
    let marketplace = marketplace(listing.platform);
    assert_eq!(marketplace.findings(listing, Language::Fr), [french], "{listing:?}");
    assert_eq!(marketplace.findings(listing, Language::En), [english], "{listing:?}");
}

#[test]
fn a_good_listing_has_no_findings() {
    for platform in Platform::ALL {
        for language in BOTH {
            assert_eq!(marketplace(*platform).findings(&listing(*platform), language), Vec::<String>::new());
        }
    }
}

#[test]
fn findings_are_sentences_in_both_languages() {
    let titled = |platform, title: &str| Listing { title: title.to_owned(), ..listing(platform) };
    let described = |platform, text: &str| Listing { description: text.to_owned(), ..listing(platform) };
    check(
        &titled(Platform::Ebay, &format!("Veste {}", "x".repeat(86))),
        "Le titre compte 92 caractères, 80 au plus.",
        "The title has 92 characters; 80 are allowed.",
    );
    check(
        &titled(Platform::Vinted, "v"),
        "Le titre compte 1 caractère, 5 au moins.",
        "The title has 1 character; at least 5 are needed.",
    );
    check(
        &described(Platform::Vinted, &format!("Veste {}", "x".repeat(2_000))),
        "La description compte 2\u{202f}006 caractères, 2\u{202f}000 au plus.",
        "The description has 2,006 characters; 2,000 are allowed.",
    );
    check(
        &described(Platform::Vinted, "Appelez-moi au 06 12 34 56 78 pour la voir."),
        "La description contient un numéro de téléphone.",
        "The description contains a phone number.",
    );
    check(
        &described(Platform::Vinted, "Écrivez à nom@exemple.fr pour la voir."),
        "La description contient une adresse e-mail.",
        "The description contains an e-mail address.",
    );
    check(
        &titled(Platform::Vinted, "Veste en cuir, 45 €"),
        "Le titre contient un prix («\u{a0}45 €\u{a0}»), qui a son propre champ.",
        "The title contains a price (“45 €”), which has a field of its own.",
    );
    check(
        &described(Platform::Craigslist, "Une veste en cuir noir. #veste"),
        "La description contient des hashtags, qui ne servent pas ici.",
        "The description has hashtags, which are not used here.",
    );
    check(
        &Listing { condition: "Pas mal".to_owned(), ..listing(Platform::Vinted) },
        "«\u{a0}Pas mal\u{a0}» ne fait pas partie des états proposés ici.",
        "“Pas mal” is not one of the conditions here.",
    );
    check(
        &Listing { platform: Platform::Vinted, category: " ".to_owned(), ..listing(Platform::Vinted) },
        "La catégorie manque.",
        "The category is missing.",
    );
}

/// One finding of each kind. For a new variant, the compiler requires a sentence in each language.
fn all_findings() -> Vec<Finding> {
    let price = Money::from_minor(50, Currency::Eur);
    let mut all = vec![
        Finding::OtherPlatform { is_for: Platform::Ebay, not: Platform::Vinted },
        Finding::TitleOfSeveralLines,
        Finding::TooManyHashtags { tags: 50, allowed: 40 },
        Finding::TooManyHashtags { tags: 1, allowed: 0 },
        Finding::HashtagsInTitle,
        Finding::HashtagsBeforeLastLine,
        Finding::NoCategory,
        Finding::UnknownCondition("passable".to_owned()),
        Finding::PriceOutOfBounds(price),
        Finding::PriceWithCents(price),
        Finding::ForeignCurrency(Currency::Usd),
    ];
    let lints: HashSet<Lint> = Platform::ALL
        .iter()
        .flat_map(|platform| platform.facts().title.lints.iter().chain(platform.facts().description.lints))
        .copied()
        .collect();
    for part in [Part::Title, Part::Description] {
        for (characters, min, max) in [(0, 5, 80), (1, 5, 80), (4, 5, 80), (92, 5, 80)] {
            all.push(Finding::Length { part, characters, units: characters, min, max });
        }
        all.push(Finding::SaysNothing(part));
        all.extend(Untidiness::ALL.map(|what| Finding::Untidy(part, what)));
        let contacts = [Contact::WebAddress, Contact::Mail, Contact::PhoneNumber, Contact::Street];
        all.extend(contacts.map(|kind| Finding::Contact { part, kind, text: "here".to_owned() }));
        all.extend(lints.iter().map(|lint| Finding::Forbidden { part, lint: *lint, text: "4".to_owned() }));
    }
    all
}

#[test]
fn every_finding_has_its_own_words_in_each_language_and_none_is_shown_raw() {
    let all = all_findings();
    let mut said = HashSet::new();
    for language in Language::ALL {
        for finding in &all {
            let sentence = finding.sentence(*language);
            let begins = sentence.starts_with(|c: char| c.is_uppercase() || "«“".contains(c));
            assert!(begins && sentence.ends_with('.'), "{language}: {finding:?} is no sentence: {sentence}");
            assert!(!sentence.contains(['{', '}']), "{language}: {finding:?} has a gap: {sentence}");
            assert_ne!(sentence, finding.violation(), "{language}: {finding:?} is raw");
            assert!(said.insert(sentence.clone()), "{language}: {finding:?} is said in the words of another");
        }
    }
}

proptest! {
    #[test]
    fn findings_are_as_many_as_violations(title in "\\PC{0,120}", description in "(\\PC|\n){0,200}") {
        for platform in Platform::ALL {
            let listing = Listing { title: title.clone(), description: description.clone(), ..listing(*platform) };
            let marketplace = marketplace(*platform);
            let violations = marketplace.violations(&listing).len();
            for language in BOTH {
                prop_assert_eq!(marketplace.findings(&listing, language).len(), violations);
            }
        }
    }
}
