//! Composes batches and trays: their use cases, and the loops that generate their items.

use std::sync::Arc;

use listing_domain::batch::BatchPolicy;
use listing_domain::ports::PhotoLooks;
use listing_domain::usecase::{
    AddToTray, ArrangeTray, CreateBatch, GenerateListings, RunBatches, StartFromTray,
};
use listing_http::{BatchLoop, Tasks};
use listing_photo::PhotoThumbnails;
use listing_rest::Batches;
use listing_web::Piles;

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

pub(super) fn piles(
    settings: &Settings,
    storage: &Storage,
    generate: &GenerateListings,
    looks: Option<Arc<dyn PhotoLooks>>,
) -> Piles {
    let (store, clock, ids) = (&storage.store, &storage.clock, &storage.ids);
    let add = AddToTray {
        photos: generate.photos.clone(),
        thumbnails: Arc::new(PhotoThumbnails),
        looks,
        trays: store.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
    };
    Piles {
        trays: store.clone(),
        batches: store.clone(),
        add: Arc::new(add),
        arrange: ArrangeTray { trays: store.clone(), clock: clock.clone() },
        start: StartFromTray {
            trays: store.clone(),
            batches: store.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            history: settings.history,
        },
    }
}
