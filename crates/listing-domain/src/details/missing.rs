//! The seller's checklist: unstated facts that buyers look for.

use super::Findings;
use super::listings::assumes_audience;
use crate::attributes::{AttributeText, UNKNOWN};
use crate::condition::Condition;
use crate::lang::{self, all_reading};
use crate::listing::{StatedFacts, stated_facts};
use crate::missing_fact::MissingFact;
use crate::notes::Notes;
use crate::product::goods::AskedFact;
use crate::product::{Department, Product};
use crate::statement::{BrandStatement, Size, SizeStatement, tokens};

/// A fact that the seller did not state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The fact.
    pub fact: MissingFact,
    /// A sentence in the listings' language: "The size is not stated."
    pub message: &'static str,
}

/// The most important first.
pub(super) fn missing_facts(findings: &Findings<'_>) -> Vec<Missing> {
    let sentence = lang::of(findings.locale.language).details.missing;
    let checklist = Checklist { findings, texts: texts(findings) };
    let facts = MissingFact::ALL.iter().copied().filter(|fact| checklist.lacks(*fact));
    facts.map(|fact| Missing { fact, message: sentence(fact) }).collect()
}

fn texts<'a>(findings: &Findings<'a>) -> Vec<&'a str> {
    let known = &findings.item.known;
    let fields = [&known.name, &known.brand, &known.size, &known.condition, &known.color, &known.material];
    let notes = known.notes.as_ref().map(Notes::as_str);
    fields.into_iter().flatten().map(AttributeText::as_str).chain(notes).collect()
}

struct Checklist<'a> {
    findings: &'a Findings<'a>,
    texts: Vec<&'a str>,
}

impl Checklist<'_> {
    fn lacks(&self, fact: MissingFact) -> bool {
        let attributes = &self.findings.item.attributes;
        match fact {
            MissingFact::Size => self.is_sized() && attributes.size.is_none(),
            MissingFact::Brand => self.is_branded() && !self.names_brand(),
            MissingFact::Model => self.asks(AskedFact::Model) && !self.names_model(),
            MissingFact::Measurements => self.asks(AskedFact::Measurements) && !self.is_measured(),
            MissingFact::Condition => attributes.condition.is_none(),
            MissingFact::Works => {
                self.has_function() && !self.is_new_or_broken() && !self.any(StatedFacts::has_working_order)
            }
            MissingFact::Complete => {
                self.asks(AskedFact::Complete)
                    && !self.is_new_or_broken()
                    && !self.any(StatedFacts::has_completeness)
            }
            MissingFact::Battery => {
                self.asks(AskedFact::Battery) && !self.is_new_or_broken() && !self.names_battery()
            }
            MissingFact::Audience => assumes_audience(self.findings),
            MissingFact::Material => self.is_bought_by_material() && attributes.material.is_none(),
        }
    }

    fn product(&self) -> Product {
        self.findings.item.product
    }

    fn asks(&self, asked: AskedFact) -> bool {
        matches!(self.product(), Product::Good(good) if good.asks().contains(&asked))
    }

    /// Products that can work or be broken.
    fn has_function(&self) -> bool {
        self.asks(AskedFact::Works) || self.asks(AskedFact::Battery)
    }

    fn any(&self, is_stated: fn(StatedFacts) -> bool) -> bool {
        self.texts.iter().any(|text| is_stated(stated_facts(text)))
    }

    fn names_battery(&self) -> bool {
        let is_battery = |word: &str| all_reading(|reading| reading.batteries).any(|other| word == *other);
        self.texts.iter().any(|text| tokens(text).iter().any(|token| is_battery(&token.text)))
    }

    /// Products that are worn and come in sizes.
    fn is_sized(&self) -> bool {
        match self.product() {
            Product::Good(good) => good.sizes().is_worn(),
            other => matches!(other.department(), Some(Department::Clothing | Department::Shoes)),
        }
    }

    fn is_branded(&self) -> bool {
        let department = self.product().department();
        department.is_some_and(Department::is_sold_by_brand)
    }

    fn names_brand(&self) -> bool {
        let item = self.findings.item;
        let name = item.known.name.as_ref().map(|name| BrandStatement::read(name.as_str()).on(item.product));
        item.attributes.brand.is_some() || name.is_some_and(|name| name.brand().is_some())
    }

    fn names_model(&self) -> bool {
        let item = self.findings.item;
        let name = item.known.name.as_ref().map_or(UNKNOWN, AttributeText::as_str);
        item.attributes.brand_of(item.product).model().is_some()
            || name.contains(|c: char| c.is_ascii_digit())
    }

    /// True if a length is stated, or any size if the product is not worn.
    fn is_measured(&self) -> bool {
        let is_size = !self.is_sized() && self.findings.item.attributes.size.is_some();
        let measures = |text: &&str| {
            let is_length = |size: &Size| matches!(size, Size::Dimensions(_) | Size::Screen(_));
            SizeStatement::read(text).sizes().iter().any(is_length)
        };
        is_size || self.texts.iter().any(measures)
    }

    fn is_new_or_broken(&self) -> bool {
        let grade = self.findings.item.attributes.condition_grade();
        grade.is_some_and(|grade| grade <= Condition::New || grade == Condition::ForParts)
    }

    fn is_bought_by_material(&self) -> bool {
        use Department::{Bags, Clothing, Furniture, JewelleryWatches};
        let department = self.product().department();
        self.product().is_named()
            && department.is_some_and(|department| {
                matches!(department, Bags | Clothing | Furniture | JewelleryWatches)
            })
    }
}
