//! Sample pages of many items.

use listing_domain::batch::{BatchState, ItemFault, ItemState};
use listing_domain::ids::{TrayId, TrayPhotoId};
use listing_domain::locale::Market;
use listing_domain::marketplace::Platform;
use listing_domain::money::{Currency, Money};
use listing_domain::options::{Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_domain::product::Audience;
use listing_web::view::{
    AccountPlan, BatchPage, BatchRow, Batches, CorrectionRow, CorrectionTable, ItemRow, PilePhoto, PileRow,
    PileTyped, PlatformChoice, Problem, SharedOptions, ShownTray, TrayPage,
};

use super::exports::formats;
use super::{Drawn, FREE, Sample, at, drawn, id};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let (tray, batch) = (tray(sample), batch(sample));
    let batches = Batches {
        layout: sample.inside("/account/batches"),
        batches: vec![
            batch.batch.clone(),
            BatchRow { state: BatchState::Finished, failed: 0, ..batch.batch.clone() },
        ],
    };
    let empty = TrayPage { tray: None, moved: None, ..tray.clone() };
    let cleared = ShownTray { piles: Vec::new(), ..tray.tray.clone().expect("the sample has a tray") };
    let cleared = TrayPage { tray: Some(cleared), moved: None, ..tray.clone() };
    let refused = TrayPage {
        problems: vec![
            Problem::NamedPhoto(sample.t("scan.pdf"), PhotoFault::NoPicture),
            Problem::PileFull,
            Problem::PilesChanged,
            Problem::TooManyToSort,
            Problem::TooLargeToSort,
            Problem::NothingToUndo,
            Problem::TooManyBatches(10),
            Problem::NoHistory,
        ],
        plan: AccountPlan { used: 3, credits: 0, ..FREE },
        ..tray.clone()
    };
    let running = BatchPage {
        batch: BatchRow { state: BatchState::Running, ended: 1, ..batch.batch.clone() },
        table: None,
        ..batch.clone()
    };
    let none = Batches { batches: Vec::new(), ..batches.clone() };
    vec![
        drawn("bulk", &tray),
        drawn("bulk-empty", &empty),
        drawn("bulk-cleared", &cleared),
        drawn("bulk-refused", &refused),
        drawn("batches", &batches),
        drawn("batches-none", &none),
        drawn("batch-running", &running),
        drawn("batch", &batch),
    ]
}

fn photo(sample: Sample, number: u32) -> PilePhoto {
    PilePhoto { id: id::<TrayPhotoId>(number), name: sample.t("IMG_0042.jpg") }
}

fn tray(sample: Sample) -> TrayPage {
    let pile = |photos: std::ops::Range<u32>, typed| PileRow {
        photos: photos.map(|number| photo(sample, number)).collect(),
        typed,
    };
    let typed = PileTyped {
        notes: sample.by("Length 62 cm", "Longueur 62 cm"),
        sku: sample.by("JKT-0042", "VES-0042"),
    };
    TrayPage {
        layout: sample.inside("/account/batch"),
        draft: *id::<TrayId>(7).as_uuid(),
        tray: Some(ShownTray {
            id: id(8),
            version: 12,
            piles: vec![
                pile(1..4, typed),
                pile(4..5, PileTyped::default()),
                pile(5..8, PileTyped::default()),
            ],
            can_undo: true,
            is_arranged: true,
        }),
        moved: Some(id(4)),
        shared: SharedOptions {
            platforms: platforms(),
            language: sample.language,
            tone: Tone::Casual,
            quality: Quality::Standard,
            market: Some(Market::France),
            brand: sample.t("Levi’s"),
            condition: sample.by("very good", "très bon état"),
            audience: Some(Audience::Women),
        },
        problems: Vec::new(),
        plan: FREE,
    }
}

fn platforms() -> Vec<PlatformChoice> {
    let choice = |(platform, name): (Platform, &str), is_checked| PlatformChoice {
        platform,
        name: name.to_owned(),
        is_checked,
    };
    vec![choice((Platform::Vinted, "Vinted"), true), choice((Platform::Ebay, "eBay"), false)]
}

fn batch(sample: Sample) -> BatchPage {
    let item = |number, state, fault, name| ItemRow {
        id: id(number),
        sku: Some(sample.t("JKT-0042")),
        state,
        fault,
        name,
        price: (state == ItemState::Done).then(|| Money::from_minor(4_150, Currency::Eur)),
        has_thumbnail: state == ItemState::Done,
    };
    let row = |number, title: String, problem| CorrectionRow {
        id: id(100),
        number,
        version: "0123456789abcdef".to_owned(),
        has_thumbnail: number == 1,
        sku: Some(sample.t("JKT-0042")),
        title,
        amount: sample.t("41.50"),
        currency: Currency::Eur,
        problem,
    };
    let skirt = || sample.by("Brown skirt", "Jupe marron");
    BatchPage {
        layout: sample.inside("/account/batches/1"),
        batch: BatchRow {
            id: id(200),
            created_at: at("2026-11-21T10:00:00Z"),
            state: BatchState::Finished,
            all: 6,
            ended: 6,
            done: 1,
            failed: 3,
        },
        items: vec![
            item(100, ItemState::Done, None, Some(skirt())),
            item(101, ItemState::Failed, Some(ItemFault::Refused), None),
            item(102, ItemState::Failed, Some(ItemFault::QuotaExhausted), None),
            item(103, ItemState::Failed, Some(ItemFault::Failed), None),
            item(104, ItemState::Cancelled, None, None),
            item(105, ItemState::Running, None, None),
        ],
        table: Some(CorrectionTable {
            platforms: platforms(),
            platform: Platform::Vinted,
            rows: vec![row(1, skirt(), None), row(2, String::new(), Some(Problem::NoTitle))],
        }),
        formats: formats(None),
    }
}
