use listing_domain::product::Department;

use super::photo::Photo;
use super::recogniser::{Pass, Recogniser};
use super::steps::Step;
use super::{Claim, Observation, Recognised, Source};
use crate::network::InferenceError;
use crate::pattern::{Pattern, PatternFinding};
use crate::{colour, pattern};

/// Finds nothing in photos of labels.
pub(super) struct Surface;

impl Recogniser for Surface {
    fn pass(&self) -> Pass {
        Pass::BestPhoto
    }

    fn observe(&self, photo: &Photo<'_>, product: Recognised) -> Result<Vec<Observation>, InferenceError> {
        let department = product.product().department();
        let shows_label = photo.label()?.is_garment_label();
        if shows_label || (photo.search.is_colour_stated && !is_sold_by_pattern(department)) {
            return Ok(Vec::new());
        }
        let mask = photo.mask()?;
        let pattern = photo.time(Step::Pattern, || pattern::find(mask));
        let find = || colour::find(mask, is_patterned(pattern), is_metallic(department));
        let colour = photo.time(Step::Colour, find);
        let pattern = pattern.filter(|_| is_sold_by_pattern(department));
        let pattern = pattern.map(|finding| (Claim::Pattern(finding.pattern), finding.confidence));
        let colour = colour.map(|finding| (Claim::Colour(finding), finding.confidence));
        let observe = |(claim, confidence)| Observation { claim, confidence, source: Source::Pixels };
        Ok([pattern, colour].into_iter().flatten().map(observe).collect())
    }
}

fn is_patterned(finding: Option<PatternFinding>) -> bool {
    finding.is_some_and(|finding| finding.pattern != Pattern::Plain)
}

/// Yellow and gray then mean gold and silver.
fn is_metallic(department: Option<Department>) -> bool {
    department == Some(Department::JewelleryWatches)
}

/// On other goods, apparent patterns are mostly their parts.
fn is_sold_by_pattern(department: Option<Department>) -> bool {
    matches!(department, Some(Department::Clothing | Department::Bags))
}
