//! Reads the brand and the model.

mod read;

use crate::product::{Brand, Good, Product};
use read::Reader;

/// A brand field's meaning: the brand, the model, and other words ("vintage", "authentic").
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandStatement {
    named: Option<Named>,
    rest: Option<String>,
    is_unbranded: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Named {
    /// In the table of brands.
    Known(KnownBrand),
    /// In the table, but also an ordinary word: on products that the brand does not make, something else
    /// ("Mango wood").
    Ambiguous {
        known: KnownBrand,
        text: String,
    },
    Other(String),
}

/// With the model as written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownBrand {
    brand: Brand,
    /// As listings write it.
    name: String,
    model: Option<String>,
    /// The good, if the model's line has only one: every `MacBook` is a laptop.
    good: Option<Good>,
}

impl BrandStatement {
    /// Reads a brand field, in any language.
    pub fn read(text: &str) -> Self {
        Reader::new(text).statement()
    }

    /// The meaning for a product: a brand that is also an ordinary word counts only on products that it
    /// makes.
    #[must_use]
    pub fn on(mut self, product: Product) -> Self {
        if let Some(Named::Ambiguous { known, .. }) = &self.named
            && product.department().is_some_and(|department| known.brand.makes(department))
        {
            self.named = Some(Named::Known(known.clone()));
        }
        self
    }

    /// The name: the brand's own spelling if known, else the seller's.
    pub fn brand(&self) -> Option<&str> {
        Some(match self.named.as_ref()? {
            Named::Known(known) => &known.name,
            Named::Ambiguous { text, .. } | Named::Other(text) => text,
        })
    }

    fn known_brand(&self) -> Option<&KnownBrand> {
        match self.named.as_ref()? {
            Named::Known(known) => Some(known),
            Named::Ambiguous { .. } | Named::Other(_) => None,
        }
    }

    /// The brand, if in the table and unambiguous.
    pub fn known(&self) -> Option<Brand> {
        self.known_brand().map(|known| known.brand)
    }

    /// A known brand's model or product line, mostly in the seller's words.
    pub fn model(&self) -> Option<&str> {
        self.known_brand()?.model.as_deref()
    }

    /// The good that the model is: a `MacBook` is a laptop.
    pub fn good(&self) -> Option<Good> {
        self.known_brand()?.good
    }

    /// The product, refined by the model: an iPhone is a phone, a Ricohflex a camera without a sensor.
    /// Another known type stays, such as a case for an iPhone.
    pub fn refined(&self, product: Product) -> Product {
        let is_more_precise = |good: &Good| match product {
            Product::Unknown => true,
            Product::Department(department) => good.product().department() == Some(department),
            Product::Type(_) | Product::Good(_) => {
                product.kind().is_some() && good.product().kind() == product.kind()
            }
        };
        self.good().filter(is_more_precise).map_or(product, Product::Good)
    }

    /// Words that are neither brand nor model, as typed.
    pub fn rest(&self) -> Option<&str> {
        self.rest.as_deref()
    }

    /// True if the words say "no brand" ("sans marque").
    pub const fn is_unbranded(&self) -> bool {
        self.is_unbranded
    }

    /// Brand and model: "Apple Watch", "Levi’s 501".
    pub fn value(&self) -> Option<String> {
        let brand = self.brand()?;
        Some(match self.model() {
            Some(model) => format!("{brand} {model}"),
            None => brand.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests;
