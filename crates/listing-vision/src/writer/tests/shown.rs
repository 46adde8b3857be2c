//! Snapshots of the published listings of ten goods, for people to read, in `tests/listings`.

use std::fmt::Write as _;

use super::*;

/// With the words of a French and an English seller.
struct Stated {
    good: &'static str,
    audience: Option<Audience>,
    /// If the sellers state none.
    seen: Option<Colour>,
    brand: Option<&'static str>,
    /// Size, color, material and condition, in French and in English.
    words: Option<[[&'static str; 4]; 2]>,
}

impl Stated {
    const fn bare(good: &'static str, seen: Option<Colour>) -> Self {
        Self { good, audience: None, seen, brand: None, words: None }
    }

    const fn full(good: &'static str, brand: &'static str, words: [[&'static str; 4]; 2]) -> Self {
        Self { good, audience: None, seen: None, brand: Some(brand), words: Some(words) }
    }

    fn facts(&self, language: Language) -> Facts<'static> {
        let [french, english] = self.words.map_or([None; 2], |words| words.map(Some));
        let words = match language {
            Language::Fr => french,
            Language::En => english,
        };
        let word = |index: usize| words.map(|words| words[index]);
        Facts {
            brand: self.brand,
            size: word(0),
            colour: word(1)
                .map(ColourFact::Stated)
                .or(self.seen.map(|colour| ColourFact::Seen(colour, None))),
            material: word(2),
            condition: word(3),
            audience: self.audience,
            seed: Seed::from_parts([self.good.as_bytes()]),
            ..Facts::for_product(Product::Good(Good::from_key(self.good).unwrap()))
        }
    }
}

const TEN: [Stated; 10] = [
    Stated {
        audience: Some(Audience::Women),
        ..Stated::full(
            "trench_coat",
            "Burberry",
            [
                ["38", "beige", "coton", "Bon état, petite tache au poignet"],
                ["10", "beige", "cotton", "Good condition, small stain on the cuff"],
            ],
        )
    },
    Stated::bare("sneakers", Some(Colour::White)),
    Stated::full(
        "crossbody_bag",
        "Longchamp",
        [
            ["25 x 20 cm", "noir", "cuir", "très bon état"],
            ["25 x 20 cm", "black", "leather", "very good condition"],
        ],
    ),
    Stated::full(
        "armchair",
        "Ikea",
        [
            ["82 x 80 x 95 cm", "vert", "velours", "Bon état, griffures de chat à l’arrière"],
            ["82 x 80 x 95 cm", "green", "velvet", "Good condition, cat scratches at the back"],
        ],
    ),
    Stated::bare("teapot", None),
    Stated { brand: Some("Canon"), ..Stated::bare("reflex_camera", Some(Colour::Black)) },
    Stated::bare("novel", None),
    Stated::full(
        "teddy_bear",
        "Steiff",
        [
            ["40 cm", "marron", "mohair", "Satisfaisant, un œil recousu"],
            ["40 cm", "brown", "mohair", "Fair, one eye sewn back on"],
        ],
    ),
    Stated::bare("table_lamp", Some(Colour::Gold)),
    Stated::full(
        "acoustic_guitar",
        "Yamaha",
        [["4/4", "marron", "bois", "comme neuf"], ["4/4", "brown", "wood", "like new"]],
    ),
];

#[test]
fn published_listings_of_ten_goods_match_their_snapshots() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../tests/listings");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let _bound = settings.bind_to_scope();
    for stated in TEN {
        for language in Language::ALL {
            let shown = published(&stated.facts(*language), *language);
            insta::assert_snapshot!(format!("{}.{language}", stated.good), shown);
        }
    }
}

/// Each under its marketplace and tone.
fn published(facts: &Facts<'_>, language: Language) -> String {
    let mut shown = String::new();
    for platform in Platform::ALL {
        for tone in Tone::ALL {
            let text = write(facts, *platform, language, *tone);
            let listing = composed::listing(facts, &text, language);
            writeln!(shown, "== {platform}, {tone}: {}\n{}\n", listing.title, listing.description).unwrap();
        }
    }
    shown
}
