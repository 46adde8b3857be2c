//! Facts from all of a seller's attributes together: brand, lot, age, origin and style.

use super::{Attribute, AttributeText, Attributes, KnownAttributes};
use crate::notes::Notes;
use crate::product::Product;
use crate::quantity::Quantity;
use crate::statement::{BrandStatement, Lot, Traits};

/// The texts of all attributes: a seller may describe the whole item in each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Texts<'a> {
    name: Option<&'a str>,
    brand: Option<&'a str>,
    size: Option<&'a str>,
    condition: Option<&'a str>,
    color: Option<&'a str>,
    material: Option<&'a str>,
    notes: Option<&'a str>,
    quantity: Option<Quantity>,
}

impl<'a> Texts<'a> {
    fn new(fields: [Option<&'a str>; 6], quantity: Option<Quantity>) -> Self {
        let [name, brand, size, condition, color, material] = fields;
        Self { name, brand, size, condition, color, material, notes: None, quantity }
    }

    pub(crate) fn with_notes(self, notes: Option<&'a Notes>) -> Self {
        Self { notes: notes.map(Notes::as_str), ..self }
    }

    /// The quantity decides, else the first text that states a lot, else a number of such items ("4
    /// chaises"), else a number of pieces if a text mentions a lot. A bare "x3" in a condition counts flaws,
    /// not items.
    pub(crate) fn lot(self, product: Product) -> Option<Lot> {
        if let Some(quantity) = self.quantity {
            return Lot::from_quantity(quantity);
        }
        let mut with_multiples = [self.name, self.size, self.brand].into_iter().flatten();
        let mut others = [self.condition, self.color, self.material, self.notes].into_iter().flatten();
        let found = with_multiples.find_map(|text| Lot::read_with_multiples(text)?.on(product));
        let all = || [self.name, self.size, self.condition, self.notes, self.brand].into_iter().flatten();
        let items = || all().find_map(|text| Lot::read_counted_products(text, product));
        let pieces = || {
            let is_lot = all().any(Lot::is_mentioned_in);
            is_lot.then(|| all().find_map(Lot::read_pieces))?
        };
        found.or_else(|| others.find_map(|text| Lot::read(text)?.on(product))).or_else(items).or_else(pieces)
    }

    pub(crate) fn traits(self, product: Product) -> Traits {
        let free = [self.name, self.condition, self.brand, self.material, self.color, self.notes];
        let free = free.into_iter().flatten().map(Traits::read);
        free.chain(self.size.map(Traits::read_size)).fold(Traits::default(), Traits::or).on(product)
    }
}

impl KnownAttributes {
    fn texts(&self) -> Texts<'_> {
        let fields = [&self.name, &self.brand, &self.size, &self.condition, &self.color, &self.material];
        let texts = Texts::new(fields.map(|field| field.as_ref().map(AttributeText::as_str)), self.quantity);
        texts.with_notes(self.notes.as_ref())
    }

    /// The brand as the seller states it.
    pub fn brand_of(&self, product: Product) -> BrandStatement {
        let brand = self.brand.as_ref().map(|brand| BrandStatement::read(brand.as_str()));
        brand.unwrap_or_default().on(product)
    }

    /// The lot in which a product is sold: from the quantity, else from any attribute.
    pub fn lot(&self, product: Product) -> Option<Lot> {
        self.texts().lot(product)
    }

    /// The age, origin and style that any attribute states.
    pub fn traits(&self, product: Product) -> Traits {
        self.texts().traits(product)
    }
}

impl Attributes {
    pub(crate) fn texts<'a>(&'a self) -> Texts<'a> {
        let fields = [&self.name, &self.brand, &self.size, &self.condition, &self.color, &self.material];
        let value = |field: &'a Option<Attribute>| field.as_ref().map(|attribute| attribute.value.as_str());
        Texts::new(fields.map(value), self.quantity)
    }

    /// The brand as stated or detected.
    pub fn brand_of(&self, product: Product) -> BrandStatement {
        let brand = self.brand.as_ref().map(|brand| BrandStatement::read(&brand.value));
        brand.unwrap_or_default().on(product)
    }

    /// The brand and model for the API; `None` if the text names no brand.
    pub fn brand_value(&self) -> Option<String> {
        BrandStatement::read(&self.brand.as_ref()?.value).value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Language;
    use crate::product::{Department, ProductType};

    fn known(brand: &str, size: &str, condition: &str) -> KnownAttributes {
        let text = |text| AttributeText::parse("attributes", text).unwrap();
        KnownAttributes {
            brand: text(brand),
            size: text(size),
            condition: text(condition),
            ..KnownAttributes::default()
        }
    }

    #[test]
    fn a_lot_is_read_in_any_attribute_unless_a_quantity_is_given() {
        let shirt = Product::Type(ProductType::TShirt);
        let lot = |known: KnownAttributes| {
            let both = [known.lot(shirt), Attributes::default().with_known(&known).texts().lot(shirt)];
            assert_eq!(both[0], both[1]);
            both[0].map(|lot| lot.quantity().get())
        };
        assert_eq!(lot(known("Celio", "L", "lot de 3, très bon état")), Some(3));
        assert_eq!(lot(known("lot 5 t-shirts", "10 ans", "")), Some(5));
        assert_eq!(lot(known("", "x2", "")), Some(2));
        assert_eq!(lot(known("Zara", "M", "porté x3")), None);
        let two = Quantity::new(2).ok();
        assert_eq!(lot(KnownAttributes { quantity: two, ..known("", "lot de 3", "") }), Some(2));
        let one = Quantity::new(1).ok();
        assert_eq!(lot(KnownAttributes { quantity: one, ..known("", "lot de 3", "") }), None);
    }

    #[test]
    fn age_origin_and_style_are_read_in_any_attribute() {
        let phrases = |known: KnownAttributes, product| {
            let both =
                [known.traits(product), Attributes::default().with_known(&known).texts().traits(product)];
            assert_eq!(both[0], both[1]);
            both[0].phrases(Language::Fr)
        };
        let bag = Product::Type(ProductType::Handbag);
        assert_eq!(phrases(known("vintage sans marque", "", "années 70, bon état"), bag), ["années 70"]);
        assert_eq!(
            phrases(known("Levi 501, made in USA", "W32", "vintage 90s"), bag),
            ["vintage 90s", "made in USA"]
        );
        assert!(phrases(known("style Zara", "M", ""), Product::Department(Department::Clothing)).is_empty());
    }
}
