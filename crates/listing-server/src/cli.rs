//! The command line of `ptl`.

mod help;
#[cfg(test)]
mod reference;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::{Email, Plan};
use listing_domain::entitlement::{EntitlementSource, OperatorNote};
use listing_domain::ids::GenerationId;
use listing_domain::key::KeyName;
use listing_domain::payment::{PaymentId, RefundId};
use listing_domain::principal::Scopes;
use listing_domain::usecase::{KeyOptions, PlanChange, Rotation};

use crate::command::batch::BatchArgs;
use crate::command::billing::BillingCommand;
use crate::command::comps::CompsCommand;
use crate::command::describe::Description;
use crate::command::export::ExportArgs;
use crate::command::generate::GenerateArgs;
use crate::command::{self, Failure, one_of};
use crate::compose::{Service, start_log};
use crate::settings::{self, DatabaseUrl, Layer, Settings};

/// Turns product photos into listings ready to publish on marketplaces.
///
/// Without a command, it serves the REST API and the web app. Settings come from flags, environment variables
/// or a TOML file, in that order of precedence.
#[derive(Debug, Parser)]
#[command(name = "ptl", version, after_help = EXAMPLES)]
pub struct Ptl {
    #[command(subcommand)]
    command: Option<Invocation>,
    /// Settings file [default: ~/.config/ptl/ptl.toml, else /etc/ptl/ptl.toml]
    #[arg(long, env = "PTL_CONFIG", value_name = "FILE", global = true, hide_env_values = true)]
    config: Option<PathBuf>,
    /// Print JSON instead of text, for programs
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    settings: Layer,
}

/// The time for which a finished command waits for work on other threads. A database step takes at most this long.
const RUNTIME_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "Examples:
  ptl account create ann@example.com
  ptl key create ann@example.com
  ptl serve --listen 127.0.0.1:8080
  ptl generate jacket.jpg --platforms vinted,leboncoin --brand Levi’s

All settings, which every command accepts: ptl serve --help, or docs/operations/configuration.md.";

#[derive(Debug, Subcommand)]
enum Invocation {
    #[command(flatten)]
    Service(Command),
    #[command(flatten)]
    Description(Description),
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the REST API and the web app (the default)
    Serve,
    /// Write listings for photos, without a server
    Generate(Box<GenerateArgs>),
    /// Write listings for a folder of photos of many items, without a server
    Batch(Box<BatchArgs>),
    /// Manage accounts, which are identified by email
    #[command(subcommand)]
    Account(AccountCommand),
    /// Manage administrators of the web app
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Manage API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Manage plans
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Manage purchased credits
    #[command(subcommand)]
    Credits(CreditsCommand),
    /// Manage sales through Stripe
    #[command(subcommand)]
    Billing(BillingCommand),
    /// Show an account's usage
    Usage {
        /// The account's email
        email: Email,
        /// Show this month's AI costs instead
        #[arg(long)]
        costs: bool,
    },
    /// Show an account's generations, newest first, or delete one
    History {
        /// The account's email
        email: Email,
        /// The maximum number of generations to show
        #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
        limit: u32,
        /// Delete the generation with this id instead
        #[arg(long, value_name = "ID")]
        delete: Option<GenerationId>,
    },
    /// Write an account's generations to a file for a marketplace, a shop or a spreadsheet
    Export(Box<ExportArgs>),
    /// Manage your own market data: asking and sale prices of comparable items
    #[command(subcommand)]
    Comps(CompsCommand),
    /// Migrate the database to the schema of this version
    Migrate,
    /// Copy the SQLite database into a new file, while the service runs
    Backup {
        /// The file to create
        file: PathBuf,
    },
    /// Replace the SQLite database with a backup
    Restore {
        /// The backup
        file: PathBuf,
        /// Replace an existing database; it stays in the same folder under another name
        #[arg(long)]
        replace: bool,
    },
    /// Copy all data into another, empty database
    MigrateData {
        /// The address of the database to copy, such as <sqlite:///data/ptl.db>
        from: DatabaseUrl,
        /// The address of the empty database, such as <postgres://ptl@db.example.com/ptl>
        to: DatabaseUrl,
    },
    /// Check that a running service is ready; for containers
    Healthcheck,
    /// Check settings, database, models and every configured service, and report problems
    Doctor,
    /// Print the OpenAPI document of the API
    Openapi,
}

#[derive(Debug, Subcommand)]
enum AccountCommand {
    /// Create an account on the free plan
    Create {
        /// The account's email
        email: Email,
    },
    /// Show an account
    Show {
        /// The account's email
        email: Email,
    },
    /// List all accounts
    List,
    /// Print a single-use sign-in link to the web app for an account, valid for ten minutes
    Link {
        /// The account's email
        email: Email,
    },
    /// Suspend an account: refuse its keys until you reactivate it; takes effect everywhere within five
    /// seconds
    Suspend {
        /// The account's email
        email: Email,
    },
    /// Reactivate a suspended account
    Resume {
        /// The account's email
        email: Email,
    },
    /// Permanently delete an account's email, keys and stored answers; its ledger entries and orders stay under
    /// the account's id
    Delete {
        /// The account's email
        email: Email,
        /// Skip the confirmation
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// Make the account with this email an administrator, create it if needed, and print a single-use link
    /// for choosing a password
    Create {
        /// The account's email
        email: Email,
    },
    /// List the administrators
    List,
    /// Remove an account's administrator role at once; the account stays, and the last administrator cannot
    /// be removed
    Remove {
        /// The account's email
        email: Email,
    },
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    /// Create an API key and print only the key, which is never shown again
    Create {
        /// The account's email
        email: Email,
        /// Name of the key, as lists show it
        #[arg(long, default_value_t)]
        name: KeyName,
        /// Lifetime of the key, such as 90d [default: unlimited]
        #[arg(long, value_name = "TIME", value_parser = command::key::duration)]
        expires: Option<SignedDuration>,
        /// Scopes of the key, separated by commas: listings:write, usage:read, generations:read, generations:write or all
        #[arg(long, value_name = "SCOPE,…", default_value_t)]
        scope: Scopes,
    },
    /// Replace a key with a new one of the same name and scopes, and print only the new one
    Rotate {
        /// The account's email
        email: Email,
        /// The old key's id, name or first characters, as `key list` shows them
        key: String,
        /// Time during which the old key still works
        #[arg(long, value_name = "TIME", default_value = "24h", value_parser = command::key::duration)]
        overlap: SignedDuration,
        /// Lifetime of the new key [default: the lifetime of the old key]
        #[arg(long, value_name = "TIME", value_parser = command::key::duration)]
        expires: Option<SignedDuration>,
    },
    /// List an account's keys by name and first characters
    List {
        /// The account's email
        email: Email,
    },
    /// Revoke a key
    Revoke {
        /// The account's email
        email: Email,
        /// The key's id, name or first characters, as `key list` shows them
        key: String,
    },
}

#[derive(Debug, Subcommand)]
enum PlanCommand {
    /// Set an account's plan
    Set {
        /// The account's email
        email: Email,
        /// The new plan, effective at once
        #[arg(value_parser = one_of!(Plan))]
        plan: Plan,
        /// End of the plan: a time, or a date for the start of that day in UTC [default: no end]
        #[arg(long, value_name = "DATE", value_parser = command::plan::until)]
        until: Option<Timestamp>,
        /// Reason or order of the plan, as a note
        #[arg(long, value_name = "TEXT", default_value_t)]
        source: OperatorNote,
    },
}

#[derive(Debug, Subcommand)]
enum CreditsCommand {
    /// Add purchased credit packs
    Add {
        /// The account's email
        email: Email,
        /// Number of packs
        #[arg(long)]
        packs: u32,
        /// Id of the payment; a payment adds credits only once [default: a new id]
        #[arg(long, value_name = "ID", value_parser = command::usage::own_payment)]
        payment: Option<PaymentId>,
    },
    /// Take back the credits of a refunded payment
    ///
    /// Credits that were used become a debt, which the account's next purchase pays first.
    Refund {
        /// The account's email
        email: Email,
        /// Id of the payment, as given to `credits add`
        #[arg(long, value_name = "ID")]
        payment: PaymentId,
        /// Number of credits to take back [default: all that is left of the payment]
        #[arg(long, value_name = "NUMBER")]
        units: Option<NonZeroU32>,
        /// Id of the refund; a refund takes credits back only once
        #[arg(long, value_name = "ID", default_value_t)]
        refund: RefundId,
    },
}

impl Command {
    /// True for commands that do little else than open the configured database.
    const fn uses_the_database(&self) -> bool {
        !matches!(
            self,
            Self::Serve
                | Self::Generate(_)
                | Self::Batch(_)
                | Self::MigrateData { .. }
                | Self::Healthcheck
                | Self::Openapi
        )
    }
}

impl Ptl {
    /// Parses this process's command line. A request for help or a wrong command line ends the process here.
    pub fn from_args() -> Self {
        let parsed = help::arrange(Self::command()).try_get_matches();
        let parsed = parsed.and_then(|matches| Self::from_arg_matches(&matches));
        parsed.unwrap_or_else(|error| refuse(&error))
    }

    /// Runs the command; `compose` builds the service. The exit code is 0 on success, 1 on failure, and 2 for
    /// a missing or wrong input or requirement.
    pub fn run(self, compose: impl AsyncFnOnce(&Settings) -> Result<Service, Failure>) -> ExitCode {
        let json = self.json;
        match self.try_run(compose) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                command::print_error(&failure, json);
                failure.exit_code()
            }
        }
    }

    fn try_run(
        self,
        compose: impl AsyncFnOnce(&Settings) -> Result<Service, Failure>,
    ) -> Result<(), Failure> {
        let command = match self.command {
            Some(Invocation::Description(description)) => {
                return description.run(help::arrange(Self::command()));
            }
            Some(Invocation::Service(command)) => command,
            None => Command::Serve,
        };
        let settings = Settings::gather(self.settings, self.config.as_deref()).map_err(Failure::Setup)?;
        // Dropped last, so that no late log line is lost.
        let _log = start_log(&settings)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Setup(error.into()))?;
        if command.uses_the_database() {
            command::database::announce(&settings, self.json)?;
        }
        let outcome = runtime.block_on(dispatch(command, compose, &settings, self.json));
        // Work that still runs waits for a database that does not answer.
        runtime.shutdown_timeout(RUNTIME_SHUTDOWN_TIMEOUT);
        outcome
    }
}

/// Ends the process with the error or the requested help. The error never repeats a setting's value, which
/// may be a misplaced secret.
fn refuse(error: &clap::Error) -> ! {
    let is_value = matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
    let is_setting = |id: &str| Layer::arguments().iter().any(|arg| arg.get_id().as_str() == id);
    let setting = settings::setting_of(error).filter(|id| is_value && (is_setting(id) || id == "config"));
    let Some(id) = setting else { error.exit() };
    let flag = id.replace('_', "-");
    let failure = Failure::Setup(anyhow::anyhow!("--{flag} {}", settings::reason(error)));
    command::print_error(&failure, std::env::args_os().any(|arg| arg == "--json"));
    std::process::exit(2)
}

async fn dispatch(
    command: Command,
    compose: impl AsyncFnOnce(&Settings) -> Result<Service, Failure>,
    settings: &Settings,
    json: bool,
) -> Result<(), Failure> {
    match command {
        Command::Serve => command::serve::run(settings, compose).await,
        Command::Generate(args) => command::generate::run(settings, *args, json).await,
        Command::Batch(args) => command::batch::run(settings, *args, json).await,
        Command::Account(command) => account(command, settings, json).await,
        Command::Admin(AdminCommand::Create { email }) => command::admin::create(settings, email, json).await,
        Command::Admin(AdminCommand::List) => command::admin::list(settings, json).await,
        Command::Admin(AdminCommand::Remove { email }) => {
            command::admin::remove(settings, &email, json).await
        }
        Command::Key(command) => key(command, settings, json).await,
        Command::Plan(PlanCommand::Set { email, plan, until, source }) => {
            let source = EntitlementSource::Operator(source);
            command::plan::set(settings, &email, PlanChange { plan, until, source }, json).await
        }
        Command::Credits(command) => credits(command, settings, json).await,
        Command::Billing(command) => command::billing::run(command, settings, json).await,
        Command::Usage { email, costs } => command::usage::show(settings, &email, costs, json).await,
        Command::History { email, delete: Some(id), .. } => {
            command::history::delete(settings, &email, id, json).await
        }
        Command::History { email, limit, delete: None } => {
            command::history::list(settings, &email, limit, json).await
        }
        Command::Export(args) => command::export::run(settings, *args, json).await,
        Command::Comps(command) => command::comps::run(settings, command, json).await,
        Command::Migrate => command::migrate::run(settings, json).await,
        Command::Backup { file } => command::backup::create(settings, &file, json),
        Command::Restore { file, replace } => command::backup::restore(settings, &file, replace, json),
        Command::MigrateData { from, to } => command::migrate_data::run(&from, &to, json),
        Command::Healthcheck => command::healthcheck::run(settings).await,
        Command::Doctor => command::doctor::run(settings, json).await,
        Command::Openapi => command::openapi(),
    }
}

async fn credits(command: CreditsCommand, settings: &Settings, json: bool) -> Result<(), Failure> {
    match command {
        CreditsCommand::Add { email, packs, payment } => {
            command::usage::add_credits(settings, &email, packs, payment, json).await
        }
        CreditsCommand::Refund { email, payment, units, refund } => {
            command::usage::refund(settings, &email, payment, refund, units, json).await
        }
    }
}

async fn account(command: AccountCommand, settings: &Settings, json: bool) -> Result<(), Failure> {
    match command {
        AccountCommand::Create { email } => command::account::create(settings, email, json).await,
        AccountCommand::Show { email } => command::account::show(settings, &email, json).await,
        AccountCommand::List => command::account::list(settings, json).await,
        AccountCommand::Link { email } => command::admin::sign_in_link(settings, &email, json).await,
        AccountCommand::Suspend { email } => command::account::suspend(settings, &email, json).await,
        AccountCommand::Resume { email } => command::account::resume(settings, &email, json).await,
        AccountCommand::Delete { email, yes } => command::account::delete(settings, &email, yes, json).await,
    }
}

async fn key(command: KeyCommand, settings: &Settings, json: bool) -> Result<(), Failure> {
    match command {
        KeyCommand::Create { email, name, expires, scope } => {
            let options = KeyOptions { name, scopes: scope, lifetime: expires };
            command::key::create(settings, &email, options, json).await
        }
        KeyCommand::Rotate { email, key, overlap, expires } => {
            let rotation = Rotation { overlap, lifetime: expires };
            command::key::rotate(settings, &email, &key, rotation, json).await
        }
        KeyCommand::List { email } => command::key::list(settings, &email, json).await,
        KeyCommand::Revoke { email, key } => command::key::revoke(settings, &email, &key, json).await,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn command_line_definition_has_no_conflicts() {
        Ptl::command().debug_assert();
    }
}
