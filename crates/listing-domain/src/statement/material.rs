//! Reads the materials of an item.

mod names;

use std::sync::LazyLock;

pub use names::Material;

use super::phrases::Phrases;
use super::tokens::{Token, TokenKind, tokens};
use crate::lang::{self, QualityRole};
use crate::options::Language;

/// "coton/lin".
const JOINTS: &[char] = &['/', '&', '+', ',', '-', '–', ';'];
/// Skipped.
const IDLE: &[char] = &['.', ':', '!', '(', ')'];
/// In percent.
const FULL_SHARE: u32 = 100;

/// An item's materials, with or without shares in percent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialStatement {
    /// At least one, in the seller's order. Either all have a percentage, or none.
    shares: Vec<Share>,
}

/// One material, perhaps with a quality ("genuine") and a percentage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    material: Material,
    quality: Option<&'static str>,
    percent: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
enum Word {
    Material(Material),
    Other(QualityRole),
}

enum Piece {
    Material(Share),
    /// True if a percent sign follows.
    Number(u32, bool),
}

static WORDS: LazyLock<Phrases<Word>> = LazyLock::new(|| {
    let languages = || Language::ALL.iter().map(|language| lang::of(*language));
    let materials = languages().flat_map(|lang| {
        Material::all().flat_map(move |material| {
            lang.materials.get(material.key()).words().map(move |word| (word, Word::Material(material)))
        })
    });
    let others =
        languages().flat_map(|lang| lang.qualities.words().map(|(word, role)| (word, Word::Other(role))));
    Phrases::new(materials.chain(others).collect::<Vec<_>>())
});

impl From<Material> for MaterialStatement {
    fn from(material: Material) -> Self {
        Self { shares: vec![Share { material, quality: None, percent: None }] }
    }
}

impl Share {
    /// The material without quality and percentage.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The share, in percent, if stated.
    pub const fn percent(&self) -> Option<u32> {
        self.percent
    }

    /// The material with its quality: "laine", "cuir véritable".
    pub fn material_with_quality(&self, language: Language) -> String {
        let lang = lang::of(language);
        let noun = self.material.noun(language);
        match self.quality.map(|key| lang.qualities.word(key, noun.gender())) {
            None => self.material.alone(language).to_owned(),
            Some(quality) if lang.phrase_format.adjective_behind => format!("{} {quality}", noun.text()),
            Some(quality) => format!("{quality} {}", self.material.alone(language)),
        }
    }

    /// "laine", "95 % coton".
    fn value(&self, language: Language) -> String {
        let word = self.material_with_quality(language);
        match self.percent {
            Some(percent) => format!("{percent}{} {word}", lang::of(language).phrase_format.percent),
            None => word,
        }
    }
}

impl MaterialStatement {
    /// Reads words in any language; `None` if one is unknown or the shares exceed 100 percent.
    pub fn read(text: &str) -> Option<Self> {
        let tokens = WORDS.corrected(tokens(text), |_| false);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut quality = None;
        let mut at = 0;
        while at < tokens.len() {
            let (length, word) = next(&tokens[at..])?;
            match word {
                Some(Word::Material(material)) => {
                    pieces.push(Piece::Material(Share { material, quality: quality.take(), percent: None }));
                }
                Some(Word::Other(QualityRole::Quality(key))) => match pieces.last_mut() {
                    // A quality follows or precedes its material, by language.
                    Some(Piece::Material(share)) if share.quality.is_none() && !is_joined(&tokens, at) => {
                        share.quality = Some(key);
                    }
                    _ => quality = Some(key),
                },
                Some(Word::Other(QualityRole::Percent)) => match pieces.last_mut() {
                    Some(Piece::Number(_, has_sign)) => *has_sign = true,
                    _ => return None,
                },
                Some(Word::Other(QualityRole::Joint | QualityRole::Idle)) => {}
                None => pieces.push(Piece::Number(tokens[at].number().and_then(as_percent)?, false)),
            }
            at += length;
        }
        let shares = shares(&pieces).filter(|shares| quality.is_none() && !shares.is_empty())?;
        Some(Self { shares })
    }

    /// The materials, in the seller's order.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// The only material, if without quality and percentage.
    pub fn plain(&self) -> Option<Material> {
        match self.shares[..] {
            [Share { material, quality: None, percent: None }] => Some(material),
            _ => None,
        }
    }

    /// All materials: "laine", "95 % coton, 5 % élasthanne", "laine et cachemire".
    pub fn value(&self, language: Language) -> String {
        let shares: Vec<String> = self.shares.iter().map(|share| share.value(language)).collect();
        if self.shares.iter().any(|share| share.percent.is_some()) {
            shares.join(", ")
        } else {
            super::listed(&shares, lang::of(language).phrase_format.and)
        }
    }

    pub(crate) fn wordings(&self, language: Language) -> Vec<String> {
        let mut wordings = vec![self.value(language)];
        if let Some(material) = self.plain() {
            wordings.extend(lang::of(language).materials.get(material.key()).words().map(str::to_owned));
        }
        wordings
    }
}

/// With its length in tokens; no word for a number.
fn next(tokens: &[Token]) -> Option<(usize, Option<Word>)> {
    if let Some((length, word)) = WORDS.longest(tokens) {
        return Some((length, Some(word)));
    }
    let is = |marks: &[char]| marks.iter().any(|mark| tokens[0].is_mark(*mark));
    if tokens[0].kind == TokenKind::Number {
        Some((1, None))
    } else if is(JOINTS) {
        Some((1, Some(Word::Other(QualityRole::Joint))))
    } else if is(IDLE) {
        Some((1, Some(Word::Other(QualityRole::Idle))))
    } else {
        None
    }
}

fn is_joined(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before..=before));
    let word = before.and_then(next).and_then(|(_, word)| word);
    matches!(word, Some(Word::Other(QualityRole::Joint)))
}

/// If whole and from 1 to 100.
fn as_percent(number: f64) -> Option<u32> {
    (1..=FULL_SHARE).find(|percent| (f64::from(*percent) - number).abs() < f64::EPSILON)
}

/// Numbers all precede their materials, or all follow them, else `None`. Without percent signs they are
/// shares only if they add up to 100.
fn shares(pieces: &[Piece]) -> Option<Vec<Share>> {
    let materials = || {
        pieces.iter().filter_map(|piece| if let Piece::Material(share) = piece { Some(*share) } else { None })
    };
    let numbers: Vec<(u32, bool)> = pieces
        .iter()
        .filter_map(
            |piece| if let Piece::Number(number, sign) = piece { Some((*number, *sign)) } else { None },
        )
        .collect();
    if numbers.is_empty() {
        let mut shares: Vec<Share> = Vec::new();
        for share in materials() {
            if !shares.contains(&share) {
                shares.push(share);
            }
        }
        return Some(shares);
    }
    let sum: u32 = numbers.iter().map(|(number, _)| number).sum();
    let is_whole = sum == FULL_SHARE || (sum < FULL_SHARE && numbers.iter().all(|(_, has_sign)| *has_sign));
    let alternate = pieces.chunks(2).all(|pair| {
        matches!(
            (pair, &pieces[0]),
            ([Piece::Number(..), Piece::Material(_)], Piece::Number(..))
                | ([Piece::Material(_), Piece::Number(..)], Piece::Material(_))
        )
    });
    let with_share = |(share, (number, _)): (Share, &(u32, bool))| Share { percent: Some(*number), ..share };
    (is_whole && alternate).then(|| materials().zip(&numbers).map(with_share).collect())
}

#[cfg(test)]
mod tests;
