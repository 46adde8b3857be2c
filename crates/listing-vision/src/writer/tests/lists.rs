use super::*;
use crate::writer::tests::titles::{forty, with_attributes};

#[test]
fn every_row_of_a_list_has_a_label() {
    for facts in with_attributes(&forty()) {
        let audience = facts.product.has_audience().then_some(Audience::Women);
        let facts = Facts { audience, ..facts };
        for (platform, bullet) in [
            (Platform::Ebay, "- "),
            (Platform::Etsy, "- "),
            (Platform::Poshmark, "- "),
            (Platform::Vestiaire, ""),
            (Platform::Selency, ""),
        ] {
            for language in Language::ALL {
                let text = write(&facts, platform, *language, Tone::Professional).description;
                let collected = lang::for_language(*language).words.collected;
                let colon = format!("{} ", lang::for_language(*language).words.colon);
                let rows: Vec<&str> = text.split("\n\n").nth(1).unwrap_or_default().lines().collect();
                for row in
                    rows.iter().filter(|row| **row != format!("{collected}.") && !row.contains("pickup"))
                {
                    assert!(row.starts_with(bullet) && row.contains(&colon), "{platform} {language}: {text}");
                }
            }
        }
    }
}

#[test]
fn a_condition_is_named_in_a_list_and_in_prose() {
    let bear = Facts {
        size: Some("40 cm"),
        condition: Some("Satisfaisant, un œil recousu"),
        ..Facts::for_product(Product::Good(Good::from_key("teddy_bear").unwrap()))
    };
    let text = |tone| write(&bear, Platform::Ebay, Language::Fr, tone).description;
    assert!(text(Tone::Professional).ends_with("- Taille : 40 cm\n- État : satisfaisant, un œil recousu"));
    assert!(
        text(Tone::Casual).ends_with("État satisfaisant, un œil recousu. 40 cm."),
        "{}",
        text(Tone::Casual)
    );
    let friendly = text(Tone::Friendly);
    assert!(
        friendly.ends_with("Il mesure 40 cm et est dans un état satisfaisant, un œil recousu."),
        "{friendly}"
    );
}

#[test]
fn size_includes_its_audience() {
    let coat = Facts {
        audience: Some(Audience::Women),
        size: Some("10"),
        condition: Some("Good condition, small stain on the cuff"),
        ..Facts::for_product(Product::Good(Good::from_key("trench_coat").unwrap()))
    };
    let text = |tone| write(&coat, Platform::Poshmark, Language::En, tone).description;
    let professional = text(Tone::Professional);
    assert!(
        professional.contains("- Size: women’s 10\n- Condition: good, small stain on the cuff"),
        "{professional}"
    );
    assert!(text(Tone::Casual).ends_with("Good condition, small stain on the cuff. Women’s size 10."));
    let friendly = text(Tone::Friendly);
    assert!(
        friendly.ends_with("It’s a women’s size 10, in good condition, small stain on the cuff."),
        "{friendly}"
    );
    // The seller's own words stay together.
    let wide = Facts { size: Some("10 but runs large"), condition: None, ..coat };
    let wide_text = write(&wide, Platform::Poshmark, Language::En, Tone::Professional).description;
    assert!(wide_text.contains("- Department: women\n- Size: 10 but runs large"), "{wide_text}");
    let boots = Facts {
        size: Some("38"),
        condition: Some("comme neuf"),
        ..Facts::for_product(Product::Type(ProductType::Boots))
    };
    let french = write(&boots, Platform::Vinted, Language::Fr, Tone::Friendly).description;
    assert!(french.ends_with("Elles sont en pointure 38, comme neuves."), "{french}");
}

#[test]
fn casual_depop_text_is_in_lower_case() {
    let lamp = Facts {
        colour: Some(ColourFact::Stated("doré")),
        condition: Some("like_new"),
        ..Facts::for_product(Product::Good(Good::from_key("table_lamp").unwrap()))
    };
    let sofa = Facts { product: Product::Good(Good::from_key("sofa").unwrap()), ..lamp };
    for (seed, item) in (0..20_u8).zip([lamp, sofa].into_iter().cycle()) {
        let facts = Facts { seed: Seed::from_parts([&[seed][..]]), ..item };
        for language in Language::ALL {
            for tone in [Tone::Casual, Tone::Friendly] {
                let text = write(&facts, Platform::Depop, *language, tone).description.replace("I’m", "i’m");
                assert_eq!(text, text.to_lowercase());
            }
        }
    }
}

#[test]
fn a_size_in_the_name_is_not_repeated() {
    let dress = Facts {
        name: Some("Robe longue 38"),
        size: Some("38"),
        audience: Some(Audience::Women),
        condition: Some("good"),
        ..Facts::for_product(Product::Type(ProductType::Dress))
    };
    every_text(&dress, |text, _, shown| {
        assert_eq!(text.description.matches("38").count(), 1, "{shown}");
    });
}
