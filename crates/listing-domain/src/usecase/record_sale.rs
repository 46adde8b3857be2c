//! Records the sale of a generation's item as a comparable.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

use super::import_comparables::today;
use super::{AnswerFormat, ComparableError, StoredItem};
use crate::attributes::{AttributeText, KnownAttributes};
use crate::comparables::{ComparableInput, NewComparable, StoredComparable};
use crate::generation::Generation;
use crate::ids::{AccountId, GenerationId};
use crate::locale::Locale;
use crate::marketplace::{Catalogue, Platform};
use crate::money::{Currency, Money};
use crate::ports::{Clock, ComparableStore, GenerationStore};
use crate::pricing::{Comparable, ComparableKind};
use crate::product::Product;
use crate::statement::{BrandStatement, ConditionStatement};

/// Records the sale of a generation's item as a comparable, since the price of a real sale is the most
/// reliable one.
pub struct RecordSale {
    /// Stores the generation.
    pub generations: Arc<dyn GenerationStore>,
    /// Stores the comparable.
    pub comparables: Arc<dyn ComparableStore>,
    /// Reads the stored answer.
    pub answers: Arc<dyn AnswerFormat>,
    /// Provides the date.
    pub clock: Arc<dyn Clock>,
}

/// A sale of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sale {
    /// The price, in minor units such as cents.
    pub minor: i64,
    /// The price's currency; by default that of the market of the listing's language.
    pub currency: Option<Currency>,
    /// The day of the sale; by default today.
    pub on: Option<Date>,
    /// The marketplace of the sale.
    pub platform: Option<Platform>,
}

/// A sale that was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedSale {
    /// The stored comparable.
    pub stored: StoredComparable,
    /// True when this record replaced an earlier one of the same sale.
    pub is_corrected: bool,
}

impl RecordSale {
    /// The name of the source of comparables from own sales.
    pub const SOURCE: &'static str = "own sales";

    /// Records the sale of a generation's item. A later call replaces the earlier record: an item is sold
    /// once, and the first price may have been mistyped.
    pub async fn run(&self, id: GenerationId, sale: Sale) -> Result<RecordedSale, ComparableError> {
        let found = self.generations.find(id).await?;
        let generation = found.ok_or(ComparableError::NoSuchGeneration(id))?;
        let now = self.clock.now();
        let new = NewComparable::sale_of(id, self.offered(&generation, sale, now)?, today(now))?;
        self.put(new).await
    }

    /// Records a sale like [`RecordSale::run`], for the prices of this account alone: its sales must not move
    /// the prices of others. It finds only the account's own generations.
    pub async fn run_for(
        &self,
        account: AccountId,
        id: GenerationId,
        sale: Sale,
    ) -> Result<RecordedSale, ComparableError> {
        let found = self.generations.get(account, id).await?;
        let generation = found.ok_or(ComparableError::NoSuchGeneration(id))?;
        let now = self.clock.now();
        let offered = self.offered(&generation, sale, now)?;
        self.put(NewComparable::own_sale_of(account, id, offered, today(now))?).await
    }

    /// Returns the item of a generation, as last corrected, with the facts of its sale.
    fn offered(
        &self,
        generation: &Generation,
        sale: Sale,
        now: Timestamp,
    ) -> Result<ComparableInput, ComparableError> {
        let on = sale.on.unwrap_or_else(|| Offset::UTC.to_datetime(now).date());
        let item = self.answers.item(generation.current()).map_err(ComparableError::Read)?;
        offered(generation, item, sale, on)
    }

    async fn put(&self, new: NewComparable) -> Result<RecordedSale, ComparableError> {
        let (number, is_corrected) = self.comparables.put(new.clone()).await?;
        Ok(RecordedSale { stored: new.stored(number), is_corrected })
    }
}

/// Returns the source of a sale: the marketplace, if it is known.
fn source(platform: Option<Platform>) -> String {
    let catalogue = Catalogue::default();
    let name = platform.map(|platform| catalogue.marketplace(platform).name());
    name.map_or_else(|| RecordSale::SOURCE.to_owned(), |name| format!("{}, {name}", RecordSale::SOURCE))
}

fn offered(
    generation: &Generation,
    item: StoredItem,
    sale: Sale,
    on: Date,
) -> Result<ComparableInput, ComparableError> {
    let StoredItem { name, known: KnownAttributes { brand, condition, .. }, .. } = item;
    let text = |attribute: &Option<AttributeText>| attribute.as_ref().map(|text| text.as_str().to_owned());
    let (name, condition) = (text(&name), text(&condition).unwrap_or_default());
    let language = generation.options.language;
    // Generations older than the product field are identified by their name.
    let product = Some(generation.product).filter(|product| product.is_named());
    let product = product.unwrap_or_else(|| Product::of_title(name.as_deref().unwrap_or_default(), language));
    if !product.is_named() {
        return Err(ComparableError::UnknownProduct(generation.id));
    }
    let currency = sale.currency.unwrap_or_else(|| Locale::from(language).currency());
    let comparable = Comparable {
        product,
        brand: brand
            .and_then(|brand| BrandStatement::read(brand.as_str()).on(product).brand().map(str::to_owned)),
        price: Money::from_minor(sale.minor, currency),
        condition: ConditionStatement::read(&condition).grade(),
        kind: ComparableKind::Sold,
        seen_on: on,
        source: source(sale.platform),
        link: None,
    };
    Ok(ComparableInput { comparable, title: name, reference: None })
}
