//! Implements `ptl billing`.

use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use listing_domain::billing::{BillingPolicy, BillingSubject, ParkedSubject, ProductStatus, SubjectKind};
use listing_domain::ids::BillingAttemptId;
use listing_domain::ports::{IdSource as _, PaymentProvider as _};
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::{BillingSettings, Settings};

/// The commands of sales.
#[derive(Debug, Subcommand)]
pub enum BillingCommand {
    /// Create the products and prices of the settings that are missing at Stripe
    Sync {
        /// Only compare them
        #[arg(long)]
        check: bool,
    },
    /// Compare orders and plans with Stripe, and apply what was missed
    Reconcile,
    /// List the payments that wait for an operator, with the reasons
    Events,
    /// Apply the state of a payment again, or of all that wait for an operator
    Replay {
        /// Kind of the object at Stripe
        #[arg(value_parser = super::one_of!(SubjectKind), requires = "id")]
        kind: Option<SubjectKind>,
        /// Id of the object at Stripe
        id: Option<String>,
    },
}

/// Runs a command.
pub async fn run(command: BillingCommand, settings: &Settings, json: bool) -> Result<(), Failure> {
    match command {
        BillingCommand::Sync { check } => sync(settings, check, json).await,
        BillingCommand::Reconcile => reconcile(settings, json).await,
        BillingCommand::Events => events(settings, json).await,
        BillingCommand::Replay { kind, id } => replay(settings, kind.zip(id), json).await,
    }
}

fn billing(settings: &Settings) -> Result<&BillingSettings, Failure> {
    let missing = || Failure::Setup(anyhow!("stripe_api_key must be set to sell"));
    settings.billing.as_ref().ok_or_else(missing)
}

/// Creates the products and prices that are missing at Stripe, or only compares them.
async fn sync(settings: &Settings, only_check: bool, json: bool) -> Result<(), Failure> {
    let billing = billing(settings)?;
    let stripe = compose::stripe(billing)?;
    let attempt = BillingAttemptId::new(crate::sources::OsRandom.id());
    let products = if only_check {
        stripe.check_products(&billing.prices).await
    } else {
        stripe.create_products(&billing.prices, attempt).await
    };
    let products = products.context("cannot read the products at Stripe").map_err(Failure::Failed)?;
    let shown: Value = products
        .iter()
        .map(|(product, status)| json!({"product": product.code(), "status": status.code()}))
        .collect();
    print::value_or_text(json, &shown, || {
        let line = |(product, status): &(_, ProductStatus)| format!("{product}: {}", meaning(*status));
        products.iter().map(line).collect::<Vec<_>>().join("\n")
    })?;
    let is_good = |status: &ProductStatus| matches!(status, ProductStatus::Present | ProductStatus::Created);
    if products.iter().all(|(_, status)| is_good(status)) {
        Ok(())
    } else {
        Err(Failure::Failed(anyhow!("not every product is for sale at Stripe at the price in the settings")))
    }
}

const fn meaning(status: ProductStatus) -> &'static str {
    match status {
        ProductStatus::Present => "for sale at this price",
        ProductStatus::Created => "created",
        ProductStatus::Missing => "missing: run ptl billing sync",
        ProductStatus::Differs => {
            "has another price or period at Stripe: archive that price in the Dashboard, then run ptl billing sync"
        }
    }
}

/// Compares orders and plans with Stripe, and applies what was missed.
async fn reconcile(settings: &Settings, json: bool) -> Result<(), Failure> {
    let billing = billing(settings)?;
    let storage = compose::Storage::open(settings)?;
    let stripe = compose::stripe(billing)?;
    let (apply, reconcile) = compose::billing_use_cases(settings, billing, &storage, &stripe);
    let found = reconcile.run().await.context("cannot compare payments").map_err(Failure::Failed)?;
    let (mut applied, mut failed) = (0_u32, 0_u32);
    while let Some(ended) =
        apply.run().await.context("cannot read the billing queue").map_err(Failure::Failed)?
    {
        match ended.fault {
            None => applied += 1,
            Some(fault) => {
                failed += 1;
                print::note(&format!("{} {}: {fault}", ended.subject.kind(), ended.subject.id()));
            }
        }
    }
    let shown = json!({
        "missedEvents": found.missed_events, "unfinishedOrders": found.checkouts,
        "dueRenewals": found.subscriptions, "applied": applied, "failed": failed,
    });
    print::value_or_text(json, &shown, || {
        format!(
            "{} missed events, {} unfinished orders, {} due renewals: {applied} states applied, {failed} failed",
            found.missed_events, found.checkouts, found.subscriptions
        )
    })?;
    if failed == 0 { Ok(()) } else { Err(Failure::Failed(anyhow!("{failed} states were not applied"))) }
}

/// Lists the objects that wait for an operator.
async fn events(settings: &Settings, json: bool) -> Result<(), Failure> {
    let parked = parked(&compose::Storage::open(settings)?).await?;
    let shown: Value = parked.iter().map(as_json).collect();
    print::value_or_text(json, &shown, || {
        let line = |parked: &ParkedSubject| {
            let (subject, at) = (&parked.subject, parked.parked_at);
            format!("{} {} since {at}: {}", subject.kind(), subject.id(), parked.reason)
        };
        if parked.is_empty() {
            "nothing waits for an operator".to_owned()
        } else {
            parked.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    })
}

async fn parked(storage: &compose::Storage) -> Result<Vec<ParkedSubject>, Failure> {
    let parked = storage.billing_queue().parked_subjects(BillingPolicy::MAX_LISTED).await;
    parked.context("cannot read the billing queue").map_err(Failure::Failed)
}

fn as_json(parked: &ParkedSubject) -> Value {
    json!({
        "kind": parked.subject.kind().code(), "id": parked.subject.id(),
        "parkedAt": parked.parked_at.to_string(), "reason": parked.reason,
    })
}

/// Queues an object again, or all objects that wait for an operator.
async fn replay(
    settings: &Settings,
    subject: Option<(SubjectKind, String)>,
    json: bool,
) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let subjects = match subject {
        Some((kind, id)) => {
            let subject =
                BillingSubject::new(kind, &id).map_err(|error| Failure::Setup(anyhow!("ID: {error}")))?;
            vec![subject]
        }
        None => parked(&storage).await?.into_iter().map(|parked| parked.subject).collect(),
    };
    let now = storage.clock.now();
    for subject in &subjects {
        let queued = storage.billing_queue().queue_subject(subject, now).await;
        queued.context("cannot write the billing queue").map_err(Failure::Failed)?;
    }
    let number = subjects.len();
    print::value_or_text(json, &json!({"queued": number}), || {
        format!("{number} queued again: the running service applies them, or ptl billing reconcile")
    })
}
