//! The responses about batches.

use listing_domain::batch::{Batch, BatchItem, ItemProgress, ItemState};
use listing_domain::sku::Sku;
use serde::Serialize;
use utoipa::ToSchema;

use crate::codes::codes;

/// The response of `createBatch`, `getBatch` and `cancelBatch`.
#[derive(Serialize, ToSchema)]
pub(crate) struct BatchResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The batch.
    pub(super) data: BatchData,
}

/// The response of `listBatches`.
#[derive(Serialize, ToSchema)]
pub(crate) struct BatchesResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The batches.
    pub(super) data: BatchesData,
}

/// Batches, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct BatchesData {
    /// The batches.
    pub(super) batches: Vec<BatchSummary>,
}

/// A batch in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BatchSummary {
    /// The batch's id.
    id: String,
    /// The time of the request.
    #[schema(format = DateTime)]
    created_at: String,
    /// The state of the batch.
    #[schema(value_type = StateCode)]
    state: &'static str,
    /// The end of the last item, or the time of the cancellation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    ended_at: Option<String>,
    /// The number of items in each state.
    counts: Counts,
}

/// A batch with its items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BatchData {
    /// The batch's id.
    id: String,
    /// The time of the request.
    #[schema(format = DateTime)]
    created_at: String,
    /// The state of the batch.
    #[schema(value_type = StateCode)]
    state: &'static str,
    /// The end of the last item, or the time of the cancellation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    ended_at: Option<String>,
    /// The number of items in each state.
    counts: Counts,
    /// The items, in the order of the request.
    items: Vec<ItemData>,
}

/// The number of items in each state.
#[derive(Serialize, ToSchema)]
struct Counts {
    /// Items that wait for their turn.
    waiting: usize,
    /// Items that are being generated.
    running: usize,
    /// Items whose generation is stored and charged.
    done: usize,
    /// Items that failed and cost nothing.
    failed: usize,
    /// Items that were cancelled before their turn and cost nothing.
    cancelled: usize,
}

/// An item of a batch.
#[derive(Serialize, ToSchema)]
struct ItemData {
    /// The item's id, which is also the id of its generation.
    id: String,
    /// The stock number of the request, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    sku: Option<String>,
    /// The state of the item.
    #[schema(value_type = ItemStateCode)]
    state: &'static str,
    /// The reason of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FaultCode, required = false)]
    reason: Option<&'static str>,
    /// The problem of a failed item and its remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "photos[0] is damaged")]
    message: Option<String>,
}

codes! {
    /// The state of a batch: `running`, `finished` when every item has ended, or `cancelled`.
    StateCode of listing_domain::batch::BatchState { Running, Finished, Cancelled },
    such as "running", tested by documented_states_of_batches_are_complete
}
codes! {
    /// The state of an item.
    ItemStateCode of ItemState { Waiting, Running, Done, Failed, Cancelled },
    such as "done", tested by documented_states_of_items_are_complete
}
codes! {
    /// The reason of a failure: `refused` for unusable or unclear photos, `quota_exhausted`, or `failed` for a
    /// failure of the service.
    FaultCode of listing_domain::batch::ItemFault { Refused, QuotaExhausted, Failed },
    such as "refused", tested by documented_reasons_are_complete
}

impl From<&Batch> for BatchSummary {
    fn from(batch: &Batch) -> Self {
        Self {
            id: batch.id.to_string(),
            created_at: batch.created_at.to_string(),
            state: batch.state.code(),
            ended_at: batch.ended_at.map(|at| at.to_string()),
            counts: Counts {
                waiting: batch.count(ItemState::Waiting),
                running: batch.count(ItemState::Running),
                done: batch.count(ItemState::Done),
                failed: batch.count(ItemState::Failed),
                cancelled: batch.count(ItemState::Cancelled),
            },
        }
    }
}

impl From<Batch> for BatchData {
    fn from(batch: Batch) -> Self {
        let BatchSummary { id, created_at, state, ended_at, counts } = (&batch).into();
        Self {
            id,
            created_at,
            state,
            ended_at,
            counts,
            items: batch.items.into_iter().map(ItemData::from).collect(),
        }
    }
}

impl From<BatchItem> for ItemData {
    fn from(item: BatchItem) -> Self {
        let state = item.state().code();
        let failure = match item.progress {
            ItemProgress::Failed(failure) => Some(failure),
            ItemProgress::Waiting | ItemProgress::Running | ItemProgress::Done | ItemProgress::Cancelled => {
                None
            }
        };
        let (reason, message) = failure.map(|it| (it.fault.code(), it.message)).unzip();
        Self { id: item.id.to_string(), sku: item.sku.as_ref().map(Sku::to_string), state, reason, message }
    }
}
