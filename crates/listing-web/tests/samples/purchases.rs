//! Sample pages of prices and purchases.

use listing_domain::billing::{BillingCurrency, OrderStep, PaidProduct};
use listing_domain::money::{Currency, Money};
use listing_web::view::{Layout, Offer, Pricing, Problem, PurchasePage, PurchaseRow, Purchases};

use super::{Drawn, Sample, at, drawn, id};

const NAMES: [&str; 5] =
    ["purchase-placed", "purchase-open", "purchase-pending", "purchase-unpaid", "purchase-paid"];

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let inside = |path| Layout { is_selling: true, ..sample.inside(path) };
    let eur = |minor| Money::from_minor(minor, Currency::Eur);
    let offers =
        [(PaidProduct::Pack, 900), (PaidProduct::ProMonthly, 1_900), (PaidProduct::ProAnnual, 19_000)];
    let pricing = Pricing {
        layout: inside("/pricing"),
        offers: offers.map(|(product, minor)| Offer { product, price: eur(minor) }).into(),
        currency: BillingCurrency::Eur,
        free_units: 3,
        pack_units: 20,
        has_plan: false,
        draft: sample.t("00000000-0000-4000-8000-000000000001"),
        problem: Some(Problem::NoConsent),
    };
    let outside = Pricing {
        layout: Layout { is_selling: true, ..sample.outside("/pricing") },
        problem: None,
        ..pricing.clone()
    };
    let with_plan = Pricing { has_plan: true, problem: Some(Problem::PlanRuns), ..pricing.clone() };
    let row = |number, step| PurchaseRow {
        id: id(number),
        product: PaidProduct::Pack,
        ordered_at: at("2026-11-21T12:00:00Z"),
        step,
        amount: (step == OrderStep::Paid).then(|| eur(900)),
        withdrawn: (step == OrderStep::Paid).then(|| eur(450)),
        credits: (step == OrderStep::Paid).then_some((20, 7)),
    };
    let rows: Vec<PurchaseRow> =
        OrderStep::ALL.iter().zip(1..).map(|(step, number)| row(number, *step)).collect();
    let plan = PurchaseRow { product: PaidProduct::ProAnnual, credits: None, ..row(9, OrderStep::Paid) };
    let list = Purchases {
        layout: inside("/account/purchases"),
        rows: rows.iter().cloned().chain([plan]).collect(),
        has_portal: true,
        problem: Some(Problem::PaymentsUnavailable),
    };
    let empty = Purchases { rows: Vec::new(), has_portal: false, problem: None, ..list.clone() };
    let page = |row: &PurchaseRow| PurchasePage { layout: inside("/account/purchases"), row: row.clone() };
    let mut pages = vec![
        drawn("pricing", &pricing),
        drawn("pricing-outside", &outside),
        drawn("pricing-with-plan", &with_plan),
        drawn("purchases", &list),
        drawn("purchases-empty", &empty),
    ];
    pages.extend(rows.iter().zip(NAMES).map(|(row, name)| drawn(name, &page(row))));
    pages
}
