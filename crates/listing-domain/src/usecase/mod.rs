//! What the core does for its callers: one verb and noun a file, one `run`.

mod add_credits;
mod authenticate_caller;
mod beside;
mod change_plan;
mod create_account;
mod create_key;
mod error;
mod find_account;
mod generate_listings;
mod get_usage;
mod refund_payment;
mod revoke_key;
mod write_listings;

pub use add_credits::{AddCredits, AddedCredits};
pub use authenticate_caller::{AuthenticateCaller, Caller};
pub use change_plan::{ChangePlan, PlanChange};
pub use create_account::CreateAccount;
pub use create_key::{CreateKey, CreatedKey};
pub use error::{AccountError, AuthError, ErrorKind, GenerateError, UsageError, WriteError};
pub use find_account::FindAccount;
pub use generate_listings::{GenerateListings, GenerationAnswer, GenerationPolicy, Render};
pub use get_usage::GetUsage;
pub use refund_payment::RefundPayment;
pub use revoke_key::RevokeKey;
pub use write_listings::{WriteListings, WritingPolicy, WrittenListings};
