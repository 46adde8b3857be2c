use listing_domain::label::Label;
use listing_domain::product::Product;

use super::photo::Photo;
use super::recogniser::{Pass, Recogniser};
use super::{Claim, Observation, Recognised, Source};
use crate::network::InferenceError;

/// Text counts only if it is unambiguous: see [`listing_domain::label`].
const SURE: f32 = 0.95;

pub(super) struct Text;

impl Recogniser for Text {
    fn pass(&self) -> Pass {
        Pass::WithProduct
    }

    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, InferenceError> {
        Ok(observations(photo.label()?, product.product()))
    }
}

fn observations(label: &Label, product: Product) -> Vec<Observation> {
    let claims = [
        label.brand(product).map(Claim::Brand),
        label.reference(product).map(Claim::Reference),
        label.size(product).map(|size| Claim::Size(size.to_owned())),
        label.materials().cloned().map(Claim::Materials),
    ];
    let observe = |claim| Observation { claim, confidence: SURE, source: Source::Text };
    claims.into_iter().flatten().map(observe).collect()
}

#[cfg(test)]
mod tests {
    use listing_domain::label::Reference;
    use listing_domain::product::{Department, ProductType};

    use super::*;
    use crate::recognise::{Recognition, merge};

    fn seen(product: Product, photos: &[&[&str]]) -> Recognition {
        merge(&photos.iter().map(|lines| observations(&Label::read(lines), product)).collect::<Vec<_>>())
    }

    fn reference(recognition: &Recognition) -> Option<String> {
        Some(match &recognition.reference.as_ref()?.value {
            Reference::Model(model) => model.as_str().to_owned(),
            Reference::Isbn(isbn) => isbn.thirteen().to_owned(),
        })
    }

    #[test]
    fn brand_model_and_capacity_are_combined_from_several_photos() {
        let phone = Product::Type(ProductType::Phone);
        let plate: &[&str] = &["SAMSUNG", "MODEL: SM-G991B", "IMEI: 352099001761481"];
        let photos = seen(phone, &[&["SAMSUNG"], plate, &["SM-G991B", "SAMSUNG", "128GB"]]);
        assert_eq!(reference(&photos).as_deref(), Some("SM-G991B"));
        assert_eq!(photos.reference.as_ref().map(|seen| seen.confidence), Some(SURE));
        assert_eq!(photos.brand.map(|brand| brand.value.name()), Some("Samsung"));
        assert_eq!(photos.size.map(|size| size.value).as_deref(), Some("128GB"));
    }

    #[test]
    fn model_read_with_and_without_its_brand_is_one_model() {
        let photos = seen(Product::Type(ProductType::Camera), &[&["Canon EOS 80D"], &["Model: EOS 80D"]]);
        assert_eq!(reference(&photos).as_deref(), Some("EOS 80D"));
    }

    #[test]
    fn different_models_in_two_photos_give_no_model() {
        let tools = Product::Department(Department::ToolsGarden);
        assert_eq!(reference(&seen(tools, &[&["Model: DHP453"], &["Model: DHP484"]])), None);
    }

    #[test]
    fn isbn_with_ten_and_thirteen_digits_is_one_number() {
        let photos = seen(Product::Unknown, &[&["ISBN 2-07-036822-X"], &["9 782070 368228"]]);
        assert_eq!(reference(&photos).as_deref(), Some("9782070368228"));
    }
}
