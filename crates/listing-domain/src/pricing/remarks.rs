//! Remarks that change a price more than the grade says: "freins à revoir", "untested", "one cracked pane",
//! "pneus neufs".

use std::collections::HashMap;
use std::sync::LazyLock;

use super::factors::FactorTable;
use crate::condition::Condition;
use crate::lang;
use crate::options::Language;
use crate::product::Product;
use crate::statement::{Phrases, Token, tokens};
use crate::tsv::lines;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remark {
    Trace,
    Wear,
    /// All over.
    Heavy,
    /// A hole, a tear or an open seam.
    Hole,
    Broken,
    Case,
    /// Fungus or haze in a lens, or mold.
    Fungus,
    /// A repair or an adjustment.
    Repair,
    /// A full restoration.
    Restore,
    Untested,
    Dead,
    Missing,
    Accessory,
    /// Only a part of what the name says, such as a box without the game.
    PartOnly,
    /// Normal for the item's age.
    Aged,
    /// A new part, or a recent service.
    Fresh,
    /// Given away for nothing.
    Free,
}

impl Remark {
    /// With their names in the tables.
    const ALL: [(&str, Self); 17] = [
        ("trace", Self::Trace),
        ("wear", Self::Wear),
        ("heavy", Self::Heavy),
        ("hole", Self::Hole),
        ("broken", Self::Broken),
        ("case", Self::Case),
        ("fungus", Self::Fungus),
        ("repair", Self::Repair),
        ("restore", Self::Restore),
        ("untested", Self::Untested),
        ("dead", Self::Dead),
        ("missing", Self::Missing),
        ("accessory", Self::Accessory),
        ("part_only", Self::PartOnly),
        ("aged", Self::Aged),
        ("fresh", Self::Fresh),
        ("free", Self::Free),
    ];

    fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, remark)| remark)
    }

    fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, remark)| *remark == self).map_or("", |(name, _)| name)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Remark(Remark),
    /// A remark only if alone between two commas.
    Alone(Remark),
    Not,
    Light,
    /// Resembles a remark, but says nothing about the price.
    None,
}

static FACTORS: LazyLock<FactorTable> =
    LazyLock::new(|| FactorTable::read(include_str!("factors/remarks.tsv")));

static WORDS: LazyLock<HashMap<Language, Phrases<Role>>> = LazyLock::new(|| {
    let words = |language: &Language| {
        let entries = lines(lang::of(*language).price_words).filter_map(entry);
        let entries = entries.flat_map(|(role, words)| words.into_iter().map(move |word| (word, role)));
        (*language, Phrases::new(entries))
    };
    Language::ALL.iter().map(words).collect()
});

fn entry(line: &'static str) -> Option<(Role, Vec<&'static str>)> {
    let (role, words) = line.split_once('\t')?;
    let role = match role {
        "not" => Role::Not,
        "light" => Role::Light,
        "none" => Role::None,
        remark => match remark.strip_prefix("alone:") {
            Some(remark) => Role::Alone(Remark::parse(remark)?),
            None => Role::Remark(Remark::parse(remark)?),
        },
    };
    let words: Vec<&str> = words.split('|').collect();
    words.iter().all(|word| !tokens(word).is_empty() && word.trim() == *word).then_some((role, words))
}

/// Each kind once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Remarks(Vec<Remark>);

impl Remarks {
    pub(super) fn read(text: &str) -> Self {
        let tokens = tokens(text);
        let mut found = Self::default();
        let is_end =
            |token: &Token| [',', ';', '.', '(', ')', '!', '/'].iter().any(|mark| token.is_mark(*mark));
        for part in tokens.split(is_end) {
            found.read_part(part);
        }
        found
    }

    fn read_part(&mut self, tokens: &[Token]) {
        let roles = roles(tokens);
        let is_light = roles.contains(&Role::Light);
        let mut is_negated = false;
        for role in roles {
            match role {
                Role::Not => is_negated = true,
                Role::Remark(remark) if !is_negated => {
                    self.add(match remark {
                        Remark::Wear if is_light => Remark::Trace,
                        Remark::Hole if is_light => Remark::Wear,
                        other => other,
                    });
                }
                Role::Alone(remark) if tokens.len() == 1 => self.add(remark),
                Role::Remark(_) | Role::Alone(_) | Role::Light | Role::None => {}
            }
        }
    }

    fn add(&mut self, remark: Remark) {
        if !self.0.contains(&remark) {
            self.0.push(remark);
        }
    }

    pub(super) fn is_free(&self) -> bool {
        self.0.contains(&Remark::Free)
    }

    /// [`Remark::Free`] does not.
    pub(super) fn changes(&self) -> bool {
        self.0.iter().any(|remark| *remark != Remark::Free)
    }

    /// The logarithm for grade and remarks together. `step` is the grade's own, relative to a good condition.
    /// Remarks are often the reason for "fair" and "for parts", so there only the larger effect counts.
    pub(super) fn with_grade(&self, grade: Condition, step: f64, product: Product) -> f64 {
        let factor = |remark: &Remark| FACTORS.log_factor(remark.name(), product).unwrap_or_default();
        let of_state = self.0.iter().filter(|remark| **remark != Remark::Free).map(factor);
        let (better, mut worse): (Vec<f64>, Vec<f64>) = of_state.partition(|factor| *factor > 0.0);
        worse.sort_by(f64::total_cmp);
        let all: f64 = worse.iter().sum();
        let heaviest = worse.first().copied().unwrap_or_default();
        let remarks = heaviest + (all - heaviest) / 2.0 + better.iter().sum::<f64>();
        let of_state = if grade >= Condition::Fair { step.min(remarks) } else { step + remarks };
        let free = if self.is_free() { factor(&Remark::Free) } else { 0.0 };
        of_state + free
    }
}

/// The longest phrase of any language counts; of equally long ones, that of the language which knows more of
/// the text's words.
fn roles(tokens: &[Token]) -> Vec<Role> {
    let known =
        |language: &Language| tokens.iter().filter(|token| WORDS[language].has_word(&token.text)).count();
    let mut languages = Language::ALL.to_vec();
    languages.sort_by_key(|language| std::cmp::Reverse(known(language)));
    let mut roles = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let found = languages.iter().filter_map(|language| WORDS[language].longest(&tokens[at..]));
        let longest = found.fold(None, |best: Option<(usize, Role)>, found| match best {
            Some(best) if best.0 >= found.0 => Some(best),
            _ => Some(found),
        });
        roles.extend(longest.map(|(_, role)| role));
        at += longest.map_or(1, |(length, _)| length);
    }
    roles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Good, ProductType};

    #[test]
    fn every_row_can_be_read_and_every_remark_has_words_and_a_factor() {
        for language in Language::ALL {
            let table = lang::of(*language).price_words;
            for line in lines(table) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
            for (name, remark) in Remark::ALL.into_iter().filter(|(_, remark)| *remark != Remark::Trace) {
                let has = lines(table).filter_map(entry).any(|(role, _)| role == Role::Remark(remark));
                assert!(has, "{language} has no words for {name}");
            }
        }
        for (name, _) in Remark::ALL {
            assert!(FACTORS.log_factor(name, Product::Unknown).is_some(), "{name}");
        }
        for line in lines(include_str!("factors/remarks.tsv")) {
            assert!(line.split('\t').next().and_then(Remark::parse).is_some(), "{line}");
        }
    }

    #[test]
    fn remarks_are_read_in_both_languages() {
        use Remark::*;
        for (text, expected) in [
            ("freins à revoir, pneus neufs", vec![Repair, Fresh]),
            ("à retaper", vec![Restore]),
            ("bon état vu l'âge", vec![Aged]),
            ("compresseur mort", vec![Dead]),
            ("batterie HS", vec![Repair]),
            ("HS, pour pièces", vec![Dead]),
            ("fonctionne nickel, rayures sur le capot", vec![Wear]),
            ("petite rayure", vec![Trace]),
            ("complet sauf 1 boule", vec![Missing]),
            ("marche tb, sans embout", vec![Accessory]),
            ("fonctionne mais fait du bruit", vec![Repair]),
            ("broken in, lots of life left", vec![]),
            ("untested, for display", vec![Untested]),
            ("plays great, cracked case", vec![Case]),
            ("missing 2 pieces, box has shelf wear", vec![Missing, Wear]),
            ("one cracked pane", vec![Broken]),
            ("hand painted, chip on spout", vec![Wear]),
            ("fungus on the lens", vec![Fungus]),
            ("beaters", vec![Heavy]),
            ("free to good home, needs tuning", vec![Free, Repair]),
            ("powers on, no charger", vec![Accessory]),
            ("like new, cover only", vec![PartOnly]),
            ("1yo, works perfectly, smoke free home", vec![]),
            ("recently tuned, chain replaced", vec![Fresh]),
            ("no stains, no rips, no holes", vec![]),
            ("sans tache ni trou", vec![]),
            ("aucune rayure", vec![]),
            ("needs TLC, one drawer sticks", vec![Restore, Repair]),
            ("battery service, screen delamination", vec![Repair]),
            ("à donner", vec![Free]),
            ("good, free", vec![Free]),
            ("lead free paint", vec![]),
            ("very good", vec![]),
        ] {
            assert_eq!(Remarks::read(text).0, expected, "{text}");
        }
    }

    #[test]
    fn remarks_change_a_price_by_product_and_never_twice_with_the_grade() {
        let good = |key: &str| Product::Good(Good::from_key(key).unwrap());
        let worth = |text: &str, product| Remarks::read(text).with_grade(Condition::Good, 0.0, product).exp();
        assert!(worth("scratches", good("laptop")) > 0.85);
        assert!(worth("dead", good("fridge")) < 0.1, "a broken fridge is almost worthless");
        assert!(worth("dead", good("electric_guitar")) > 0.3);
        assert!(worth("new tires", good("bicycle")) > 1.0);
        let several = worth("scratches, stains, untested", good("turntable"));
        assert!(several < worth("untested", good("turntable")));
        let fair = |text: &str| {
            Remarks::read(text).with_grade(Condition::Fair, -0.6, Product::Type(ProductType::Dress))
        };
        assert!((fair("small stain") - -0.6).abs() < 1e-9, "the grade already includes the stain");
        assert!(fair("beaters") < -0.6);
    }
}
