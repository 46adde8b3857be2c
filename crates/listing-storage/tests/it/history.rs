//! What is left of generations that nobody finds any more.

use std::sync::Arc;

use diesel::prelude::*;
use jiff::SignedDuration;
use listing_domain::account::Plan;
use listing_domain::generation::{RenderedData, Revised, Revision};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::ReservationId;
use listing_domain::ports::{
    GenerationStore as _, HoldRequest, IdSource as _, QuotaLedger as _, SettleRequest,
};
use listing_testkit::{holding, new_generation};

use crate::place::Place;
use crate::support::{FREE, Number, now, raw, settling};

#[tokio::test]
async fn what_is_kept_for_its_key_alone_has_no_revision() {
    let place = Place::on_file();
    let ann = place.account(Plan::Free).await;
    let mut ids = Vec::new();
    for key in ["deleted", "old"] {
        let idempotency =
            Some(IdempotentRequest { key: key.parse().unwrap(), fingerprint: Fingerprint::new([7; 32]) });
        let reservation = ReservationId::new(place.ids.id());
        let hold = HoldRequest { idempotency, ..holding(reservation, ann, FREE, now()) };
        place.store.hold(&hold).await.unwrap();
        let new = new_generation(&place.ids, key);
        let generation = Some(Arc::clone(&new));
        place.store.settle(&SettleRequest { generation, ..settling(reservation, now()) }).await.unwrap();
        let data = RenderedData::new(*b"edited");
        let edit = Revision { based_on: None, data };
        assert_eq!(place.store.revise(ann, new.id, &edit).await.unwrap(), Revised::Done);
        ids.push(new.id);
    }
    let count = |what| {
        let query = format!("SELECT COUNT({what}) AS number FROM generation");
        diesel::sql_query(query).get_result::<Number>(&mut raw(place.file())).unwrap().number
    };
    assert_eq!((count("revised"), count("data")), (2, 2));
    assert!(place.store.delete(ann, ids[0]).await.unwrap());
    assert_eq!((count("revised"), count("data")), (1, 2));
    place.store.purge(now(), SignedDuration::ZERO).await.unwrap();
    assert_eq!((count("revised"), count("data")), (0, 2));
}
