//! The catalogue: the rules of all marketplaces.

use super::{CatalogueError, Marketplace, MarketplaceOverride, Platform};

/// The rules of all marketplaces, with the overrides from the settings applied.
#[derive(Debug, Clone)]
pub struct Catalogue {
    /// The marketplaces, in the order of [`Platform::ALL`].
    marketplaces: [Marketplace; COUNT],
}

const COUNT: usize = Platform::ALL.len();

impl Default for Catalogue {
    /// Returns the built-in rules, without overrides from the settings.
    fn default() -> Self {
        Self { marketplaces: std::array::from_fn(|index| Marketplace::new(Platform::ALL[index])) }
    }
}

impl Catalogue {
    /// Returns the built-in rules with some facts replaced.
    ///
    /// # Errors
    ///
    /// Rejects a second override for a marketplace, an override that would make every listing invalid, and an
    /// empty label.
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

    /// Returns the rules of one marketplace.
    pub fn marketplace(&self, platform: Platform) -> &Marketplace {
        &self.marketplaces[index(platform)]
    }

    fn marketplace_mut(&mut self, platform: Platform) -> &mut Marketplace {
        &mut self.marketplaces[index(platform)]
    }

    /// Returns the rules of all marketplaces, in the order of [`Platform::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = &Marketplace> {
        self.marketplaces.iter()
    }
}

fn index(platform: Platform) -> usize {
    Platform::ALL.iter().take_while(|other| **other != platform).count()
}
