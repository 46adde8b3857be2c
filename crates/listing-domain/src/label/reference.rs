//! The worldwide reference of an item.

use std::collections::HashSet;

use super::isbn::Isbn;
use super::model::{Evidence, Model, Plate};
use super::plate::LISTS;
use crate::product::{Brand, Department, Good, Product, ProductType};

/// A reference that buyers search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// The model of a device, a tool or an instrument.
    Model(Model),
    /// A book's ISBN.
    Isbn(Isbn),
}

impl Reference {
    /// The model, if it is one.
    pub const fn model(&self) -> Option<&Model> {
        match self {
            Self::Model(model) => Some(model),
            Self::Isbn(_) => None,
        }
    }

    /// The ISBN, if it is one.
    pub const fn isbn(&self) -> Option<&Isbn> {
        match self {
            Self::Isbn(isbn) => Some(isbn),
            Self::Model(_) => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HasModel {
    Yes,
    No,
    /// The product is unknown.
    Perhaps,
}

impl HasModel {
    fn for_product(product: Product) -> Self {
        if let Product::Good(good) = product {
            if LISTS.with_model.contains(good.key()) {
                return Self::Yes;
            }
            if LISTS.without_model.contains(good.key()) {
                return Self::No;
            }
        }
        match (product.kind(), product.department()) {
            (Some(ProductType::GameConsole), _) => Self::Yes,
            (_, Some(department)) if is_technical(department) => Self::Yes,
            (_, None) | (None, Some(Department::MediaGames)) => Self::Perhaps,
            _ => Self::No,
        }
    }
}

const fn is_technical(department: Department) -> bool {
    matches!(
        department,
        Department::Electronics | Department::Appliances | Department::Instruments | Department::ToolsGarden
    )
}

fn may_be_book(product: Product) -> bool {
    match (product.kind(), product.department()) {
        (Some(kind), _) => kind == ProductType::Book,
        (None, department) => matches!(department, None | Some(Department::MediaGames)),
    }
}

pub(super) fn isbn(isbn: Option<&Isbn>, product: Product) -> Option<&Isbn> {
    isbn.filter(|_| may_be_book(product))
}

/// The model, if it fits the product and the label's brand. For an unknown product, the plate must also name
/// a brand of products with models. The plate of a power supply or battery counts only for these goods.
pub(super) fn model(plate: &Plate, product: Product, brand: Option<Brand>) -> Option<Model> {
    let has_model = HasModel::for_product(product);
    let is_one_of = |goods: &HashSet<&str>| match product {
        Product::Good(good) => goods.contains(Good::key(good)),
        _ => false,
    };
    let is_plate_of_accessory = (plate.is_supply && !is_one_of(&LISTS.power_supplies))
        || (plate.is_battery && !is_one_of(&LISTS.batteries));
    if has_model == HasModel::No || is_plate_of_accessory {
        return None;
    }
    let best = plate.best()?;
    let maker = best.model.brand().or_else(|| maker(plate));
    let is_sure = match best.evidence {
        Evidence::AnnouncedShape | Evidence::Shape => true,
        Evidence::Announced => has_model == HasModel::Yes || maker.is_some(),
        Evidence::Reference => maker.is_some(),
    };
    let model = best.model.clone().with_brand(maker);
    match brand {
        Some(brand) if !model.fits_brand(brand) => None,
        _ => is_sure.then(|| model.with_brand(brand.or(maker))),
    }
}

/// The brand that mainly makes products with models; `None` if there are several.
fn maker(plate: &Plate) -> Option<Brand> {
    let mut makers = plate.brands().iter().copied().filter(|brand| {
        let is_main = brand.departments().next().is_some_and(is_technical);
        is_main && !brand.is_ordinary_word()
    });
    let maker = makers.next()?;
    makers.next().is_none().then_some(maker)
}
