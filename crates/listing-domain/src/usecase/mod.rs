//! The use cases of the core: one file each, named by verb and noun, with one `run`.

mod active_key;
mod add_credits;
mod add_to_tray;
mod answer_format;
mod arrange_tray;
mod authenticate_caller;
pub mod billing;
mod change_plan;
mod charge_rewrite;
mod concurrent;
mod correction;
mod create_account;
mod create_batch;
mod create_key;
mod delete_account;
mod edit_listings;
mod error;
mod failed_calls;
mod find_account;
mod generate_listings;
mod get_usage;
mod import_comparables;
mod key_factory;
mod manage_webhooks;
pub mod people;
mod record_sale;
mod refund_payment;
mod resume_account;
mod revoke_key;
mod rewrite_listings;
mod rotate_key;
mod run_batches;
mod send_webhooks;
mod start_from_tray;
mod suspend_account;
mod tray_error;
mod write_listings;

pub use add_credits::{AddCredits, AddedCredits};
pub use add_to_tray::{AddToTray, AddedToTray, TrayUpload};
pub use answer_format::{
    AnswerEditor, AnswerFormat, EditableParts, RenderedAnswer, StoredItem, StoredSources,
};
pub use arrange_tray::{ArrangeTray, SeenTray};
pub use authenticate_caller::AuthenticateCaller;
pub use change_plan::{ChangePlan, PlanChange};
pub use charge_rewrite::{ChargeRewrite, HeldRewrite, RewriteAnswer, RewriteStart};
pub use create_account::CreateAccount;
pub use create_batch::{BatchError, CreateBatch, CreatedBatch, ItemPhotoProblem, ItemUpload};
pub use create_key::CreateKey;
pub use delete_account::DeleteAccount;
pub use edit_listings::{EditBasis, EditListings, EditedGeneration, GenerationEdit, ListingOutcome};
pub use error::{
    AccountError, AuthError, ComparableError, EditError, ErrorKind, GenerateError, RewriteError, UsageError,
    WriteError,
};
pub use failed_calls::FAILED_CALLS;
pub use find_account::FindAccount;
pub use generate_listings::{AnnouncedRequest, GenerateListings, GenerationAnswer, GenerationPolicy};
pub use get_usage::GetUsage;
pub use import_comparables::{ImportComparables, ImportedBatch};
pub use key_factory::{CreatedKey, KeyFactory, KeyOptions};
pub use manage_webhooks::{CreatedWebhook, ManageWebhooks, WebhookError};
pub use record_sale::{RecordSale, RecordedSale, Sale};
pub use refund_payment::{RefundPayment, RefundedCredits};
pub use resume_account::ResumeAccount;
pub use revoke_key::RevokeKey;
pub use rewrite_listings::{BegunRewrite, RewriteListings, RewriteOptions, RewritePolicy, RewrittenListings};
pub use rotate_key::{RotateKey, RotatedKey, Rotation};
pub use run_batches::{ItemError, RunBatches};
pub use send_webhooks::SendWebhooks;
pub use start_from_tray::StartFromTray;
pub use suspend_account::SuspendAccount;
pub use tray_error::TrayError;
pub use write_listings::{WriteListings, WritingPolicy, WrittenListings};
