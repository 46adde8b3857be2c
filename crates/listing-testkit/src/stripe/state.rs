use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::{Timestamp, ToSpan as _, tz::TimeZone};
use listing_domain::ports::Clock;
use serde_json::{Map, Value, json};

use super::refusal::Refusal;

/// The price and the metadata of the objects that a paid session creates.
#[derive(Debug, Clone)]
pub(super) struct Purchase {
    pub(super) price: String,
    pub(super) metadata: Map<String, Value>,
}

/// The answer to a request with an idempotency key.
#[derive(Debug, Clone)]
pub(super) struct StoredAnswer {
    pub(super) request: String,
    pub(super) answer: Result<Value, Refusal>,
}

/// Everything that the service stores.
pub(super) struct State {
    clock: Arc<dyn Clock>,
    last_id: u64,
    objects: Vec<Value>,
    pub(super) purchases: HashMap<String, Purchase>,
    pub(super) answers: HashMap<String, StoredAnswer>,
    pub(super) events: Vec<Value>,
    pub(super) delivered: BTreeSet<String>,
    pub(super) lost_answers: usize,
    pub(super) endpoints: Vec<Value>,
    pub(super) is_down: bool,
}

impl State {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            last_id: 0,
            objects: Vec::new(),
            purchases: HashMap::new(),
            answers: HashMap::new(),
            events: Vec::new(),
            delivered: BTreeSet::new(),
            lost_answers: 0,
            endpoints: Vec::new(),
            is_down: false,
        }
    }

    /// Seconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.clock.now().as_second()
    }

    /// The value of the header `Date`.
    pub(super) fn date(&self) -> String {
        let printer = jiff::fmt::rfc2822::DateTimePrinter::new();
        printer.timestamp_to_rfc9110_string(&self.clock.now()).expect("the clock is in a year of four digits")
    }

    pub(super) fn new_id(&mut self, prefix: &str) -> String {
        self.last_id += 1;
        format!("{prefix}_{:06}", self.last_id)
    }

    /// Stores an object, with a new id unless it has one.
    pub(super) fn add(&mut self, prefix: &str, kind: &str, fields: &Value) -> Value {
        let id = fields["id"].as_str().map_or_else(|| self.new_id(prefix), str::to_owned);
        let mut object = json!({"id": null, "object": kind, "created": self.now()});
        // A refund has the mode of its payment.
        if kind != "refund" {
            object["livemode"] = false.into();
        }
        merge(&mut object, fields);
        object["id"] = id.into();
        self.objects.push(object.clone());
        object
    }

    pub(super) fn find(&self, kind: &str, id: &str) -> Option<&Value> {
        self.objects.iter().find(|object| object["id"] == id && object["object"] == kind)
    }

    pub(super) fn get(&self, kind: &str, id: &str, status: u16) -> Result<Value, Refusal> {
        self.find(kind, id).cloned().ok_or_else(|| Refusal::unknown(status, id))
    }

    /// Returns the object that a test names.
    pub(super) fn known(&self, kind: &str, id: &str) -> Value {
        self.find(kind, id).cloned().unwrap_or_else(|| panic!("{id} is not a {kind} of this fake"))
    }

    /// Returns the objects with a value in a field, newest first.
    pub(super) fn with(&self, kind: &str, field: &str, value: &str) -> Vec<Value> {
        let has = |object: &&Value| object["object"] == kind && object[field] == value;
        self.objects.iter().rev().filter(has).cloned().collect()
    }

    /// Returns all objects of a kind, newest first.
    pub(super) fn all(&self, kind: &str) -> Vec<Value> {
        self.objects.iter().rev().filter(|object| object["object"] == kind).cloned().collect()
    }

    /// Replaces fields of an object and returns it.
    pub(super) fn change(&mut self, kind: &str, id: &str, fields: &Value) -> Value {
        let found = self.objects.iter_mut().find(|object| object["id"] == id && object["object"] == kind);
        let object = found.unwrap_or_else(|| panic!("{id} is not a {kind} of this fake"));
        merge(object, fields);
        object.clone()
    }

    pub(super) fn remove(&mut self, kind: &str, id: &str) {
        self.objects.retain(|object| object["id"] != id || object["object"] != kind);
    }

    /// Records an event with the object as it is now.
    pub(super) fn emit(&mut self, kind: &str, object: &Value) {
        let id = self.new_id("evt");
        let event = json!({
            "id": id, "object": "event", "api_version": super::VERSION, "created": self.now(),
            "livemode": false, "pending_webhooks": 1, "request": {"id": null, "idempotency_key": null},
            "type": kind, "data": {"object": object},
        });
        self.events.push(event);
    }
}

fn merge(object: &mut Value, fields: &Value) {
    for (name, value) in fields.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
}

/// Returns a page of a list that is sorted from newest to oldest.
pub(super) fn page(found: Vec<Value>, after: Option<&str>, limit: Option<i64>) -> Value {
    let start =
        after.and_then(|id| found.iter().position(|object| object["id"] == id)).map_or(0, |at| at + 1);
    let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(10).min(100);
    let has_more = found.len() > start + limit;
    let data: Vec<Value> = found.into_iter().skip(start).take(limit).collect();
    json!({"object": "list", "data": data, "has_more": has_more})
}

/// Returns the end of a period, in seconds since 1970.
pub(super) fn period_end(start: i64, interval: &str) -> i64 {
    let start = Timestamp::from_second(start).expect("a test's time is a timestamp");
    let span = if interval == "year" { 1.year() } else { 1.month() };
    let end = start.to_zoned(TimeZone::UTC).checked_add(span).expect("a test's time is a timestamp");
    end.timestamp().as_second()
}
