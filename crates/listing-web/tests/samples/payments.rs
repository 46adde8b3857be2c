//! Sample pages of payments for administrators.

use listing_domain::billing::{OrderStep, PaidProduct, SubjectKind};
use listing_domain::money::{Currency, Money};
use listing_web::view::{AdminPayment, AdminPayments, Layout, ParkedRow, PaymentRow, Problem, PurchaseRow};

use super::{Drawn, Sample, at, drawn, id};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let inside = |path| Layout { is_selling: true, ..sample.administrator(path) };
    let eur = |minor| Money::from_minor(minor, Currency::Eur);
    let row = |number, product, step: OrderStep, buyer: Option<&str>| PaymentRow {
        order: PurchaseRow {
            id: id(number),
            product,
            ordered_at: at("2026-11-21T12:00:00Z"),
            step,
            amount: (step == OrderStep::Paid).then(|| eur(900)),
            withdrawn: (number == 2).then(|| eur(450)),
            credits: None,
        },
        account: id(number),
        buyer: buyer.map(|buyer| sample.t(buyer)),
    };
    let pack = row(2, PaidProduct::Pack, OrderStep::Paid, Some("camille@example.com"));
    let plan = row(3, PaidProduct::ProAnnual, OrderStep::Paid, None);
    let parked = |kind, id: &str, reason: &str| ParkedRow {
        kind,
        id: sample.t(id),
        parked_at: at("2026-11-21T12:00:00Z"),
        reason: sample.t(reason),
    };
    let list = AdminPayments {
        layout: inside("/admin/payments"),
        rows: vec![
            row(1, PaidProduct::Pack, OrderStep::Open, Some("a.very.long.address@department.example.org")),
            pack.clone(),
            plan.clone(),
            row(4, PaidProduct::ProMonthly, OrderStep::Unpaid, Some("camille@example.com")),
        ],
        parked: vec![
            parked(SubjectKind::Subscription, "sub_1SabcDEFghiJKLmnop", "the subscription names no account"),
            parked(
                SubjectKind::Payment,
                "pi_3SabcDEFghiJKLmnop",
                "the payment was granted to another account",
            ),
        ],
    };
    let empty = AdminPayments { rows: Vec::new(), parked: Vec::new(), ..list.clone() };
    let one = AdminPayment {
        layout: inside("/admin/payments/2"),
        row: pack,
        paid_at: Some(at("2026-11-21T12:01:00Z")),
        ids: vec![sample.t("cs_test_a1B2c3"), sample.t("pi_3SabcDEFghiJKLmnop")],
        draft: Some("0192".to_owned()),
        problem: Some(Problem::RefundUnavailable),
    };
    let refunded = AdminPayment { row: plan, draft: None, problem: None, ..one.clone() };
    vec![
        drawn("admin-payments", &list),
        drawn("admin-payments-empty", &empty),
        drawn("admin-payment", &one),
        drawn("admin-payment-refunded", &refunded),
    ]
}
