//! The evidence for each attribute: its source, and a sentence for the seller.

use super::Findings;
use crate::attributes::{Attribute, Source};
use crate::condition::Condition;
use crate::lang::{self, DetailWords, fill};
use crate::product::Brand;
use crate::statement::{ConditionStatement, listed};
use crate::text::fold;

/// An attribute with its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeEvidence {
    /// The value, as in the answer.
    pub value: String,
    /// Its source.
    pub source: Source,
    /// A sentence in the listings' language: "Stated by you."
    pub evidence: String,
    /// The confidence, from 0 to 1; 0 for an assumption.
    pub confidence: f32,
    /// The seller's words, if the value is derived from them.
    pub stated: Option<String>,
}

/// The attributes with their evidence; `None` means unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AttributesEvidence {
    /// The item's name.
    pub name: Option<AttributeEvidence>,
    /// The brand.
    pub brand: Option<AttributeEvidence>,
    /// The size.
    pub size: Option<AttributeEvidence>,
    /// The condition, always present: a grade is assumed if none is stated.
    pub condition: Option<AttributeEvidence>,
    /// The primary color.
    pub color: Option<AttributeEvidence>,
    /// The primary material.
    pub material: Option<AttributeEvidence>,
    /// The audience, by its code.
    pub audience: Option<AttributeEvidence>,
}

pub(super) fn evidence(findings: &Findings<'_>) -> AttributesEvidence {
    let writer = EvidenceWriter { words: &lang::of(findings.locale.language).details, findings };
    let attributes = &findings.item.attributes;
    let evidence =
        |attribute: &Option<Attribute>| attribute.as_ref().map(|attribute| writer.evidence(attribute));
    AttributesEvidence {
        name: attributes.name.as_ref().map(|name| writer.name(name)),
        brand: attributes.brand.as_ref().and_then(|brand| writer.brand(brand)),
        size: evidence(&attributes.size),
        condition: Some(writer.condition()),
        color: evidence(&attributes.color),
        material: evidence(&attributes.material),
        audience: writer.audience(),
    }
}

struct EvidenceWriter<'a> {
    words: &'static DetailWords,
    findings: &'a Findings<'a>,
}

impl EvidenceWriter<'_> {
    fn evidence(&self, attribute: &Attribute) -> AttributeEvidence {
        let words = self.words;
        let evidence = match attribute.source {
            Source::Seller | Source::Understood => words.stated.to_owned(),
            Source::Label => self.label_sentence(attribute),
            Source::Seen => self.by_photos(words.seen).to_owned(),
            Source::Model => words.by_model.to_owned(),
            Source::Assumed => words.condition_assumed.to_owned(),
        };
        let Attribute { value, source, confidence, .. } = attribute.clone();
        AttributeEvidence { value, source, evidence, confidence, stated: None }
    }

    fn brand(&self, brand: &Attribute) -> Option<AttributeEvidence> {
        let value = self.findings.item.attributes.brand_value()?;
        let evidence = self.evidence(brand);
        let is_reworded = brand.source == Source::Seller && value != brand.value;
        let stated = is_reworded.then(|| brand.value.clone());
        if !is_reworded || Brand::key(&value) == Brand::key(&brand.value) {
            return Some(AttributeEvidence { value, stated, ..evidence });
        }
        let sentence = fill(self.words.understood, &[("stated", &brand.value)]);
        Some(AttributeEvidence { value, source: Source::Understood, evidence: sentence, stated, ..evidence })
    }

    /// A name has no source of its own: it follows from the photos and the seller's statements.
    fn name(&self, name: &Attribute) -> AttributeEvidence {
        let words = self.words;
        let evidence = self.evidence(name);
        let sentence = match name.source {
            Source::Seller => words.name_from_statement,
            Source::Seen if self.has_statement(name) => self.by_photos(words.recognized_and_stated),
            Source::Seen => self.by_photos(words.recognized),
            Source::Understood | Source::Label | Source::Model | Source::Assumed => return evidence,
        };
        AttributeEvidence { evidence: sentence.to_owned(), ..evidence }
    }

    /// True if the name contains a stated color or material.
    fn has_statement(&self, name: &Attribute) -> bool {
        let folded = |text: &str| text.chars().map(fold).collect::<String>();
        let name = folded(&name.value);
        let known = &self.findings.item.known;
        let stated = [&known.color, &known.material].into_iter().flatten();
        stated.map(|text| folded(text.as_str())).any(|text| name.contains(&text))
    }

    fn condition(&self) -> AttributeEvidence {
        let attributes = &self.findings.item.attributes;
        match &attributes.condition {
            Some(condition) => {
                let value = attributes.condition_code().to_owned();
                let evidence = self.evidence(condition);
                let statement = ConditionStatement::read(&condition.value);
                let is_reworded = condition.source == Source::Seller && value != condition.value;
                let stated = is_reworded.then(|| condition.value.clone());
                if !is_reworded || statement.is_exact() {
                    return AttributeEvidence { value, stated, ..evidence };
                }
                let sentence = fill(self.words.understood, &[("stated", &condition.value)]);
                AttributeEvidence {
                    value,
                    source: Source::Understood,
                    evidence: sentence,
                    stated,
                    ..evidence
                }
            }
            None => self.evidence(&Attribute::new(Condition::ASSUMED.code(), Source::Assumed, 0.0)),
        }
    }

    /// The seller's words come first. A model's guess has the confidence of the item's name.
    fn audience(&self) -> Option<AttributeEvidence> {
        let (item, detected) = (self.findings.item, self.findings.detected);
        let code = item.audience?.code();
        let attribute = if item.known.audience(item.product).is_some() {
            Attribute::new(code, Source::Seller, 1.0)
        } else {
            Attribute::new(code, Source::Model, detected.name.as_ref().map_or(0.5, |name| name.confidence))
        };
        Some(self.evidence(&attribute))
    }

    /// The photos are counted from 1.
    fn label_sentence(&self, attribute: &Attribute) -> String {
        let numbers: Vec<String> = attribute.photos.iter().map(|index| (index + 1).to_string()).collect();
        // A single photo needs no number.
        if numbers.is_empty() || self.findings.photos.len() < 2 {
            return self.words.read.to_owned();
        }
        let [one, many] = self.words.photos;
        let template = if numbers.len() == 1 { one } else { many };
        let and = lang::of(self.findings.locale.language).phrase_format.and;
        let photos = fill(template, &[("numbers", &listed(&numbers, and))]);
        fill(self.words.read_in, &[("photos", &photos)])
    }

    const fn by_photos(&self, [one, many]: [&'static str; 2]) -> &'static str {
        if self.findings.photos.len() < 2 { one } else { many }
    }
}
