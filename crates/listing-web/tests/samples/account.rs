//! Sample pages of an account: overview, keys and settings.

use listing_domain::account::Plan;
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::locale::Market;
use listing_domain::principal::{Scope, Scopes};
use listing_web::view::{
    Account, AccountPlan, ApiKeys, Chart, ConfirmRevoke, DeleteDraft, Expiry, Flash, IdentityRow, KeyCreated,
    KeyDraft, KeyExpires, KeyRow, KeyStatus, Problem, SessionRow, Settings,
};

use super::{Drawn, FREE, Sample, at, drawn, id, listings};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let mut pages = overviews(sample);
    pages.extend(keys(sample));
    pages.extend(settings(sample));
    pages
}

fn overviews(sample: Sample) -> Vec<Drawn> {
    let account = Account {
        layout: sample.inside("/account"),
        plan: FREE,
        chart: sample.chart(),
        latest: listings::items(sample).into_iter().take(4).collect(),
        is_email_unconfirmed: false,
        waiting_resets: 0,
    };
    let mut layout = sample.inside("/account");
    layout.notice = Some(Flash::Welcome.notice(sample.language));
    let new = Account {
        layout,
        plan: AccountPlan { used: 0, credits: 0, ..FREE },
        chart: Chart::default(),
        latest: Vec::new(),
        is_email_unconfirmed: true,
        waiting_resets: 2,
    };
    let empty = Account { plan: AccountPlan { used: 3, credits: 0, ..FREE }, ..account.clone() };
    let ends = Some(at("2027-03-01T00:00:00Z"));
    let pro = Account {
        plan: AccountPlan { plan: Plan::ProAnnual, plan_ends: ends, used: 41, ..FREE },
        ..account.clone()
    };
    vec![
        drawn("account", &account),
        drawn("account-new", &new),
        drawn("account-exhausted", &empty),
        drawn("account-pro", &pro),
    ]
}

fn key(sample: Sample, number: u32, name: &str) -> KeyRow {
    KeyRow {
        id: id(number),
        name: sample.t(name),
        hint: sample.t("ptl_3f9a1c20"),
        scopes: Scopes::ALL,
        created_at: at("2026-09-02T10:00:00Z"),
        last_used_at: Some(at("2026-11-22T18:21:00Z")),
        expiry: Expiry::Far(at("2027-09-02T10:00:00Z")),
        status: KeyStatus::Active,
    }
}

fn keys(sample: Sample) -> Vec<Drawn> {
    let soon = at("2026-11-29T10:00:00Z");
    let rows = vec![
        key(sample, 1, "shop"),
        KeyRow {
            expiry: Expiry::Near(soon),
            scopes: Scopes::only(&[Scope::UsageRead]),
            ..key(sample, 2, "dashboard")
        },
        KeyRow {
            expiry: Expiry::Never,
            last_used_at: None,
            status: KeyStatus::Replaced(soon),
            ..key(sample, 3, "script at home")
        },
        KeyRow { expiry: Expiry::Past(soon), status: KeyStatus::Expired, ..key(sample, 4, "trial") },
        KeyRow { expiry: Expiry::Never, status: KeyStatus::Revoked(soon), ..key(sample, 5, "lost") },
    ];
    let list = ApiKeys {
        layout: sample.inside("/account/api-keys"),
        keys: rows.clone(),
        active: 3,
        limit: 10,
        draft: KeyDraft::default(),
        problems: Vec::new(),
    };
    let draft = KeyDraft { name: sample.t("a"), scopes: Scopes::only(&[]), expires: KeyExpires::Never };
    let none = ApiKeys {
        keys: Vec::new(),
        active: 0,
        draft,
        problems: vec![Problem::KeyName, Problem::NoScope],
        ..list.clone()
    };
    let full = ApiKeys { active: 10, ..list.clone() };
    let secret = format!("ptl_{}", "3f9a1c20".repeat(8));
    let curl = format!(
        "curl -X POST https://listings.example.com/api/v1/listings \\\n  -H 'X-API-Key: {secret}' \\\n  \
         -H 'Content-Type: application/json' \\\n  -d @request.json"
    );
    let made = KeyCreated {
        layout: sample.inside("/account/api-keys"),
        name: sample.t("shop"),
        key: sample.t(&secret),
        curl: sample.t(&curl),
        former_until: None,
        is_rotated: false,
    };
    let rotated = KeyCreated { former_until: Some(soon), is_rotated: true, ..made.clone() };
    let revoke = ConfirmRevoke { layout: sample.inside("/account/api-keys/1/revoke"), key: rows[0].clone() };
    vec![
        drawn("api-keys", &list),
        drawn("api-keys-none", &none),
        drawn("api-keys-full", &full),
        drawn("key-made", &made),
        drawn("key-rotated", &rotated),
        drawn("key-revoke", &revoke),
    ]
}

fn settings(sample: Sample) -> Vec<Drawn> {
    let session = |number: u32, browser: &str| SessionRow {
        id: id(number),
        browser: sample.t(browser),
        created_at: at("2026-11-20T08:15:00Z"),
        seen_at: at("2026-11-23T12:58:00Z"),
        is_this: number == 1,
    };
    let settings = Settings {
        layout: sample.inside("/account/settings"),
        email: sample.t("camille@example.com"),
        is_email_confirmed: true,
        new_email: sample.t(""),
        email_problem: None,
        has_password: true,
        password_problem: None,
        language: Some(sample.language),
        market: Some(Market::France),
        photo_retention: Some(PhotoRetention::DEFAULT_LIMIT),
        photo_choices: vec![PhotoRetention::DEFAULT_LIMIT],
        sessions: vec![
            session(1, "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"),
            session(
                2,
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Safari/604.1",
            ),
        ],
        identities: Vec::new(),
        linkable: None,
        provider_problem: None,
        delete: DeleteDraft::default(),
        can_mail: true,
    };
    let wrong = Settings {
        photo_choices: Vec::new(),
        is_email_confirmed: false,
        has_password: false,
        email_problem: Some(Problem::EmailTaken),
        password_problem: Some(Problem::WrongPassword),
        linkable: Some(sample.t("Example ID")),
        provider_problem: Some(Problem::ProviderRefused),
        delete: DeleteDraft { email: sample.t("camille@"), problem: Some(Problem::OtherEmail) },
        can_mail: false,
        ..settings.clone()
    };
    let identity = |name: &str, linked_at| IdentityRow {
        issuer: sample.t("https://id.example"),
        name: sample.t(name),
        linked_at,
    };
    let linked = Settings {
        identities: vec![
            identity("Example ID", at("2026-10-02T08:00:00Z")),
            identity("former.example", at("2025-03-31T08:00:00Z")),
        ],
        linkable: Some(sample.t("Other ID")),
        provider_problem: Some(Problem::OnlyWayIn),
        email_problem: Some(Problem::Email),
        ..settings.clone()
    };
    vec![drawn("settings", &settings), drawn("settings-wrong", &wrong), drawn("settings-linked", &linked)]
}
