//! The formats of dates and amounts and the names of values, as fields that every language fills in.

use jiff::Timestamp;
use jiff::civil::Date;
use listing_domain::account::Plan;
use listing_domain::attributes::Source;
use listing_domain::expense::MicroUsd;
use listing_domain::locale::Market;
use listing_domain::money::Money;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::PhotoFault;
use listing_domain::principal::Scope;
use listing_domain::product::Audience;
use listing_http::Reason;

use crate::view::{AttributeKind, Flash, Problem};

pub(crate) struct Values {
    // In UTC: a date, a date with the time to the minute, and a day of a month without its year.
    pub(crate) date: fn(&Timestamp) -> String,
    pub(crate) moment: fn(&Timestamp) -> String,
    pub(crate) day: fn(&Date) -> String,
    /// Returns an amount with its currency, for example "€12.50".
    pub(crate) money: fn(&Money) -> String,
    /// Returns an amount without its currency, as in a form field.
    pub(crate) amount: fn(&Money) -> String,
    /// Returns the cost of an AI service in dollars and cents.
    pub(crate) dollars: fn(&MicroUsd) -> String,
    pub(crate) language: fn(&Language) -> &'static str,
    pub(crate) tone: fn(&Tone) -> &'static str,
    pub(crate) audience: fn(&Audience) -> &'static str,
    pub(crate) quality: fn(&Quality) -> &'static str,
    pub(crate) market: fn(&Market) -> &'static str,
    pub(crate) plan: fn(&Plan) -> &'static str,
    pub(crate) scope: fn(&Scope) -> &'static str,
    /// Returns the name of a source of facts about an item, for example the photos.
    pub(crate) source: fn(&Source) -> &'static str,
    pub(crate) attribute: fn(&AttributeKind) -> &'static str,
    /// Returns the name of a mail's subject, given the subject's code.
    pub(crate) mail: fn(&str) -> &'static str,
    // The results of forms, and the problems with forms, as sentences.
    pub(crate) flash: fn(&Flash) -> &'static str,
    pub(crate) problem: fn(&Problem) -> String,
    /// Returns a sentence on a photo's fault, without the photo's number.
    pub(crate) photo_fault: fn(&PhotoFault) -> String,
    /// Returns the title and the sentence of the error page for an HTTP status.
    pub(crate) status: fn(&u16) -> [&'static str; 2],
    /// Returns the title and the sentence of the error page for a reason that is more specific than its
    /// status.
    pub(crate) reason: fn(&Reason) -> [String; 2],
}
