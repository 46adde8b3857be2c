use super::*;

/// The text, a part of it that would be enough to contact the seller, and the part that may stay.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("call 06 12 34 56 78", "12 34", ""),
    ("Zara 06.12.34.56.78", "06.12", "Zara"),
    ("Zara, WhatsApp +33 6 12 34 56 78", "12 34", "Zara"),
    ("text (212) 555-1234", "555", ""),
    ("mail me@x.fr", "x.fr", ""),
    ("Levi’s nom (at) mail point com", "point", "Levi’s"),
    ("www.shop.example", "shop", ""),
    ("https://shop.example/a?b", "shop", ""),
    ("Zara chez ma-boutique.fr", "boutique", "Zara"),
    ("12 rue de la Paix 75002 Paris", "Paix", ""),
    ("Zara, 12 bis avenue Victor-Hugo, 75116 Paris", "Hugo", "Zara"),
    ("cuir 3 place de la République 69003 Lyon", "publique", "cuir|leather"),
    ("Zara 221B Baker Street, London NW1 6XE", "Baker", "Zara"),
    ("cotton, 1600 Pennsylvania Ave NW, Washington, DC 20500", "Pennsylvania", "cotton|coton"),
    ("BP 123 31000 Toulouse", "123", ""),
    ("P.O. Box 4521", "4521", ""),
];

/// The text in a single attribute each, then in all.
fn items_with(text: &str) -> Vec<Item> {
    let given = AttributeText::parse("attributes.brand", text).unwrap();
    let none = KnownAttributes::default;
    let each = [
        KnownAttributes { brand: given.clone(), ..none() },
        KnownAttributes { size: given.clone(), ..none() },
        KnownAttributes { color: given.clone(), ..none() },
        KnownAttributes { material: given.clone(), ..none() },
        KnownAttributes { condition: given.clone(), ..none() },
        KnownAttributes {
            quantity: None,
            brand: given.clone(),
            size: given.clone(),
            color: given.clone(),
            material: given.clone(),
            condition: given.clone(),
            ..none()
        },
    ];
    each.into_iter().map(jacket).collect()
}

fn everywhere(check: impl Fn(Platform, Language)) {
    for platform in Platform::ALL {
        for language in Language::ALL {
            check(*platform, *language);
        }
    }
}

#[test]
fn contact_data_in_an_attribute_reaches_no_listing() {
    for (text, contact, stays) in HOSTILE {
        for item in items_with(text) {
            everywhere(|platform, language| {
                // One writer repeats the attribute in its text, the other does not.
                for (title, description) in [
                    ("Veste", "Belle veste."),
                    (*text, *text),
                    (&format!("Veste {text}"), &format!("Veste {text}.")),
                ] {
                    let listing = compose_in(language, platform, &item, title, description, &[]);
                    for part in [&listing.title, &listing.description] {
                        assert!(!part.contains(contact), "{platform} {language} {text}: {part}");
                        assert!(!crate::lang::has_contact(part), "{platform} {language} {text}: {part}");
                    }
                    let described = listing.description.to_lowercase();
                    let is_described =
                        stays.split('|').any(|stays| described.contains(&stays.to_lowercase()));
                    assert!(is_described, "{stays} in {listing:?}");
                }
            });
        }
    }
}

#[test]
fn contact_data_split_over_attributes_is_not_joined() {
    let item = jacket(known(Some("06 12 34"), Some("56 78"), Some("nom@"), Some("mail.fr")));
    everywhere(|platform, language| {
        let listing = compose_in(language, platform, &item, "Veste", "Belle veste.", &[]);
        for part in [&listing.title, &listing.description] {
            assert!(!crate::lang::has_contact(part), "{platform} {language}: {part}");
        }
    });
}

#[test]
fn numbers_that_are_no_contact_data_stay_in_listings() {
    for text in [
        "Levi’s 501",
        "canapé 3 places",
        "10 Speed Road Bike",
        "Air Force 1 Low",
        "128 Go",
        "44/46",
        "120 x 80 cm",
        "12 Street Art",
        "2 rues",
        "Place d’Italie",
        "100% coton",
    ] {
        for item in items_with(text) {
            let listing = compose(Platform::Ebay, &item, "Veste", "Belle veste.", &[]);
            let described = listing.description.replace("\u{A0}%", "%");
            assert!(described.to_lowercase().contains(&text.to_lowercase()), "{listing:?}");
        }
    }
}

#[test]
fn french_payment_outside_the_platform_reaches_no_listing() {
    let item = jacket(KnownAttributes::default());
    for payment in ["via Lydia", "par Lydia", "par virement", "Paylib accepté"] {
        let text = format!("Veste très chaude. Paiement possible {payment}.");
        let listing = compose(Platform::Ebay, &item, "Veste", &text, &[]);
        assert!(listing.description.contains("Veste très chaude"), "{}", listing.description);
        assert!(!listing.description.contains("Paiement"), "{payment}: {}", listing.description);
    }
}

#[test]
fn words_that_introduce_a_phone_number_are_removed_with_it() {
    let item = jacket(KnownAttributes::default());
    for lead_in in ["via", "au", "par"] {
        let text = format!("Veste très chaude, {lead_in} 06 12 34 56 78");
        let listing = compose(Platform::Ebay, &item, "Veste", &text, &[]);
        assert!(!listing.description.contains(&format!(", {lead_in}")), "{}", listing.description);
    }
}
