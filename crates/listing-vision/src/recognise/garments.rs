//! Evidence for garments: the clothing head says which kind, the classifier adds what it knows
//! better.

use listing_domain::product::{Department, Noun, ProductType};

use super::Evidence;
use crate::garment::Garment;
use crate::lexicon::Lexeme;

/// The classifier's classes that are worn. Their sum says whether a photo shows clothes.
const WORN: [usize; 44] = [
    399, 400, 411, 433, 439, 445, 452, 459, 465, 474, 501, 502, 514, 515, 529, 568, 578, 601, 608, 610, 614,
    617, 630, 638, 639, 652, 655, 689, 697, 735, 770, 774, 775, 793, 806, 808, 824, 834, 841, 842, 869, 885,
    887, 911,
];
/// Clothes are in the photo when the worn classes together are likelier than this.
const CLOTHES_FROM: f32 = 0.2;
/// Of what speaks for other things than clothes, the part that is believed once there are clothes.
const DOUBT: f32 = 0.25;

/// Worn things that the clothing head was never shown: here the classifier is believed. Apron,
/// bikini, bra, nappy, fur coat, kimono, swimsuits, pyjamas, sarong, socks, suit, trench coat.
const BEYOND_THE_HEAD: [usize; 13] = [411, 445, 459, 529, 568, 614, 638, 639, 697, 775, 806, 834, 869];

const JEAN: usize = 608;
const CARDIGAN: usize = 474;
const SWEATSHIRT: usize = 841;
const MINISKIRT: usize = 655;
/// Shoes and hats that the classifier names more precisely: clog, cowboy boot, loafer, running
/// shoe, sandal; bearskin, bonnet, cowboy hat, sombrero.
const SHOES: [usize; 5] = [502, 514, 630, 770, 774];
const HATS: [usize; 4] = [439, 452, 515, 808];
/// The classifier's own word is taken when it makes up this part of all worn classes.
const CLEARLY: f32 = 0.4;

/// Whether the photo shows clothes, from the class probabilities of the whole photo.
pub(super) fn is_clothing(probabilities: &[f32]) -> bool {
    sum(probabilities, &WORN) > CLOTHES_FROM
}

/// Adds what a photo of clothes says. `kinds` are the clothing head's probabilities.
pub(super) fn add(evidence: &mut Evidence, probabilities: &[f32], kinds: &[f32]) {
    let worn = sum(probabilities, &WORN);
    let beyond = sum(probabilities, &BEYOND_THE_HEAD);
    // Other things (a bed, a curtain behind the garment) lose most of their weight to the clothes.
    let scale = if worn > 0.0 { (1.0 - (1.0 - worn) * DOUBT) / worn } else { 0.0 };
    for (class, &probability) in probabilities.iter().enumerate() {
        if BEYOND_THE_HEAD.contains(&class) {
            evidence.add_class(class, probability * scale);
        } else if !WORN.contains(&class) {
            evidence.add_class(class, probability * DOUBT);
        }
    }
    for (&garment, &kind) in Garment::ALL.iter().zip(kinds) {
        let mass = kind * (worn - beyond) * scale;
        match precise_class(garment, probabilities, worn) {
            Some(class) => evidence.add_class(class, mass),
            None => evidence.add(usual(garment), mass),
        }
    }
}

fn sum(probabilities: &[f32], classes: &[usize]) -> f32 {
    classes.iter().filter_map(|&class| probabilities.get(class)).sum()
}

/// The class that says more precisely what a garment is, if one clearly does.
fn precise_class(garment: Garment, probabilities: &[f32], worn: f32) -> Option<usize> {
    let candidates: &[usize] = match garment {
        Garment::Pants => &[JEAN],
        Garment::Longsleeve => &[CARDIGAN, SWEATSHIRT],
        Garment::Skirt => &[MINISKIRT],
        Garment::Shoes => &SHOES,
        Garment::Hat => &HATS,
        _ => &[],
    };
    let likeliest = |a: &&usize, b: &&usize| probabilities[**a].total_cmp(&probabilities[**b]);
    let best = candidates.iter().max_by(likeliest)?;
    (probabilities[*best] >= worn * CLEARLY).then_some(*best)
}

/// What a garment is called when nothing more is known.
const fn usual(garment: Garment) -> Lexeme {
    match garment {
        Garment::TShirt => of(ProductType::TShirt, Noun::masculine("t-shirt", "t-shirt")),
        Garment::Pants => {
            of(ProductType::Trousers, Noun::masculine("pantalon", "trousers").plural_in_english())
        }
        Garment::Longsleeve => {
            of(ProductType::Sweater, Noun::masculine("haut à manches longues", "long-sleeved top"))
        }
        Garment::Outwear => of(ProductType::Jacket, Noun::feminine("veste", "jacket")),
        Garment::Shoes => {
            Lexeme::of_department(Department::Shoes, Noun::feminine_plural("chaussures", "shoes"))
        }
        Garment::Dress => of(ProductType::Dress, Noun::feminine("robe", "dress")),
        Garment::Shirt => of(ProductType::Shirt, Noun::feminine("chemise", "shirt")),
        Garment::Shorts => of(ProductType::Shorts, Noun::masculine("short", "shorts").plural_in_english()),
        Garment::Top => of(ProductType::TShirt, Noun::masculine("top", "top")),
        Garment::Skirt => of(ProductType::Skirt, Noun::feminine("jupe", "skirt")),
        Garment::Hat => of(ProductType::Hat, Noun::feminine("casquette", "cap")),
        Garment::Hoodie => of(ProductType::Sweater, Noun::masculine("sweat à capuche", "hoodie")),
        Garment::Body => Lexeme::of_department(Department::Clothing, Noun::masculine("body", "bodysuit")),
    }
}

const fn of(product: ProductType, noun: Noun) -> Lexeme {
    Lexeme::of_type(product, noun)
}
