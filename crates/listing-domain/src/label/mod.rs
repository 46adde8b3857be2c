//! Reads the text printed on an item or its label. A wrong brand means a returned item, so a name counts only
//! if no other meaning is likely: see [`Label::brand`].

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

/// The facts in one photo's lines of text.
#[derive(Debug, Clone, Default)]
pub struct Label {
    brands: Vec<brand::Mention>,
    sizes: Vec<size::Mention>,
    materials: Option<MaterialStatement>,
    isbn: Option<Isbn>,
    plate: model::Plate,
    /// The role of the first typical label word in each line that has one.
    signs: Vec<Role>,
}

impl Label {
    /// Reads the lines of one photo, in reading order.
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

    /// True for a label of clothes or textiles. Proof is: materials with shares; two lines of care
    /// instructions (a cup has only one); or a part, such as the lining, with another typical word.
    pub fn is_garment_label(&self) -> bool {
        let count = |role| self.signs.iter().filter(|sign| **sign == role).count();
        self.materials.is_some()
            || count(Role::Care) > 1
            || (count(Role::OtherPart) > 0 && self.signs.len() > 1)
    }

    fn is_label(&self) -> bool {
        self.materials.is_some() || !self.signs.is_empty()
    }

    /// The brand that fits the product. An ordinary word counts only on a label. Elsewhere, the brand must
    /// make such products, or its model must be next to it.
    pub fn brand(&self, product: Product) -> Option<Brand> {
        self.brand_named(product).or_else(|| self.model(product)?.brand())
    }

    fn brand_named(&self, product: Product) -> Option<Brand> {
        brand::decide(&self.brands, self.is_label(), product)
    }

    /// The worldwide reference: a book's ISBN, or the model of a product that has models. Serial numbers and
    /// ambiguous text do not count.
    pub fn reference(&self, product: Product) -> Option<Reference> {
        let isbn = || reference::isbn(self.isbn.as_ref(), product).cloned().map(Reference::Isbn);
        isbn().or_else(|| self.model(product).map(Reference::Model))
    }

    fn model(&self, product: Product) -> Option<Model> {
        if self.is_garment_label() {
            None
        } else {
            reference::model(&self.plate, product, self.brand_named(product))
        }
    }

    /// The size as printed, if it fits the product. Bare letters and numbers count only on a label.
    pub fn size(&self, product: Product) -> Option<&str> {
        size::decide(&self.sizes, self.is_label(), product).map(|mention| mention.text.as_str())
    }

    /// The main part's materials, whose shares add up to 100 percent.
    pub const fn materials(&self) -> Option<&MaterialStatement> {
        self.materials.as_ref()
    }
}

/// A long name may continue on the next line.
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
