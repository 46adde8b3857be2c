use sha2::{Digest as _, Sha256};

/// Selects one of several equivalent phrases. Derived from an item's photos and facts: equal items get equal
/// texts, while a seller's hundred items get varied ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 8]);

impl Seed {
    /// The seed without photos or facts.
    pub const NOTHING: Self = Self([0; 8]);

    /// Moving bytes from one part to the next gives another seed.
    pub fn from_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part.len().to_le_bytes());
            hasher.update(part);
        }
        let digest: [u8; 32] = hasher.finalize().into();
        Self(std::array::from_fn(|index| digest[index]))
    }

    /// For one choice in a text, such as "opening", independent of the others.
    pub(crate) fn with(self, what: &str) -> Self {
        Self::from_parts([&self.0[..], what.as_bytes()])
    }

    /// `None` if there are no values.
    pub(crate) fn pick<T>(self, several: &[T]) -> Option<&T> {
        let count = u64::try_from(several.len()).ok()?;
        let index = u64::from_le_bytes(self.0).checked_rem(count)?;
        several.get(usize::try_from(index).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_content_picks_the_same_phrase_and_other_content_another() {
        let several: Vec<u32> = (0..1_000).collect();
        let pick = |parts: [&[u8]; 2]| *Seed::from_parts(parts).pick(&several).unwrap();
        assert_eq!(pick([b"a", b"bc"]), pick([b"a", b"bc"]));
        assert_ne!(pick([b"a", b"bc"]), pick([b"ab", b"c"]));
        let seed = Seed::from_parts([&b"a"[..]]);
        assert_ne!(seed.with("opening").pick(&several), seed.with("closing").pick(&several));
        assert_eq!(seed.pick::<u32>(&[]), None);
    }

    #[test]
    fn every_phrase_is_picked_by_some_seed() {
        let mut chosen: Vec<u32> = (0..100_u8)
            .map(|content| *Seed::from_parts([&[content][..]]).pick(&[1, 2, 3, 4, 5, 6, 7]).unwrap())
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen.len(), 7);
    }
}
