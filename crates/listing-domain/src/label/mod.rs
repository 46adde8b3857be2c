//! What is printed on an item or its label, understood from the lines that were read.
//!
//! A false brand costs a seller a return, so that a name counts as the item's brand only where
//! nothing else is likely: see [`Label::brand`].

mod brand;
mod capacity;
mod composition;
mod isbn;
mod model;
mod plate;
mod reference;
mod shapes;
mod size;
mod words;

pub use isbn::Isbn;
pub use model::Model;
pub use reference::Reference;

use crate::product::{Brand, Product};
use crate::statement::{MaterialStatement, tokens};
use words::{Role, roles};

/// What the lines of one photo say.
#[derive(Debug, Clone, Default)]
pub struct Label {
    brands: Vec<brand::Mention>,
    sizes: Vec<size::Mention>,
    materials: Option<MaterialStatement>,
    isbn: Option<Isbn>,
    plate: model::Plate,
    /// What labels alone say, one for each line that says such a thing.
    signs: Vec<Role>,
}

impl Label {
    /// Understands lines in the order in which they are read.
    pub fn read(lines: &[&str]) -> Self {
        let sign = |line: &&str| {
            let mut roles = roles(&tokens(line)).into_iter().map(|(role, _)| role);
            roles.find(|role| matches!(role, Role::Care | Role::Origin | Role::OtherPart))
        };
        let materials = composition::read(lines.iter().copied());
        Self {
            brands: brands(lines),
            sizes: lines.iter().filter_map(|line| size::mention(line)).collect(),
            signs: lines.iter().filter_map(sign).collect(),
            materials,
            isbn: isbn::read(lines),
            plate: model::Plate::read(lines),
        }
    }

    /// Whether the photo shows a label of clothes or textiles: materials with their shares, a
    /// part such as the lining beside something else, or more care than a cup's.
    pub fn is_garments(&self) -> bool {
        let count = |role| self.signs.iter().filter(|sign| **sign == role).count();
        self.materials.is_some()
            || count(Role::Care) > 1
            || (count(Role::OtherPart) > 0 && self.signs.len() > 1)
    }

    fn is_label(&self) -> bool {
        self.materials.is_some() || !self.signs.is_empty()
    }

    /// The brand, where the lines name one that can be the product's. An ordinary word counts
    /// among what labels alone say; elsewhere the brand has to be known for such products, or
    /// its model has to stand beside it.
    pub fn brand(&self, product: Product) -> Option<Brand> {
        self.brand_named(product).or_else(|| self.model(product)?.brand())
    }

    fn brand_named(&self, product: Product) -> Option<Brand> {
        brand::decide(&self.brands, self.is_label(), product)
    }

    /// What the product is listed under in the whole world: the number of a book with a check
    /// digit that is right, or the model of a thing that has one. Serial numbers and whatever
    /// may be something else are none.
    pub fn reference(&self, product: Product) -> Option<Reference> {
        let isbn = || reference::isbn(self.isbn.as_ref(), product).cloned().map(Reference::Isbn);
        isbn().or_else(|| self.model(product).map(Reference::Model))
    }

    fn model(&self, product: Product) -> Option<Model> {
        if self.is_garments() {
            None
        } else {
            reference::model(&self.plate, product, self.brand_named(product))
        }
    }

    /// The size as it stands there, where the lines tell one that the product can have. Letters
    /// and numbers alone count among what labels alone say.
    pub fn size(&self, product: Product) -> Option<&str> {
        size::decide(&self.sizes, self.is_label(), product).map(|mention| mention.text.as_str())
    }

    /// The materials of the main part, with shares that make a whole.
    pub const fn materials(&self) -> Option<&MaterialStatement> {
        self.materials.as_ref()
    }
}

/// The brands that lines name, and lines together with the next one: long names are broken.
fn brands(lines: &[&str]) -> Vec<brand::Mention> {
    let mut found: Vec<brand::Mention> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let both = lines.get(at + 1).map(|next| format!("{} {next}", lines[at]));
        let both = both.and_then(|both| brand::mention(&both)).filter(brand::Mention::is_alone);
        at += if both.is_some() { 2 } else { 1 };
        found.extend(both.or_else(|| brand::mention(lines[at - 1])));
    }
    found
}

#[cfg(test)]
mod tests;
