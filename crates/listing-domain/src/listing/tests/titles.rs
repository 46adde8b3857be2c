//! Titles in capitals and in quotes.

use super::*;

/// For all marketplaces whose limit the text fits.
fn titles(text: &str, brand: Option<&str>) -> Vec<(Platform, String)> {
    let item = jacket(known(brand, None, None, None));
    let title = |platform: &Platform| {
        let listing =
            compose_in(Language::Fr, *platform, &item, text, "Belle veste noire, portée deux fois.", &[]);
        (*platform, listing.title)
    };
    Platform::ALL.iter().map(title).collect()
}

#[test]
fn a_pair_of_quotes_around_a_title_is_removed() {
    for text in [
        "\"Veste en cuir noir taille M\"",
        "« Veste en cuir noir taille M »",
        "“Veste en cuir noir taille M”.",
    ] {
        for (platform, title) in titles(text, None) {
            assert!(title.starts_with("Veste en cuir noir taille M"), "{platform}: {title}");
            assert!(!title.contains(['"', '«', '»', '“', '”']), "{platform}: {title}");
        }
    }
}

#[test]
fn a_title_in_capitals_gets_normal_case_but_acronyms_stay() {
    for (platform, title) in titles("SUPERBE VESTE EN CUIR NOIR DE LUXE TAILLE XL", None) {
        assert!(title.starts_with("Superbe Veste en Cuir Noir de Luxe Taille XL"), "{platform}: {title}");
    }
}

#[test]
fn a_brand_in_capitals_is_unchanged() {
    for brand in ["IKKS", "DKNY", "ASOS", "MSGM", "DPAM"] {
        for text in
            [format!("Veste {brand} noire"), format!("VESTE {brand} NOIRE HIVER"), "Veste noire".to_owned()]
        {
            for (platform, title) in titles(&text, Some(brand)) {
                assert!(title.contains(brand), "{platform}, {text}: {title}");
            }
        }
    }
}

#[test]
fn attributes_follow_a_brand_that_ends_with_a_full_stop() {
    for brand in ["A.P.C.", "L.e.i."] {
        let item = jacket(known(Some(brand), Some("XS"), Some("noir"), Some("very_good")));
        let listing = compose(Platform::Leboncoin, &item, "Veste", "", &[]);
        assert_eq!(listing.title, format!("Veste {brand} - taille XS, noir"));
    }
}
