//! Sample pages to request listings, to wait for them and to read them.

use listing_domain::attributes::Source;
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_web::view::{
    AccountPlan, AttributeKind, AttributeRow, Card, ComparisonRow, ComparisonTable, CorrectionForm, Flash,
    GenerationItem, GenerationPage, Generations, NewGeneration, PhotoRow, PlatformChoice, PriceBand, Problem,
    Progress, ProgressState, RewriteForm, TypedAttributes,
};

use super::{Drawn, FREE, Sample, at, drawn, exports, id};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let mut pages = asked(sample);
    pages.extend(lists(sample));
    pages.extend(ones(sample));
    pages
}

fn platforms(sample: Sample) -> Vec<PlatformChoice> {
    let catalogue = Catalogue::default();
    let choice = |platform: &Platform| PlatformChoice {
        platform: *platform,
        name: sample.t(catalogue.marketplace(*platform).name()),
        is_checked: matches!(platform, Platform::Vinted | Platform::Ebay),
    };
    Platform::ALL.iter().map(choice).collect()
}

fn euros(amount: i64) -> Money {
    Money::from_major(amount, Currency::Eur)
}

pub(crate) fn items(sample: Sample) -> Vec<GenerationItem> {
    let names = [
        ("Brown skirt", "Jupe marron"),
        ("Denim jacket", "Veste en jean"),
        ("Table lamp", "Lampe de table"),
        ("Leather boots", "Bottines en cuir"),
        ("Children’s bicycle with training wheels", "Vélo enfant avec petites roues"),
    ];
    let item = |(index, (english, french)): (usize, (&str, &str))| {
        let number = u32::try_from(index).unwrap_or_default();
        GenerationItem {
            id: id(100 + number),
            created_at: at("2026-11-22T18:21:00Z"),
            name: sample.by(english, french),
            platforms: vec![sample.t("Vinted"), sample.t("eBay"), sample.t("leboncoin")],
            price: Some(euros(12 + 7 * i64::from(number))),
            has_thumbnail: number != 2,
        }
    };
    names.into_iter().enumerate().map(item).collect()
}

fn asked(sample: Sample) -> Vec<Drawn> {
    let typed = TypedAttributes {
        name: String::new(),
        notes: String::new(),
        sku: String::new(),
        brand: sample.t("Mango"),
        size: sample.t("M"),
        condition: sample.by("very good", "très bon état"),
        color: sample.t(""),
        material: sample.t(""),
        quantity: sample.t(""),
        audience: None,
    };
    let new = NewGeneration {
        layout: sample.inside("/account/new"),
        platforms: platforms(sample),
        language: sample.language,
        tone: Tone::Friendly,
        quality: Quality::Standard,
        typed,
        problems: Vec::new(),
        draft: id(7),
        plan: FREE,
    };
    let wrong = NewGeneration {
        problems: vec![
            Problem::Photo(2, PhotoFault::Damaged),
            Problem::NoPlatform,
            Problem::TooLong(AttributeKind::Brand),
        ],
        plan: AccountPlan { used: 3, credits: 0, ..FREE },
        ..new.clone()
    };
    let progress = |state| Progress { layout: sample.inside("/account/generations/7"), id: id(7), state };
    vec![
        drawn("new", &new),
        drawn("new-wrong", &wrong),
        drawn("progress", &progress(ProgressState::Running { since: at("2026-11-23T13:00:12Z") })),
        drawn(
            "progress-elsewhere",
            &progress(ProgressState::Elsewhere { since: at("2026-11-23T13:00:12Z") }),
        ),
        drawn("progress-failed", &progress(ProgressState::Failed { problems: vec![Problem::Busy] })),
    ]
}

fn lists(sample: Sample) -> Vec<Drawn> {
    let list = Generations {
        layout: sample.inside("/account/generations"),
        items: items(sample),
        search: sample.t(""),
        next: Some(sample.t("abc")),
        formats: exports::formats(None),
        retention_days: 30,
    };
    let none = Generations { items: Vec::new(), search: String::new(), next: None, ..list.clone() };
    let nothing = Generations { search: sample.t("bicycle"), ..none.clone() };
    let nothing_yet = Generations { next: Some(sample.t("abc")), ..nothing.clone() };
    vec![
        drawn("generations", &list),
        drawn("generations-none", &none),
        drawn("generations-nothing", &nothing),
        drawn("generations-nothing-yet", &nothing_yet),
    ]
}

fn cards(sample: Sample) -> Vec<Card> {
    let vinted = vinted(sample);
    vec![vinted.clone(), ebay(sample, vinted)]
}

fn vinted(sample: Sample) -> Card {
    Card {
        platform: Platform::Vinted,
        name: sample.t("Vinted"),
        language: sample.language,
        version: "00000000".to_owned(),
        title: sample.by(
            "Brown Mango skirt, size M, very good condition",
            "Jupe marron Mango, taille M, très bon état, à découvrir",
        ),
        title_length: 46,
        title_limit: 100,
        description: sample.by(
            "Mango brown skirt, hoping to make someone happy. Nice to have for work.\nSize M. Very good \
             condition.\nWant to know about the measurements, the length or the zip? Just send me a \
             message.\n\n#mango #skirt #clothing #brown #fashion",
            "Dans mon dressing du jour, il y a cette jupe marron Mango 🙂 Taille M. Très bon état.\nS’il faut \
             que je vérifie les mesures, la longueur ou la fermeture éclair, fais-moi signe.\n\n#mango #jupe \
             #vêtements #marron #mode",
        ),
        description_length: 231,
        description_limit: 2000,
        amount: sample.t("12"),
        currency: Currency::Eur,
        net: None,
        category: sample.by("Women > Clothing > Skirts", "Femmes > Vêtements > Jupes"),
        condition: sample.by("Very good", "Très bon état"),
        conditions: vec![sample.by("Very good", "Très bon état"), sample.by("Good", "Bon état")],
        warnings: Vec::new(),
        findings: Vec::new(),
        problem: None,
        is_edited: false,
        is_restorable: false,
    }
}

fn ebay(sample: Sample, vinted: Card) -> Card {
    Card {
        platform: Platform::Ebay,
        name: sample.t("eBay"),
        title: sample.by(
            "Brown Skirt Mango Very Good Condition Size M Clothing Fashion Office",
            "Jupe marron Mango très bon état taille M vêtements mode bureau",
        ),
        title_length: 83,
        title_limit: 80,
        net: Some(Money::from_minor(1050, Currency::Eur)),
        category: sample.by(
            "Clothing, Shoes & Accessories > Women > Women's Clothing > Skirts",
            "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Jupes",
        ),
        condition: sample.by("Pre-owned - Excellent", "Occasion - Parfait état"),
        conditions: vec![sample.by("Pre-owned - Excellent", "Occasion - Parfait état")],
        warnings: vec![sample.by(
            "The brand is not certain: check it before you publish.",
            "La marque n’est pas sûre : vérifiez-la avant de publier.",
        )],
        findings: vec![sample.by(
            "The title has 83 characters; the maximum is 80.",
            "Le titre compte 83 caractères\u{a0}; le maximum est de 80.",
        )],
        problem: Some(Problem::ListingChanged),
        is_edited: true,
        is_restorable: true,
        ..vinted
    }
}

fn attributes(sample: Sample) -> Vec<AttributeRow> {
    let row = |kind, value: String, source, evidence: String, percent| AttributeRow {
        kind,
        value,
        source,
        evidence,
        percent,
    };
    let stated = || sample.by("Stated by you.", "Indiqué par vous.");
    let seen = || sample.by("Seen in photo 1.", "Vu sur la photo 1.");
    let read = || sample.by("Read on the label, photo 2.", "Lu sur l’étiquette, photo 2.");
    vec![
        row(AttributeKind::Name, sample.by("Brown skirt", "Jupe marron"), Source::Seen, seen(), Some(59)),
        row(AttributeKind::Brand, sample.t("Mango"), Source::Seller, stated(), None),
        row(AttributeKind::Size, sample.t("M"), Source::Label, read(), Some(93)),
        row(
            AttributeKind::Condition,
            sample.by("Very good", "Très bon état"),
            Source::Seller,
            stated(),
            None,
        ),
        row(AttributeKind::Color, sample.by("Brown", "Marron"), Source::Seen, seen(), Some(98)),
    ]
}

fn comparison(sample: Sample) -> ComparisonTable {
    let vinted = ComparisonRow {
        name: sample.t("Vinted"),
        is_best: true,
        price: Some(euros(12)),
        fees: Some(euros(0)),
        net: Some(euros(12)),
        fit: sample.by(
            "Vinted has a category for this kind of item.",
            "Vinted a une catégorie pour ce genre d’article.",
        ),
        fee_note: sample.by(
            "No fee for sellers; the buyer pays for protection.",
            "Aucuns frais pour le vendeur\u{a0}; l’acheteur paie la protection.",
        ),
        constraints: vec![
            sample.by("title up to 100 characters", "titre de 100 caractères au plus"),
            sample.by("up to 40 hashtags", "40 hashtags au plus"),
        ],
    };
    let ebay =
        ComparisonRow { name: sample.t("eBay"), is_best: false, fees: None, net: None, ..vinted.clone() };
    let poshmark = ComparisonRow {
        name: sample.t("Poshmark"),
        price: None,
        fit: sample.by(
            "Prices on Poshmark are in USD, but this item is for sale in EUR.",
            "Sur Poshmark, les prix sont en USD, alors que cet article se vend en EUR.",
        ),
        fee_note: String::new(),
        constraints: Vec::new(),
        ..ebay.clone()
    };
    let reason = sample.by(
        "Vinted takes no fee from sellers, so €12 is yours.",
        "Vinted ne prélève rien au vendeur\u{a0}: vous gardez 12\u{a0}€.",
    );
    ComparisonTable { reasons: vec![reason], rows: vec![vinted, ebay, poshmark] }
}

fn ones(sample: Sample) -> Vec<Drawn> {
    let reason = sample.by(
        "Estimate without market data for France, in euros: Mango skirt in very good condition, about €12, \
         between €7 and €18. Medium confidence.",
        "Estimation sans données de marché pour la France, en euros : jupe Mango en très bon état, environ \
         12 €, entre 7 et 18 €. Confiance moyenne.",
    );
    let (language, tone) = (sample.language, Tone::Friendly);
    let again = RewriteForm { platforms: platforms(sample), language, tone, left: 2, limit: 3 };
    let mut layout = sample.inside("/account/generations/7");
    layout.notice = Some(Flash::ListingsSaved.notice(sample.language));
    let page = GenerationPage {
        layout,
        id: id(100),
        created_at: at("2026-11-22T18:21:00Z"),
        language: sample.language,
        name: sample.by("Brown skirt", "Jupe marron"),
        has_thumbnail: true,
        is_editable: true,
        cards: cards(sample),
        price: PriceBand { low: euros(7), suggested: euros(12), high: euros(18), reason },
        attributes: attributes(sample),
        sku: Some(sample.by("SKT-0042", "JUP-0042")),
        warnings: vec![sample.by(
            "Who the item is for was not stated, so a category for women was chosen. To change it, state the \
             audience.",
            "Le destinataire de l’article n’est pas précisé\u{a0}: une catégorie «\u{a0}femme\u{a0}» a été \
             choisie. Précisez-le pour en changer.",
        )],
        missing: vec![sample.by("The measurements are not stated.", "Les mesures ne sont pas précisées.")],
        photos: vec![PhotoRow {
            number: 3,
            notes: vec![sample.by("Out of focus.", "Cette photo est floue.")],
        }],
        correction: Some(CorrectionForm {
            choices: vec![sample.by("Dress", "Robe"), sample.by("Shorts", "Short")],
            typed: String::new(),
            left: 2,
            limit: 3,
        }),
        again: Some(again.clone()),
        comparison: Some(comparison(sample)),
        formats: exports::formats(None),
    };
    let spent = GenerationPage {
        correction: None,
        again: Some(RewriteForm { left: 0, ..again }),
        is_editable: false,
        has_thumbnail: false,
        sku: None,
        warnings: Vec::new(),
        missing: Vec::new(),
        photos: Vec::new(),
        comparison: None,
        ..page.clone()
    };
    vec![drawn("generation", &page), drawn("generation-spent", &spent)]
}
