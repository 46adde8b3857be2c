//! The outcome and timing after every kind of response, in each format.

use std::time::Duration;

use listing_domain::draft::Draft;
use listing_domain::ports::{ListingWriter as _, WriterError};
use listing_testkit::service::{Received, Server, Step, StillTime, timed};
use serde_json::{Value, json};

use crate::fake_model;
use crate::formats::{Format, text_of};
use crate::support::{KEY, WITHIN, draft_request, writer};

/// The tolerance after a writer's deadline.
const SLACK: Duration = Duration::from_millis(100);
/// Long, for slow machines.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Draft,
    Unavailable,
    RateLimited(u64),
    OutOfService,
    DeadlineExceeded,
    Rejected,
    Refused,
    Unusable,
}

fn outcome(result: &Result<Draft, WriterError>) -> Outcome {
    match result {
        Ok(_) => Outcome::Draft,
        Err(WriterError::Unavailable { .. }) => Outcome::Unavailable,
        Err(WriterError::RateLimited { retry_after, .. }) => {
            Outcome::RateLimited(retry_after.map_or(0, |wait| wait.as_secs()))
        }
        Err(WriterError::OutOfService { .. }) => Outcome::OutOfService,
        Err(WriterError::DeadlineExceeded) => Outcome::DeadlineExceeded,
        Err(WriterError::Rejected(_)) => Outcome::Rejected,
        Err(WriterError::Refused(_)) => Outcome::Refused,
        Err(WriterError::Unusable(_)) => Outcome::Unusable,
        Err(WriterError::Busy { .. }) => panic!("only a queue returns Busy, and these tests have no queue"),
    }
}

/// The service answers with one step per call. The clock moves only while it is silent.
async fn check(what: &str, format: Format, steps: Vec<Step>, expected: Outcome, calls: usize) {
    check_replies(what, format, move |number, _| steps[number.min(steps.len() - 1)].clone(), expected, calls)
        .await;
}

async fn check_replies(
    what: &str,
    format: Format,
    reply: impl Fn(usize, &Received) -> Step + Send + Sync + 'static,
    expected: Outcome,
    calls: usize,
) {
    let silent = {
        let probe = Received::default();
        matches!(reply(0, &probe), Step::Silence | Step::HeadOnly | Step::Drip)
    };
    let server = Server::start(reply).await;
    let (writer, draft_request) = (writer(format, &server), draft_request());
    let still = (!silent).then(StillTime::begin);
    let (result, took) = timed(writer.write(&draft_request)).await;
    drop(still);
    assert_eq!(outcome(&result), expected, "{what}, {format:?}: {result:?}");
    assert!(took <= WITHIN + SLACK, "{what}, {format:?}: {took:?}");
    assert_eq!(server.received().len(), calls, "{what}, {format:?}");
    assert_eq!(draft_request.expenses.all().len(), calls, "every call is an expense: {what}, {format:?}");
    if let Err(error) = result {
        let shown = format!("{error:?}");
        assert!(!shown.contains(KEY), "{shown}");
    }
}

type Change = fn(&mut Value);

fn changed(
    format: Format,
    change: impl Fn(&mut Value) + Send + Sync + 'static,
) -> impl Fn(usize, &Received) -> Step + Send + Sync + 'static {
    move |_, request| {
        let mut answer = fake_model::answer(request);
        change(&mut answer);
        Step::ok(&format.done(&answer.to_string()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_good_answer_in_any_wrapping_becomes_a_draft() {
    for format in Format::ALL {
        let wrapped = |wrap: fn(String) -> String| {
            move |_: usize, request: &Received| {
                Step::ok(&format.done(&wrap(fake_model::answer(request).to_string())))
            }
        };
        check_replies("plain", format, wrapped(|json| json), Outcome::Draft, 1).await;
        check_replies("fenced", format, wrapped(|json| format!("```json\n{json}\n```")), Outcome::Draft, 1)
            .await;
        check_replies(
            "prose",
            format,
            wrapped(|json| format!("Voici : {json}\nBonne vente !")),
            Outcome::Draft,
            1,
        )
        .await;
        check_replies("twice", format, wrapped(|json| format!("{json}\n{json}")), Outcome::Draft, 1).await;
        check_replies(
            "trailing comma",
            format,
            wrapped(|json| json.replacen("],", ",],", 1)),
            Outcome::Draft,
            1,
        )
        .await;
        check_replies("more", format, changed(format, |answer| answer["more"] = json!(1)), Outcome::Draft, 1)
            .await;
        let unknown_end = move |_: usize, request: &Received| {
            Step::ok(&format.response(&fake_model::answer(request).to_string(), "eos"))
        };
        check_replies("an unknown end", format, unknown_end, Outcome::Draft, 1).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_unusable_answer_is_corrected_once() {
    for format in Format::ALL {
        let wrong: [(&str, Change); 6] = [
            ("wrong choice", |answer| answer["product_type"] = json!("spaceship")),
            ("missing key", |answer| {
                answer["listings"]["vinted"] = json!({"title": "Veste", "hashtags": []});
            }),
            ("other department", |answer| answer["department"] = json!("shoes")),
            ("no description", |answer| answer["listings"]["vinted"]["description"] = json!("Veste.")),
            ("contact", |answer| {
                answer["listings"]["vinted"]["description"] =
                    json!("Belle veste en cuir. Appelez le 06 12 34 56 78.");
            }),
            ("prices upside down", |answer| answer["price"]["low"] = json!(9_000)),
        ];
        for (what, change) in wrong {
            check_replies(what, format, changed(format, change), Outcome::Unusable, 2).await;
            let once = changed(format, change);
            let corrected = move |number: usize, request: &Received| match number {
                0 => once(0, request),
                _ => fake_model::good(format, request),
            };
            check_replies(what, format, corrected, Outcome::Draft, 2).await;
        }
        check("no JSON", format, vec![Step::ok(&format.done("Je ne peux pas."))], Outcome::Unusable, 2).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_correction_request_lists_the_faults_of_the_answer() {
    for format in Format::ALL {
        let server = Server::start(move |number, request| {
            let mut answer = fake_model::answer(request);
            if number == 0 {
                answer["listings"]["vinted"]["title"] = json!("");
                answer["product_type"] = json!("dress");
                answer["department"] = json!("shoes");
            }
            Step::ok(&format.done(&answer.to_string()))
        })
        .await;
        let _still = StillTime::begin();
        writer(format, &server).write(&draft_request()).await.unwrap();
        let again = text_of(&server.received()[1]);
        assert!(again.contains("listings.vinted.title must have 1 to 100 characters"), "{format:?}: {again}");
        assert!(again.contains("product_type dress belongs to the department clothing, not to shoes"));
        assert!(again.contains("\"observations\""), "the correction request must include the model's answer");
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_truncated_answer_a_shorter_one_is_requested() {
    for format in Format::ALL {
        let cut = Step::ok(&format.cut("{\"observations\": \"Photo 1"));
        check("cut twice", format, vec![cut.clone()], Outcome::Unusable, 2).await;
        let server = Server::start(move |number, request| match number {
            0 => cut.clone(),
            _ => fake_model::good(format, request),
        })
        .await;
        let _still = StillTime::begin();
        writer(format, &server).write(&draft_request()).await.unwrap();
        let received = server.received();
        assert_eq!(format.max_tokens_of(&received[1]), 2 * format.max_tokens_of(&received[0]));
        assert!(text_of(&received[1]).contains("Keep it short"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_model_that_declines_is_not_asked_again() {
    for format in Format::ALL {
        for refusal in format.refusals() {
            check("refusal", format, vec![Step::ok(&refusal)], Outcome::Refused, 1).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn every_error_format_is_understood() {
    let shapes = [
        json!({"error": {"message": "No.", "type": "invalid_request_error", "param": null, "code": null}}),
        json!({"error": {"code": 400, "message": "No.", "type": "invalid_request_error"}}),
        json!({"type": "error", "error": {"type": "invalid_request_error", "message": "No."}, "request_id": "r"}),
        json!([{"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}]),
        json!({"error": "No."}),
        json!({"object": "error", "message": "No.", "type": "BadRequestError", "param": null, "code": 400}),
        json!({"detail": "No."}),
        json!({"detail": [{"loc": ["body", "x"], "msg": "No.", "type": "missing"}]}),
    ];
    for format in Format::ALL {
        for shape in &shapes {
            let shape = shape.to_string();
            check(&shape, format, vec![Step::raw(400, &shape)], Outcome::Rejected, 1).await;
            check(&shape, format, vec![Step::raw(503, &shape)], Outcome::Unavailable, 1).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_status_code_decides_the_outcome() {
    for format in Format::ALL {
        for status in [401, 403, 404] {
            check("status", format, vec![Step::raw(status, "{}")], Outcome::OutOfService, 1).await;
        }
        for status in [408, 500, 503, 529] {
            check("status", format, vec![Step::raw(status, "")], Outcome::Unavailable, 1).await;
        }
        check(
            "a redirect",
            format,
            vec![Step::raw(302, "").with("location", "/elsewhere")],
            Outcome::OutOfService,
            1,
        )
        .await;
        for (for_the_day, expected) in [(false, Outcome::RateLimited(3)), (true, Outcome::OutOfService)] {
            let (body, wait) = format.too_often(for_the_day);
            let step = Step::raw(429, &body.to_string());
            let step = wait.map_or(step.clone(), |wait| step.with("retry-after", wait));
            check("too often", format, vec![step], expected, 1).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn responses_that_are_not_in_the_services_format_are_classified() {
    for format in Format::ALL {
        let page = "<html><body>Bad Gateway</body></html>";
        check("a proxy's page", format, vec![Step::raw(502, page)], Outcome::Unavailable, 1).await;
        check("a page in good status", format, vec![Step::raw(200, page)], Outcome::Unusable, 1).await;
        check("an empty body", format, vec![Step::raw(200, "")], Outcome::Unusable, 1).await;
        check("no object", format, vec![Step::raw(200, "[]")], Outcome::Unusable, 1).await;
        let inside = json!({"error": {"code": 503, "message": "Overloaded."}}).to_string();
        check("an error in good status", format, vec![Step::raw(200, &inside)], Outcome::Unavailable, 1)
            .await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_broken_connection_is_distinguished_from_a_slow_one() {
    for format in Format::ALL {
        check("half a body", format, vec![Step::HalfABody], Outcome::Unavailable, 1).await;
        check("a reset", format, vec![Step::Reset], Outcome::Unavailable, 1).await;
        check("silence", format, vec![Step::Silence], Outcome::DeadlineExceeded, 1).await;
        check("a head and no more", format, vec![Step::HeadOnly], Outcome::DeadlineExceeded, 1).await;
        check("a drip", format, vec![Step::Drip], Outcome::DeadlineExceeded, 1).await;
        check("ten gigabytes", format, vec![Step::Endless], Outcome::Unusable, 1).await;
    }
}

#[tokio::test]
async fn a_refused_connection_makes_the_writer_unavailable() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let gone = Server { address: closed, ..Server::scripted(vec![Step::Reset]).await };
    let result = writer(Format::OpenAi, &gone).write(&draft_request()).await;
    assert_eq!(outcome(&result), Outcome::Unavailable, "{result:?}");
}

async fn until(condition: impl Fn() -> bool) {
    let wait = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.expect("the awaited condition was not met within a minute");
}

#[tokio::test]
async fn cancellation_closes_the_connection() {
    let server = Server::scripted(vec![Step::Silence]).await;
    let (writer, draft_request) = (writer(Format::OpenAi, &server), draft_request());
    tokio::select! {
        written = writer.write(&draft_request) => panic!("it ended before its cancellation: {written:?}"),
        () = until(|| !server.received().is_empty()) => {}
    }
    until(|| server.closed() == 1).await;
    assert_eq!(draft_request.expenses.all()[0].outcome, "cancelled");
}
