//! A seller's hundred listings do not read like one.

use super::titles::{forty, with_attributes};
use super::*;

/// The runs of four words of a text.
fn runs(text: &str) -> HashSet<Vec<&str>> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(4).map(<[&str]>::to_vec).collect()
}

/// The share of a text's runs that stand in another one.
fn shared(one: &HashSet<Vec<&str>>, other: &HashSet<Vec<&str>>) -> f64 {
    let common = u32::try_from(one.intersection(other).count()).unwrap();
    f64::from(common) / f64::from(u32::try_from(one.len().max(1)).unwrap())
}

#[test]
fn forty_listings_share_few_words_in_a_row() {
    let forty = forty();
    for facts in [&forty, &with_attributes(&forty)] {
        for platform in Platform::ALL {
            for language in Language::ALL {
                for tone in Tone::ALL {
                    let text = |facts| write(facts, *platform, *language, *tone).description;
                    let texts: Vec<String> = facts.iter().map(text).collect();
                    let runs: Vec<_> = texts.iter().map(|text| runs(text)).collect();
                    let pairs = runs.iter().enumerate().flat_map(|(place, one)| {
                        let others = runs.iter().enumerate().filter(move |(other, _)| *other != place);
                        others.map(move |(_, other)| shared(one, other))
                    });
                    let shares: Vec<f64> = pairs.collect();
                    let mean = shares.iter().sum::<f64>() / f64::from(u32::try_from(shares.len()).unwrap());
                    assert!(mean <= 0.15, "{platform} {language} {tone}: {mean}");
                }
            }
        }
    }
}

#[test]
fn two_listings_of_one_kind_share_at_most_half_of_their_sentences() {
    let jacket = Facts::of(Product::Good(Good::of("puffer_jacket").unwrap()));
    let colours = ["noir", "blue", "vert", "red", "gris", "beige", "blanc", "brown", "rose", "yellow"];
    let items: Vec<Facts<'_>> = colours
        .iter()
        .map(|colour| Facts {
            colour: Some(ColourFact::Said(colour)),
            seed: Seed::of([colour.as_bytes()]),
            ..jacket
        })
        .collect();
    for platform in Platform::ALL {
        for language in Language::ALL {
            for tone in Tone::ALL {
                let texts: Vec<String> =
                    items.iter().map(|facts| write(facts, *platform, *language, *tone).description).collect();
                let parts: Vec<Vec<&str>> = texts
                    .iter()
                    .map(|text| {
                        text.split(['.', '!', '?', '\n'])
                            .map(str::trim)
                            .filter(|part| !part.is_empty())
                            .collect()
                    })
                    .collect();
                let pairs = parts.len() * (parts.len() - 1);
                let too_alike = (0..parts.len())
                    .flat_map(|one| (0..parts.len()).map(move |other| (one, other)))
                    .filter(|(one, other)| one != other)
                    .filter(|(one, other)| {
                        let common = parts[*one].iter().filter(|part| parts[*other].contains(part)).count();
                        2 * common > parts[*one].len()
                    })
                    .count();
                assert!(too_alike * 20 <= pairs, "{platform} {language} {tone}: {too_alike} of {pairs}");
            }
        }
    }
}
