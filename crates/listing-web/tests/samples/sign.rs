//! Sample pages: the front page and the sign-in, sign-up and link pages.

use listing_domain::options::Language;
use listing_domain::password::InvalidPassword;
use listing_domain::person::Registration;
use listing_web::view::{
    CheckMail, Closed, ErrorPage, Flash, FollowLink, Home, LinkGone, LinkRequest, NewPassword, Notice,
    NoticeKind, OpenedLink, OtherBrowser, Problem, RequestedLink, SendAgain, SignIn, SignUp, TypedField,
};

use super::{Drawn, Sample, drawn};

pub(crate) fn pages(sample: Sample) -> Vec<Drawn> {
    let mut pages = vec![
        drawn("home", &Home { layout: sample.outside("/"), registration: Registration::Open }),
        drawn("home-invite", &Home { layout: sample.outside("/"), registration: Registration::Invite }),
        drawn("home-in", &Home { layout: sample.inside("/"), registration: Registration::Closed }),
        drawn("sign-in", &sign_in(sample)),
        drawn("sign-in-refused", &refused(sample)),
        drawn("sign-up", &sign_up(sample)),
        drawn("sign-up-invited", &invited(sample)),
        drawn("new-password", &new_password(sample)),
        drawn("link-gone", &LinkGone { layout: sample.outside("/link/abc"), can_mail: false }),
        drawn("other-browser", &OtherBrowser { layout: sample.outside("/link/abc") }),
        drawn("closed", &Closed { layout: sample.outside("/sign-up"), is_by_invitation: false }),
        drawn("by-invitation", &Closed { layout: sample.outside("/sign-up"), is_by_invitation: true }),
        drawn("send-again", &send_again(sample)),
    ];
    pages.extend(links(sample));
    pages.extend(errors(sample));
    pages
}

fn sign_in(sample: Sample) -> SignIn {
    let layout = sample.outside("/sign-in");
    SignIn {
        layout: layout.clone(),
        email: String::new(),
        problem: None,
        next: sample.t("/account/new"),
        typed: None,
        provider_name: None,
        registration: Registration::Open,
    }
}

fn refused(sample: Sample) -> SignIn {
    let notice = Notice { kind: NoticeKind::Bad, text: sample.t("…") };
    let mut layout = sample.outside("/sign-in");
    layout.notice = (sample.t("x") != "x").then_some(notice);
    SignIn {
        layout,
        email: sample.t("camille@example.com"),
        problem: Some(Problem::WrongCredentials),
        typed: Some(sample.t("opaque")),
        provider_name: Some(sample.t("Example ID")),
        ..sign_in(sample)
    }
}

fn sign_up(sample: Sample) -> SignUp {
    SignUp {
        layout: sample.outside("/sign-up"),
        invitation: None,
        email: sample.t("camille@"),
        is_email_fixed: false,
        problems: vec![Problem::Email, Problem::Password(InvalidPassword::TooShort)],
        provider_name: None,
    }
}

fn invited(sample: Sample) -> SignUp {
    SignUp {
        invitation: Some(sample.t("token")),
        email: sample.t("camille@example.com"),
        is_email_fixed: true,
        problems: Vec::new(),
        provider_name: Some(sample.t("Example ID")),
        ..sign_up(sample)
    }
}

fn new_password(sample: Sample) -> NewPassword {
    NewPassword {
        layout: sample.outside("/link/abc"),
        token: sample.t("abc"),
        opens: Some(sample.t("ann@example.com")),
        problem: Some(Problem::Password(InvalidPassword::Common)),
    }
}

fn send_again(sample: Sample) -> SendAgain {
    let mut layout = sample.inside("/sign-in");
    layout.notice = Some(Flash::SignedIn.notice(sample.language));
    let fields = vec![
        (sample.t("title"), sample.t("Brown skirt")),
        (sample.t("description"), sample.t("A fine skirt.\nSize M.")),
    ];
    let title = match sample.language {
        Language::En => "Title",
        Language::Fr => "Titre",
    };
    let typed_fields = vec![
        TypedField { label: title, value: sample.t("Brown skirt") },
        TypedField { label: "Description", value: sample.t("A fine skirt.\nSize M.") },
    ];
    SendAgain { layout, action: "/account/generations/1/edit".to_owned(), fields, typed_fields }
}

fn links(sample: Sample) -> Vec<Drawn> {
    let ask = |purpose: RequestedLink, can_mail: bool| LinkRequest {
        layout: sample.outside(purpose.path()),
        purpose,
        email: sample.t(""),
        problem: (!can_mail).then_some(Problem::TooOften(75)),
        can_mail,
    };
    let check = |can_mail: bool| CheckMail {
        layout: sample.outside("/sign-in/link"),
        email: sample.t("camille@example.com"),
        can_mail,
        minutes: if can_mail { 10 } else { 1440 },
    };
    let follow = |purpose: OpenedLink| FollowLink {
        layout: sample.outside("/link/abc"),
        purpose,
        token: sample.t("abc"),
        email: Some(sample.t("camille@example.com")),
        present: matches!(purpose, OpenedLink::ConfirmEmail).then(|| sample.t("ann@example.com")),
    };
    vec![
        drawn("ask-link", &ask(RequestedLink::SignIn, true)),
        drawn("ask-password", &ask(RequestedLink::Password, false)),
        drawn("check-mail", &check(true)),
        drawn("check-admin", &check(false)),
        drawn("follow-sign-in", &follow(OpenedLink::SignIn)),
        drawn("follow-sign-up", &follow(OpenedLink::ConfirmSignUp)),
        drawn("follow-email", &follow(OpenedLink::ConfirmEmail)),
    ]
}

fn errors(sample: Sample) -> Vec<Drawn> {
    let request_id = || sample.t("01999999-aaaa");
    let error = |status: u16| ErrorPage::for_status(sample.outside("/gone"), status, request_id());
    let inside = ErrorPage::for_status(sample.inside("/account/none"), 404, request_id());
    let lives = ErrorPage::session_still_active(sample.outside("/sign-out"), request_id());
    vec![
        drawn("error-400", &error(400)),
        drawn("error-401", &error(401)),
        drawn("error-402", &error(402)),
        drawn("error-403", &error(403)),
        drawn("error-404", &inside),
        drawn("error-405", &error(405)),
        drawn("error-413", &error(413)),
        drawn("error-414", &error(414)),
        drawn("error-415", &error(415)),
        drawn("error-429", &error(429)),
        drawn("error-431", &error(431)),
        drawn("error-500", &error(500)),
        drawn("error-503", &error(503)),
        drawn("sign-out-failed", &lives),
    ]
}
