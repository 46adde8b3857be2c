//! Reads the materials and their shares.

use super::words::{Role, roles};
use crate::statement::{MaterialStatement, Token, TokenKind, tokens};

const FULL_SHARE: u32 = 100;
/// "fibres métallisées recyclées" has three.
const MAX_WORDS: usize = 4;

/// "60 % coton".
struct Share<'a> {
    percent: u32,
    material: &'a str,
}

/// A part such as the lining, with its materials.
#[derive(Default)]
struct LabelPart<'a> {
    /// The main part or another one, if named.
    role: Option<Role>,
    shares: Vec<Share<'a>>,
}

impl LabelPart<'_> {
    fn sum(&self) -> u32 {
        self.shares.iter().map(|share| share.percent).sum()
    }

    fn materials(&self) -> Option<MaterialStatement> {
        let shares = self.shares.iter().map(|share| format!("{} % {}", share.percent, share.material));
        MaterialStatement::read(&shares.collect::<Vec<_>>().join(", "))
    }
}

/// The materials of the main part: the one called so, or else the first without a name. Only shares that add
/// up to 100 percent count. Unknown words are skipped, because labels repeat everything in several languages.
pub(super) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<MaterialStatement> {
    let mut complete: Vec<LabelPart<'_>> = Vec::new();
    let mut part = LabelPart::default();
    for line in lines {
        let tokens = tokens(line);
        if let Some(role) = named_part(&tokens) {
            part = LabelPart { role: Some(role), shares: Vec::new() };
        }
        for share in shares(line, &tokens) {
            if part.sum() + share.percent > FULL_SHARE {
                part.shares.clear();
            }
            part.shares.push(share);
            if part.sum() == FULL_SHARE {
                complete.push(std::mem::take(&mut part));
            }
        }
    }
    let with_role = |role| complete.iter().find(move |part| part.role == role);
    with_role(Some(Role::MainPart)).or_else(|| with_role(None))?.materials()
}

fn named_part(tokens: &[Token]) -> Option<Role> {
    let is_part = |role: &Role| matches!(role, Role::MainPart | Role::OtherPart);
    let named: Vec<Role> = roles(tokens).into_iter().map(|(role, _)| role).filter(is_part).collect();
    // "Tissu principal (hors broderie)" is the main part: the first such word decides.
    named.first().copied()
}

/// Each percentage with the material after it, or else before it.
fn shares<'a>(line: &'a str, tokens: &[Token]) -> Vec<Share<'a>> {
    let is_percent = |at: usize| {
        tokens[at].kind == TokenKind::Number && tokens.get(at + 1).is_some_and(|t| t.is_mark('%'))
    };
    let numbers: Vec<usize> = (0..tokens.len()).filter(|at| is_percent(*at)).collect();
    let mut found = Vec::new();
    for (index, &at) in numbers.iter().enumerate() {
        let Some(percent) = percent(&tokens[at]) else { continue };
        let after = at + 2..numbers.get(index + 1).copied().unwrap_or(tokens.len());
        let before = index.checked_sub(1).map_or(0, |last| numbers[last] + 2)..at;
        let material = first_material(line, &tokens[after]).or_else(|| last_material(line, &tokens[before]));
        if let Some(material) = material {
            found.push(Share { percent, material });
        }
    }
    found
}

fn percent(token: &Token) -> Option<u32> {
    token.text.parse().ok().filter(|percent| (1..=FULL_SHARE).contains(percent))
}

/// With its quality ("recycled").
fn first_material<'a>(line: &'a str, tokens: &[Token]) -> Option<&'a str> {
    (0..tokens.len()).find_map(|from| {
        let most = MAX_WORDS.min(tokens.len() - from);
        (1..=most).rev().find_map(|length| material(line, &tokens[from..from + length]))
    })
}

fn last_material<'a>(line: &'a str, tokens: &[Token]) -> Option<&'a str> {
    (1..=tokens.len()).rev().find_map(|to| {
        let most = MAX_WORDS.min(to);
        (1..=most).rev().find_map(|length| material(line, &tokens[to - length..to]))
    })
}

/// The text, if the tokens together name one material.
fn material<'a>(line: &'a str, words: &[Token]) -> Option<&'a str> {
    let (first, last) = (words.first()?, words.last()?);
    if !words.iter().all(Token::is_word) {
        return None;
    }
    let text = line.get(first.range.start..last.range.end)?;
    MaterialStatement::read(text).filter(|statement| statement.shares().len() == 1).map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Language;

    fn check(lines: &[&str], expected: Option<&str>) {
        let read = read(lines.iter().copied());
        assert_eq!(read.map(|materials| materials.value(Language::En)).as_deref(), expected, "{lines:?}");
    }

    #[test]
    fn shares_are_read_from_one_line_or_several() {
        check(&["60% coton 40% polyester"], Some("60% cotton, 40% polyester"));
        check(&["95 % COTON", "5 % ÉLASTHANNE", "Ne pas blanchir"], Some("95% cotton, 5% elastane"));
        check(&["Merino wool 100%"], Some("100% merino wool"));
        check(&["Laine 70%", "Polyamide 27%", "Élasthanne 3%"], Some("70% wool, 27% polyamide, 3% elastane"));
    }

    #[test]
    fn a_label_in_many_languages_gives_one_composition() {
        check(&["100% COTON/COTTON/BAUMWOLLE/ALGODÓN"], Some("100% cotton"));
        check(
            &["80% Wolle 20% Kaschmir", "80% wool 20% cashmere", "80% laine 20% cachemire"],
            Some("80% wool, 20% cashmere"),
        );
    }

    #[test]
    fn the_materials_of_the_main_part_take_precedence() {
        check(&["Doublure : 100% polyester", "Extérieur : 100% laine"], Some("100% wool"));
        check(&["100% laine", "Lining 100% viscose"], Some("100% wool"));
        check(&["Lining:", "100% polyester"], None);
    }

    #[test]
    fn shares_that_do_not_add_up_to_100_percent_are_ignored() {
        check(&["60% coton"], None);
        check(&["-50% sur tout"], None);
        check(&["60% coton", "50% lin"], None);
        check(&["100%"], None);
    }
}
