//! The table of brands, parsed on first use. An invalid line is skipped; a test ensures that there is none.

use super::Tier;
use crate::product::Department;
use crate::text::fold;
use crate::tsv::NONE;

pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) aliases: Vec<&'static str>,
    pub(super) departments: Vec<(Department, Tier)>,
    pub(super) main_tier: Tier,
    pub(super) is_ordinary_word: bool,
}

impl Row {
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// `None` if any column is invalid.
    pub(super) fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, aliases, departments, tiers, kind] = columns[..] else { return None };
        let aliases: Vec<&str> = if aliases == NONE { Vec::new() } else { aliases.split('|').collect() };
        let is_name = |name: &&str| !key(name).is_empty() && name.trim() == *name;
        let departments = tiers_of(departments, tiers)?;
        let (_, main_tier) = *departments.first()?;
        let is_ordinary_word = match kind {
            "word" => true,
            "sure" => false,
            _ => return None,
        };
        let is_valid = is_name(&name) && aliases.iter().all(is_name);
        is_valid.then_some(Self { name, aliases, departments, main_tier, is_ordinary_word })
    }
}

/// One tier for all departments, or one for each.
fn tiers_of(departments: &str, tiers: &str) -> Option<Vec<(Department, Tier)>> {
    let departments: Vec<Department> =
        departments.split(',').map(|code| code.parse().ok()).collect::<Option<_>>()?;
    if let Ok(tier) = tiers.parse() {
        return Some(departments.into_iter().map(|department| (department, tier)).collect());
    }
    let named: Vec<(Department, Tier)> = tiers
        .split(',')
        .map(|pair| {
            let (department, tier) = pair.split_once('=')?;
            Some((department.parse().ok()?, tier.parse().ok()?))
        })
        .collect::<Option<_>>()?;
    let tier = |department: Department| named.iter().find(|(other, _)| *other == department).copied();
    let tiers: Vec<_> = departments.iter().copied().map(tier).collect::<Option<_>>()?;
    (named.len() == tiers.len()).then_some(tiers)
}

/// The same for all spellings: letters and digits, without case, accents and ligatures.
pub(super) fn key(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).map(fold);
    letters.collect::<String>().replace('œ', "oe").replace('æ', "ae")
}
