//! Prints the texts for a few items on every platform: `cargo run -p listing-vision --example gallery -- fr
//! vinted`.
#![expect(clippy::print_stdout, reason = "the gallery is there to be read on a terminal")]

use listing_domain::locale::Locale;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Tone};
use listing_domain::product::{Audience, Department, Product, ProductType};
use listing_vision::colour::Colour;
use listing_vision::writer::{Buyers, ColourFact, Facts, name, write};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |code: &str, all: &[&str]| {
        wanted.iter().any(|options| options == code)
            || !wanted.iter().any(|options| all.contains(&options.as_str()))
    };
    let languages: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
    let platforms: Vec<&str> = Platform::ALL.iter().map(|platform| platform.code()).collect();
    for platform in Platform::ALL.iter().filter(|platform| is_wanted(platform.code(), &platforms)) {
        for language in Language::ALL.iter().filter(|language| is_wanted(language.code(), &languages)) {
            for facts in samples() {
                print(&facts, *platform, *language);
            }
        }
    }
}

fn print(facts: &Facts<'_>, platform: Platform, language: Language) {
    let market = Locale::from(language).market;
    let buyers = Buyers::for_currency(Catalogue::default().marketplace(platform).currency(market));
    for tone in Tone::ALL {
        let text = write(facts, platform, language, buyers, *tone);
        println!("======== {platform} · {language} · {tone} · {}", name(facts, language));
        println!("[{}]\n{}", text.title, text.description);
        if !text.hashtags.is_empty() {
            println!("#{}", text.hashtags.join(" #"));
        }
        println!();
    }
}

fn samples() -> Vec<Facts<'static>> {
    let known = Facts {
        colour: Some(ColourFact::Stated("noir")),
        brand: Some("Zara"),
        size: Some("M"),
        condition: Some("very_good"),
        material: Some("Cuir"),
        audience: Some(Audience::Women),
        ..Facts::for_product(Product::Type(ProductType::Jacket))
    };
    let seen = |product, colour| Facts {
        colour: Some(ColourFact::Seen(colour, None)),
        ..Facts::for_product(product)
    };
    vec![
        known,
        seen(Product::Type(ProductType::Sneakers), Colour::White),
        Facts { material: Some("velours"), ..seen(Product::Type(ProductType::Armchair), Colour::Green) },
        Facts {
            condition: Some("Une rayure sur le dos"),
            ..seen(Product::Type(ProductType::Camera), Colour::Black)
        },
        Facts { size: Some("38"), ..seen(Product::Department(Department::Clothing), Colour::Blue) },
        Facts::for_product(Product::Unknown),
    ]
}
