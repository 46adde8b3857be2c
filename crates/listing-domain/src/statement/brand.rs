//! Reads the brand and the model in a seller's words.

mod read;

use crate::product::{Brand, Good, Product};
use read::Reader;

/// The meaning of a brand field: the brand, the model, and all other words ("vintage", "authentic").
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandStatement {
    named: Option<Named>,
    rest: Option<String>,
    is_unbranded: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Named {
    /// A brand in the table of brands.
    Known(KnownBrand),
    /// A brand in the table of brands whose name is also an ordinary word. On products that the brand does
    /// not make, the text names something else: "Mango wood".
    Ambiguous {
        known: KnownBrand,
        text: String,
    },
    Other(String),
}

/// A known brand, with the model that the seller wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
struct KnownBrand {
    brand: Brand,
    /// The brand's name as listings write it.
    name: String,
    model: Option<String>,
    /// The good, if all products of the model's line are one good: every `MacBook` is a laptop.
    good: Option<Good>,
}

impl BrandStatement {
    /// Reads the text of a brand field, in any of the supported languages.
    pub fn read(text: &str) -> Self {
        Reader::new(text).statement()
    }

    /// Returns the statement with its meaning for a product. A brand whose name is also an ordinary word
    /// counts only on products that the brand makes.
    #[must_use]
    pub fn on(mut self, product: Product) -> Self {
        if let Some(Named::Ambiguous { known, .. }) = &self.named
            && product.department().is_some_and(|department| known.brand.makes(department))
        {
            self.named = Some(Named::Known(known.clone()));
        }
        self
    }

    /// Returns the brand's name: as the brand writes it if known, else as the seller wrote it.
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

    /// Returns the brand, if it is in the table of brands and unambiguous.
    pub fn known(&self) -> Option<Brand> {
        self.known_brand().map(|known| known.brand)
    }

    /// Returns the model or product line of a known brand, mostly in the seller's words.
    pub fn model(&self) -> Option<&str> {
        self.known_brand()?.model.as_deref()
    }

    /// Returns the good that the model is, according to the table of product lines: a `MacBook` is a laptop.
    pub fn good(&self) -> Option<Good> {
        self.known_brand()?.good
    }

    /// Returns the product, refined by the model: an iPhone is a phone, and a Ricohflex is a camera without a
    /// sensor. A product of another known type stays, such as a case for an iPhone.
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

    /// Returns the words that are neither brand nor model, as the seller typed them.
    pub fn rest(&self) -> Option<&str> {
        self.rest.as_deref()
    }

    /// Returns true if the words say that the item has no brand ("sans marque").
    pub const fn is_unbranded(&self) -> bool {
        self.is_unbranded
    }

    /// Returns brand and model: "Apple Watch", "Levi’s 501".
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
