//! The marketplaces together.

use super::{CatalogueError, Marketplace, MarketplaceOverride, Platform};

/// The rules of all marketplaces, with the overrides of the settings applied.
#[derive(Debug, Clone)]
pub struct Catalogue {
    /// In the order of [`Platform::ALL`].
    marketplaces: [Marketplace; COUNT],
}

const COUNT: usize = Platform::ALL.len();

impl Default for Catalogue {
    /// The rules as they are in this crate, nothing overridden.
    fn default() -> Self {
        Self { marketplaces: std::array::from_fn(|index| Marketplace::new(Platform::ALL[index])) }
    }
}

impl Catalogue {
    /// The rules with some facts replaced, at most one override a platform.
    ///
    /// An override that would make valid listings impossible, or that gives an
    /// empty label, is refused.
    pub fn with_overrides(
        overrides: impl IntoIterator<Item = (Platform, MarketplaceOverride)>,
    ) -> Result<Self, CatalogueError> {
        let mut catalogue = Self::default();
        let mut seen = Vec::new();
        for (platform, given) in overrides {
            if seen.contains(&platform) {
                return Err(CatalogueError::Twice { platform });
            }
            seen.push(platform);
            let marketplace = catalogue.marketplace_mut(platform);
            given.check(marketplace)?;
            marketplace.overrides = given;
        }
        Ok(catalogue)
    }

    /// The rules of one marketplace.
    pub fn marketplace(&self, platform: Platform) -> &Marketplace {
        &self.marketplaces[index(platform)]
    }

    fn marketplace_mut(&mut self, platform: Platform) -> &mut Marketplace {
        &mut self.marketplaces[index(platform)]
    }

    /// The rules of all marketplaces, in the order of [`Platform::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = &Marketplace> {
        self.marketplaces.iter()
    }
}

/// The place of a platform in [`Platform::ALL`].
fn index(platform: Platform) -> usize {
    Platform::ALL.iter().take_while(|other| **other != platform).count()
}
