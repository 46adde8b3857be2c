use listing_domain::generation::RenderedData;
use listing_domain::options::Language;
use listing_domain::ports::BoxError;
use listing_domain::request::{DetailLevel, ItemReferences};
use listing_domain::usecase::{AnswerFormat, RenderedAnswer, StoredItem, WrittenListings};

use crate::generations::summary;

/// The listings' titles, one on each line. A rewrite appends its lines; a correction replaces all lines.
#[derive(Default)]
pub struct TextAnswers {
    /// The item of every stored answer.
    pub item: StoredItem,
    /// `true` if rendering and merging fail.
    pub is_broken: bool,
}

impl TextAnswers {
    /// A format that fails to render and merge.
    pub fn broken() -> Self {
        Self { is_broken: true, ..Self::default() }
    }

    fn lines(&self, first: Option<&str>, written: &WrittenListings) -> Result<RenderedAnswer, BoxError> {
        if self.is_broken {
            return Err("not a number".into());
        }
        let titles = written.listings.iter().map(|listing| listing.title.as_str());
        let lines: Vec<&str> = first.into_iter().chain(titles).collect();
        let text = lines.join("\n");
        Ok(RenderedAnswer { summary: summary(&text), data: RenderedData::new(text.into_bytes()) })
    }
}

impl AnswerFormat for TextAnswers {
    fn render(
        &self,
        written: &WrittenListings,
        references: &ItemReferences,
        _: DetailLevel,
    ) -> Result<RenderedAnswer, BoxError> {
        let mut answer = self.lines(None, written)?;
        answer.summary.sku.clone_from(&references.sku);
        Ok(answer)
    }

    fn merge(
        &self,
        stored: &RenderedData,
        _: Language,
        written: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        self.lines(Some(std::str::from_utf8(stored.as_bytes())?), written)
    }

    fn correct(
        &self,
        _: &RenderedData,
        _: Language,
        corrected: &WrittenListings,
    ) -> Result<RenderedAnswer, BoxError> {
        self.lines(None, corrected)
    }

    fn item(&self, _: &RenderedData) -> Result<StoredItem, BoxError> {
        Ok(self.item.clone())
    }
}
