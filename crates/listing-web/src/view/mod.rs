//! The pages of the web app: one struct for each page, rendered by its template.
//!
//! A page holds plain values from its handler. It uses no port and no clock, and its texts are in `lang`.
//! Every page has a [`Layout`]; every form carries [`Layout::form_token`] as the field `form`, except those
//! with `GET`, which change nothing. Every change is a `POST`.
//!
//! | Page | Path | Form → action | Fields besides `form` |
//! |---|---|---|---|
//! | every page | | `/language` | `language` (`fr`, `en`), `back` (a path) |
//! | every page, signed in | | `/sign-out` | |
//! | [`Home`] | `/` | | |
//! | [`SignIn`] | `/sign-in?next=` | `/sign-in` | `email`, `password`, `next`, `typed` |
//! | [`SignIn`], [`SignUp`] | | `/sign-in/provider` | `next`, `typed`, `invitation` |
//! | [`LinkRequest`] | `/sign-in/link` | `/sign-in/link` | `email` |
//! | [`LinkRequest`] | `/sign-in/password` | `/sign-in/password` | `email` |
//! | [`SignUp`] | `/sign-up`, `/link/TOKEN` of an invitation | `/sign-up` | `email`, `password`, `invitation` |
//! | [`CheckMail`] | answer to `/sign-up`, `/sign-in/link`, `/sign-in/password` | | |
//! | [`FollowLink`], [`NewPassword`] | `/link/TOKEN` | `/link/TOKEN` | `password` (a forgotten one alone) |
//! | [`LinkGone`], [`OtherBrowser`] | `/link/TOKEN` | | |
//! | [`Closed`] | `/sign-up` | | |
//! | [`SendAgain`] | answer to `/sign-in` | where it was sent first | those that were typed |
//! | [`Account`] | `/account` | `/account/settings/confirm` | |
//! | [`NewGeneration`] | `/account/new` | `/account/new` (multipart) | `draft`, `photos` (files), `platforms` (several), `language`, `tone`, `quality`, `name`, `notes`, `sku`, `brand`, `size`, `condition`, `color`, `material`, `quantity`, `audience` |
//! | [`Progress`] | `/account/generations/ID` | | |
//! | [`TrayPage`] | `/account/batch` | `/account/batch` (multipart) | `draft`, `regroup`, `photos` (files) |
//! | | | `/account/batch/arrange`, and `/account/batch/start` by the button that starts | `tray`, `version`, `step`, of each pile `pile-notes` and `pile-sku`; for all `platforms` (several), `language`, `tone`, `quality`, `market`, `brand`, `condition`, `audience` |
//! | [`Batches`] | `/account/batches` | | |
//! | [`BatchPage`] | `/account/batches/ID?platform=` | `/account/batches/ID/cancel` | |
//! | | | `/account/batches/ID/edit` | `platform`, of each item `id`, `version`, `title`, `price` |
//! | | | `/account/batches/ID` (GET) | `platform` |
//! | [`Generations`] | `/account/generations?search=&after=` | `/account/generations` (GET) | `search` |
//! | [`Generations`], [`GenerationPage`], [`ExportPreview`] | `/account/generations/export?format=&id=&search=` | `/account/generations/export` (GET) | `id` (several; none for all that match), `batch`, `search`, `format` |
//! | [`GenerationPage`] | `/account/generations/ID` | `/account/generations/ID/edit`, and by the script `/account/generations/ID/judge` | of each listing `platform`, `version`, `title`, `description`, `price`, `category`, `condition`; `back` (a platform), `restore` (a platform) |
//! | | | `/account/generations/ID/again` | `platforms` (several), `language`, `tone` |
//! | | | `/account/generations/ID/correct` | `item` |
//! | | | `/account/generations/ID/delete` | |
//! | [`ApiKeys`] | `/account/api-keys` | `/account/api-keys` | `name`, `scopes` (several), `expires` (`30`, `90`, `365`, `never`) |
//! | | | `/account/api-keys/ID/rotate` | `overlap` (hours: `0`, `1`, `24`, `168`) |
//! | [`ConfirmRevoke`] | `/account/api-keys/ID/revoke` | `/account/api-keys/ID/revoke` | |
//! | [`KeyCreated`] | answer to a key made or rotated | | |
//! | [`Settings`] | `/account/settings` | `/account/settings/email` | `email`, `password` |
//! | | | `/account/settings/password` | `current`, `password` |
//! | | | `/account/settings/preferences` | `language`, `market` (each may be empty) |
//! | | | `/account/settings/photos` | `days` (0 for none) |
//! | | | `/account/settings/sessions/ID/end` | |
//! | | | `/account/settings/sessions/end-others` | |
//! | | | `/account/settings/provider` | `password` |
//! | | | `/account/settings/provider/unlink` | `issuer`, `password` |
//! | | | `/account/settings/delete` | `email`, `password` |
//! | [`Pricing`] | `/pricing?currency=` | `/account/purchases` | `draft`, `product`, `currency`, `consent` (`yes`) |
//! | [`Purchases`] | `/account/purchases` | `/account/purchases/portal` | |
//! | [`PurchasePage`] | `/account/purchases/ID` | | |
//! | [`AdminAccounts`] | `/admin?search=&after=` | `/admin` (GET) | `search` |
//! | [`AdminAccount`] | `/admin/accounts/ID` | `/admin/accounts/ID/plan` | `plan`, `until` (a date, or empty) |
//! | | | `/admin/accounts/ID/credits` | `packs`, `draft` |
//! | | | `/admin/accounts/ID/suspend` | |
//! | | | `/admin/accounts/ID/resume` | |
//! | | | `/admin/accounts/ID/dismiss` | |
//! | | | `/admin/accounts/ID/sign-in-link` | |
//! | | | `/admin/accounts/ID/delete` | `email` |
//! | [`AdminInvitations`] | `/admin/invitations` | `/admin/invitations` | `email` (or empty) |
//! | | | `/admin/invitations/ID/withdraw` | |
//! | [`AdminPayments`] | `/admin/payments` | `/admin/payments/replay` | `kind`, `id` |
//! | [`AdminPayment`] | `/admin/payments/ID` | `/admin/payments/ID/refund` | `draft` |
//! | [`AdminMail`] | `/admin/mail` | | |
//! | [`AdminService`] | `/admin/service` | `/admin/service/check` | |
//!
//! Links without a form: `/account/generations/ID/thumbnail`, `…/ID.csv`, `…/ID.json`,
//! `/account/generations.csv`, `/account/generations.json`, `/account/generations/export?…&download=1`,
//! `/account/settings/export`.
//!
//! The script's requests: `POST …/ID/judge` answers `{"titleLength", "titleLimit", "titleSaid": sentence,
//! "descriptionLength", "descriptionLimit", "descriptionSaid": sentence, "netSaid": text, "findings":
//! [sentence]}`; `POST …/ID/edit` answers `{"said": sentence, "notAll": sentence, "listings": [{"platform",
//! "version", "isEdited", "isRestorable", "problem": sentence or null, "isOvertaken"}]}`; `GET
//! /account/generations/ID` answers `{"state": "running" | "done" | "failed", "errors": [sentence], "photos":
//! [{"number", "reason": sentence}]}`; `GET /account/purchases/ID` answers `{"state": "running" | "done"}`. All send `Accept: application/json`, and so does `POST /account/new`,
//! which then answers `{"location": path}` or `{"errors": [sentence]}`.

/// Splits a sentence at a text in it and returns the parts before and after, so that templates can mark the
/// text up.
pub(crate) fn around(sentence: impl AsRef<str>, inner: impl AsRef<str>) -> (String, String) {
    let sentence = sentence.as_ref();
    let (before, after) = sentence.split_once(inner.as_ref()).unwrap_or((sentence, ""));
    (before.to_owned(), after.to_owned())
}

mod account;
mod admin;
pub mod assets;
mod batches;
mod chart;
mod error_page;
mod exports;
mod generate;
mod generations;
mod home;
mod keys;
mod layout;
mod payments;
mod problem;
mod purchases;
mod settings;
mod sign;
mod tray;

pub use account::{Account, AccountPlan};
pub use admin::{
    AdminAccount, AdminAccountRow, AdminAccounts, AdminInvitations, AdminMail, AdminService, Check,
    DoctorReport, GivenUpMessage, Invitation, WaitingMessage,
};
pub use batches::{BatchPage, BatchRow, Batches, CorrectionRow, CorrectionTable, ItemRow};
pub use chart::{Chart, ChartDay};
pub use error_page::ErrorPage;
pub use exports::{ExportPreview, FormatGroup, FormatMenu, RemarkGroup, RemarkRow};
pub use generate::{NewGeneration, PlatformChoice, Progress, ProgressState, TypedAttributes};
pub use generations::{
    AttributeKind, AttributeRow, Card, ComparisonRow, ComparisonTable, CorrectionForm, GenerationItem,
    GenerationPage, Generations, PhotoRow, PriceBand, RewriteForm,
};
pub use home::Home;
pub use keys::{
    ApiKeys, ConfirmRevoke, Expiry, KeyCreated, KeyDraft, KeyExpires, KeyRow, KeyStatus, OVERLAP_HOURS,
};
pub use layout::{CONTENT_SECURITY_POLICY, Flash, Layout, Notice, NoticeKind, SignedIn};
pub use payments::{AdminPayment, AdminPayments, ParkedRow, PaymentRow};
pub use problem::Problem;
pub(crate) use purchases::is_waiting;
pub use purchases::{Offer, Pricing, PurchasePage, PurchaseRow, Purchases};
pub use settings::{DeleteDraft, IdentityRow, SessionRow, Settings};
pub use sign::{
    CheckMail, Closed, FollowLink, LinkGone, LinkRequest, NewPassword, OpenedLink, OtherBrowser,
    RequestedLink, SendAgain, SignIn, SignUp, TypedField,
};
pub use tray::{PilePhoto, PileRow, PileTyped, SharedOptions, ShownTray, TrayPage};
