//! Composes batches: their use cases, and the loops that generate their items.

use std::sync::Arc;

use listing_domain::batch::BatchPolicy;
use listing_domain::usecase::{CreateBatch, GenerateListings, RunBatches};
use listing_http::{BatchLoop, Tasks};
use listing_rest::Batches;

use super::Storage;
use crate::settings::Settings;

/// The loops of this process.
pub(super) struct BatchLoops {
    one: BatchLoop,
    count: u32,
}

impl BatchLoops {
    pub(super) fn new(settings: &Settings, storage: &Storage, generate: Arc<GenerateListings>) -> Self {
        let run = RunBatches {
            batches: storage.store.clone(),
            generations: storage.generations.clone(),
            generate,
            clock: storage.clock.clone(),
            policy: BatchPolicy::default(),
        };
        Self { one: BatchLoop::new(Arc::new(run)), count: settings.batch_workers }
    }

    pub(super) fn start(&self, tasks: &Tasks) {
        for _ in 0..self.count {
            let one = self.one.clone();
            tasks.repeat("batch loop", move || one.clone().step());
        }
    }
}

pub(super) fn use_cases(settings: &Settings, storage: &Storage, generate: &GenerateListings) -> Batches {
    let create = CreateBatch {
        history: settings.history,
        photos: generate.photos.clone(),
        batches: storage.store.clone(),
        clock: storage.clock.clone(),
        ids: storage.ids.clone(),
    };
    Batches { create: Arc::new(create), store: storage.store.clone(), clock: storage.clock.clone() }
}
