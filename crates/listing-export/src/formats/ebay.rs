//! Draft files of eBay's Seller Hub.

use std::io::Write;

use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::options::Language;

use crate::ebay::{category_id, condition_id, is_condition_id};
use crate::format::{ExportError, ExportFormat, FormatId};
use crate::item::{ExportItem, ExportListing};
use crate::lang::{EBAY_FR, EBAY_UK, EBAY_US, EbayWords};
use crate::report::{ExportReport, Finding, Problem};
use crate::table::{Row, Table, are_addresses, decimal, is_decimal, is_filled, photo_cells, writer};

/// A draft file for one eBay site: Seller Hub turns each row into a draft, which the seller completes.
///
/// Source: Seller Hub's template for the United States, found identical in at least ten public projects
/// (other tools, high). eBay requires only the action and the category ID; a draft without title helps no
/// seller, so that the validator requires one. Line breaks must be `<br>`. Photo addresses with `~` were
/// refused, so that it is percent-encoded. The file has no byte order mark. One client reported that drafts
/// with a SKU were refused (one tool, low); leave it out if eBay answers with the error `BAF.Error.5`.
///
/// A row whose category ID is unknown stays in the file without one, for the seller to fill in.
#[derive(Debug, Clone, Copy)]
pub struct Ebay {
    id: FormatId,
    file_name: &'static str,
    template: &'static str,
    language: Language,
    market: Market,
    /// True if the category IDs of our table are the site's own.
    has_own_categories: bool,
    words: &'static EbayWords,
}

/// The information lines before the header.
const INFO_LINES: usize = 3;
/// The longest title, in characters.
const TITLE_MAX: usize = 80;
/// The longest SKU, title of a specific and description, in characters.
const SKU_MAX: usize = 50;
const SPECIFIC_MAX: usize = 65;
const DESCRIPTION_MAX: usize = 500_000;
/// The allowed number of photos.
const PHOTOS_MAX: usize = 24;

impl Ebay {
    /// Drafts for ebay.com.
    pub const US: Self = Self {
        id: FormatId::EbayUs,
        file_name: "ebay-us-drafts.csv",
        template: "Template= eBay-draft-listings-template_US",
        language: Language::En,
        market: Market::UnitedStates,
        has_own_categories: true,
        words: &EBAY_US,
    };
    /// Drafts for ebay.co.uk. Its category IDs are those of ebay.com, which the report mentions.
    pub const UK: Self = Self {
        id: FormatId::EbayUk,
        file_name: "ebay-uk-drafts.csv",
        template: "Template= eBay-draft-listings-template_GB",
        language: Language::En,
        market: Market::UnitedKingdom,
        has_own_categories: false,
        words: &EBAY_UK,
    };
    /// Drafts for ebay.fr.
    pub const FR: Self = Self {
        id: FormatId::EbayFr,
        file_name: "ebay-fr-drafts.csv",
        template: "Template= eBay-draft-listings-template_FR",
        language: Language::Fr,
        market: Market::France,
        has_own_categories: true,
        words: &EBAY_FR,
    };

    fn row(&self, item: &ExportItem, listing: &ExportListing) -> Row {
        let mut row = Row::new(self.words.columns);
        row.set(self.words.columns[0], "Draft");
        if let Some(sku) = &item.sku {
            row.line("Custom label (SKU)", sku.as_str(), SKU_MAX);
        }
        self.set_category(&mut row, listing);
        row.line("Title", &listing.title, TITLE_MAX);
        row.require(&["Title"]);
        if listing.price.currency() == self.market.currency() {
            row.set("Price", decimal(listing.price));
        } else {
            let (found, needed) = (listing.price.currency(), self.market.currency());
            row.findings.push(Finding::OtherCurrency { found, needed });
        }
        row.set("Quantity", "1");
        let photos = photo_cells(item, PHOTOS_MAX, &mut row.findings);
        row.set("Item photo URL", photos.join("|"));
        set_condition(&mut row, item, listing);
        row.html("Description", &listing.description, DESCRIPTION_MAX);
        row.set("Format", "FixedPrice");
        self.set_specifics(&mut row, item);
        row
    }

    fn set_category(&self, row: &mut Row, listing: &ExportListing) {
        if listing.language != self.language {
            let (found, needed) = (listing.language, self.language);
            row.findings.push(Finding::OtherLanguage { found, needed });
            return;
        }
        let Some(id) = category_id(self.language, &listing.category) else {
            row.findings.push(Finding::NoCategoryId(listing.category.clone()));
            return;
        };
        row.set("Category ID", id);
        if !self.has_own_categories {
            row.findings.push(Finding::CategoryIdOfOtherSite(id.to_owned()));
        }
    }

    fn set_specifics(&self, row: &mut Row, item: &ExportItem) {
        let it = item.attributes.translated(item.language, self.language);
        let department = it.audience.and_then(self.words.department_of);
        let specifics = [
            (self.words.brand, it.brand.as_deref()),
            (self.words.size, it.size.as_deref()),
            (self.words.color, it.color.as_deref()),
            (self.words.material, it.material.as_deref()),
            (self.words.department, department),
        ];
        for (column, value) in specifics {
            row.known(column, value, SPECIFIC_MAX);
        }
    }
}

fn set_condition(row: &mut Row, item: &ExportItem, listing: &ExportListing) {
    match condition_id(&listing.condition) {
        Some(id) => row.set("Condition ID", id),
        None => row.findings.push(Finding::NoConditionId(listing.condition.clone())),
    }
    if item.attributes.grade.is_none() {
        row.findings.push(Finding::ConditionAssumed(listing.condition.clone()));
    }
}

impl ExportFormat for Ebay {
    fn id(&self) -> FormatId {
        self.id
    }

    fn file_name(&self) -> &'static str {
        self.file_name
    }

    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&self, items: &[ExportItem], out: &mut dyn Write) -> Result<ExportReport, ExportError> {
        let columns = self.words.columns;
        let mut table = writer(out);
        for info in [["#INFO", "Version=0.0.2", self.template], ["#INFO", "", ""], ["#INFO", "", ""]] {
            table
                .write_record((0..columns.len()).map(|place| info.get(place).copied().unwrap_or_default()))?;
        }
        table.write_record(columns)?;
        let mut report = ExportReport::default();
        for item in items {
            match item.listing(Platform::Ebay) {
                Some(listing) => {
                    let row = self.row(item, listing);
                    row.write(&mut table)?;
                    report.written += 1;
                    report.add(item, row.findings);
                }
                None => report.add(item, [Finding::NoListing(Platform::Ebay)]),
            }
        }
        table.flush()?;
        Ok(report)
    }

    fn validate(&self, file: &[u8]) -> Vec<Problem> {
        let columns = self.words.columns;
        let (table, mut problems) = Table::read(file, columns, INFO_LINES);
        if !file.starts_with(b"#INFO,Version=0.0.2,") {
            problems.push(Problem::of_file("the first line is not that of the template"));
        }
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_condition = |id: &str| id.is_empty() || is_condition_id(id);
        let has_markup = |text: &str| text.replace("<br>", "").contains(['<', '>', '\n']);
        let short = |max: usize| move |text: &str| text.chars().count() <= max;
        problems.extend(table.controls());
        problems.extend(table.check_all(&[
            (columns[0], "must be Draft", &|it: &str| it == "Draft"),
            ("Custom label (SKU)", "must have at most 50 characters", &short(SKU_MAX)),
            ("Category ID", "must be a number, which eBay requires", &is_number),
            ("Title", "must have 1 to 80 characters", &|it| is_filled(it, TITLE_MAX)),
            ("Price", "must be an amount with two decimals", &|it| it.is_empty() || is_decimal(it)),
            ("Quantity", "must be a number", &is_number),
            ("Item photo URL", "must be up to 24 web addresses", &|it| are_addresses(it, '|', PHOTOS_MAX)),
            ("Condition ID", "must be an ID of a condition", &is_condition),
            ("Description", "must have no markup but <br>", &|it| !has_markup(it)),
            ("Format", "must be FixedPrice", &|it| it == "FixedPrice"),
        ]));
        for column in &columns[columns.len() - 5..] {
            problems.extend(table.check(column, "must have at most 65 characters", short(SPECIFIC_MAX)));
        }
        problems
    }
}
