//! Sample pages for administrators.

use listing_domain::account::Plan;
use listing_domain::expense::MicroUsd;
use listing_web::view::{
    AdminAccount, AdminAccountRow, AdminAccounts, AdminInvitations, AdminMail, AdminService, Check,
    DoctorReport, GivenUpMessage, Invitation, Problem, WaitingMessage,
};

use super::{Drawn, FREE, Sample, at, drawn, id};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let mut pages = accounts(sample);
    pages.extend(invitations(sample));
    pages.extend(mail(sample));
    pages.extend(service(sample));
    pages
}

fn accounts(sample: Sample) -> Vec<Drawn> {
    let row = |number: u32, email: &str| AdminAccountRow {
        id: id(number),
        email: sample.t(email),
        plan: if number == 2 { Plan::ProMonthly } else { Plan::Free },
        used: number,
        credits: 20 * number,
        created_at: at("2026-08-14T09:00:00Z"),
        is_suspended: number == 3,
        is_administrator: number == 1,
    };
    let rows = vec![
        row(1, "admin@example.com"),
        row(2, "camille@example.com"),
        row(3, "a.very.long.address.of.somebody@department.example.org"),
    ];
    let layout = sample.administrator("/admin");
    let list =
        AdminAccounts { layout: layout.clone(), search: String::new(), rows, next: Some(sample.t("abc")) };
    let none = AdminAccounts { search: sample.t("nobody"), rows: Vec::new(), next: None, ..list.clone() };
    let one = AdminAccount {
        layout: sample.administrator("/admin/accounts/2"),
        id: id(2),
        email: sample.t("camille@example.com"),
        created_at: at("2026-08-14T09:00:00Z"),
        suspended_at: None,
        is_administrator: false,
        is_self: false,
        plan: FREE,
        keys: 3,
        chart: sample.chart(),
        cost: Some(MicroUsd::new(423_700)),
        until: None,
        problem: None,
        draft: "0192".to_owned(),
        password_link: Some(
            sample.t("https://listings.example.com/link/3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456"),
        ),
    };
    let suspended = AdminAccount {
        suspended_at: Some(at("2026-11-20T09:00:00Z")),
        is_administrator: true,
        cost: None,
        until: Some(jiff::civil::date(2027, 1, 31)),
        problem: Some(Problem::Credits),
        draft: "0192".to_owned(),
        password_link: None,
        ..one.clone()
    };
    let own = AdminAccount { is_self: true, ..suspended.clone() };
    vec![
        drawn("admin", &list),
        drawn("admin-none", &none),
        drawn("admin-account", &one),
        drawn("admin-account-suspended", &suspended),
        drawn("admin-account-own", &own),
    ]
}

fn invitations(sample: Sample) -> Vec<Drawn> {
    let invitation = |number: u32, email: Option<String>| Invitation {
        id: id(number),
        email,
        created_at: at("2026-11-20T09:00:00Z"),
        expires_at: at("2026-11-27T09:00:00Z"),
    };
    let page = AdminInvitations {
        layout: sample.administrator("/admin/invitations"),
        open: vec![invitation(1, Some(sample.t("sacha@example.com"))), invitation(2, None)],
        email: sample.t(""),
        problem: None,
        invitation_link: Some(
            sample.t("https://listings.example.com/link/3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456"),
        ),
        is_sent: true,
        can_mail: true,
    };
    let none = AdminInvitations {
        open: Vec::new(),
        email: sample.t("sacha@"),
        problem: Some(Problem::Email),
        invitation_link: None,
        can_mail: false,
        ..page.clone()
    };
    vec![drawn("admin-invitations", &page), drawn("admin-invitations-none", &none)]
}

fn mail(sample: Sample) -> Vec<Drawn> {
    let message = |about: &'static str, link: Option<String>| WaitingMessage {
        to: sample.t("sacha@example.com"),
        about,
        created_at: at("2026-11-23T12:50:00Z"),
        expires_at: at("2026-11-23T13:00:00Z"),
        failures: 2,
        link,
    };
    let link = sample.t("https://listings.example.com/link/3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456");
    let page = AdminMail {
        layout: sample.administrator("/admin/mail"),
        can_mail: false,
        waiting: vec![message("sign_in", Some(link)), message("password_changed", None)],
        given_up: Vec::new(),
    };
    let refused = GivenUpMessage {
        to: sample.t("nobody@example.com"),
        about: "invitation",
        created_at: at("2026-11-23T11:58:00Z"),
        given_up_at: at("2026-11-23T11:59:00Z"),
        failures: 1,
    };
    let none = AdminMail { can_mail: true, waiting: Vec::new(), given_up: vec![refused], ..page.clone() };
    vec![drawn("admin-mail", &page), drawn("admin-mail-none", &none)]
}

fn service(sample: Sample) -> Vec<Drawn> {
    let check = |is_good: bool, text: &str| Check { is_good, text: sample.t(text) };
    let page = AdminService {
        layout: sample.administrator("/admin/service"),
        report: Some(DoctorReport {
            at: at("2026-11-23T12:00:00Z"),
            checks: vec![check(true, "1,204 units add up"), check(true, "no hold is older than its lease")],
        }),
        is_running: false,
        settings: vec![
            (sample.t("PTL_WEB"), sample.t("true")),
            (sample.t("PTL_DATABASE_URL"), sample.t("sqlite:///var/lib/ptl/ptl.db")),
            (sample.t("PTL_REGISTRATION"), sample.t("invite")),
        ],
        version: sample.t("0.1.0"),
    };
    let bad = DoctorReport {
        at: at("2026-11-23T12:00:00Z"),
        checks: vec![check(true, "the schema is right"), check(false, "an account has 2 units too many")],
    };
    let bad = AdminService { report: Some(bad), is_running: true, ..page.clone() };
    let none = AdminService { report: None, ..page.clone() };
    vec![drawn("admin-service", &page), drawn("admin-service-bad", &bad), drawn("admin-service-none", &none)]
}
