//! The remains of generations that are no longer in the history.

use std::sync::Arc;

use diesel::prelude::*;
use jiff::SignedDuration;
use listing_domain::SearchWords;
use listing_domain::account::Plan;
use listing_domain::generation::{ListPurpose, NewGeneration, RenderedData, Revised, Revision};
use listing_domain::idempotency::{Fingerprint, IdempotentRequest};
use listing_domain::ids::ReservationId;
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{
    GenerationStore as _, HoldRequest, IdSource as _, QuotaLedger as _, SettleRequest,
};
use listing_storage::Store;
use listing_testkit::{holding, new_generation, summary};

use crate::fixture::Fixture;
use crate::support::{FREE, Number, now, patient, raw, settling};

#[tokio::test]
async fn generation_stored_only_for_its_idempotency_key_has_no_revision() {
    let fixture = Fixture::on_file();
    let ann = fixture.account(Plan::Free).await;
    let mut ids = Vec::new();
    for key in ["deleted", "old"] {
        let idempotency =
            Some(IdempotentRequest { key: key.parse().unwrap(), fingerprint: Fingerprint::new([7; 32]) });
        let reservation = ReservationId::new(fixture.ids.id());
        let hold = HoldRequest { idempotency, ..holding(reservation, ann, FREE, now()) };
        fixture.store.hold(&hold).await.unwrap();
        let new = new_generation(&fixture.ids, key);
        let generation = Some(Arc::clone(&new));
        fixture.store.settle(&SettleRequest { generation, ..settling(reservation, now()) }).await.unwrap();
        let data = RenderedData::new(*b"edited");
        let edit = Revision { based_on: None, data, summary: summary("edited"), product: new.product };
        assert_eq!(fixture.store.revise(ann, new.id, &edit).await.unwrap(), Revised::Done);
        ids.push(new.id);
    }
    let count = |what| {
        let query = format!("SELECT COUNT({what}) AS number FROM generation");
        diesel::sql_query(query).get_result::<Number>(&mut raw(fixture.file())).unwrap().number
    };
    assert_eq!((count("revised"), count("data")), (2, 2));
    assert!(fixture.store.delete(ann, ids[0]).await.unwrap());
    assert_eq!((count("revised"), count("data")), (1, 2));
    fixture.store.purge(now(), SignedDuration::ZERO).await.unwrap();
    assert_eq!((count("revised"), count("data")), (0, 2));
    assert_eq!(count("sku"), 0);
    assert_eq!((count("price"), count("nullif(name, '')"), count("nullif(search_text, '')")), (0, 0, 0));
}

const STORED: &str = r#"{"listings":[{"platform":"vinted","title":"Veste Levi’s"}],
    "attributes":{"name":"Veste"},"suggestedPrice":12.5,"details":{"price":{"currency":"GBP"}}}"#;

#[tokio::test]
async fn summaries_of_earlier_generations_are_made_from_their_answers() {
    for fixture in Fixture::each() {
        let ann = fixture.account(Plan::Free).await;
        let held = fixture.hold(ann, now()).await.unwrap();
        let data = RenderedData::new(STORED.as_bytes());
        let new = NewGeneration { data, ..(*new_generation(&fixture.ids, "")).clone() };
        let generation = Some(Arc::new(new.clone()));
        fixture.store.settle(&SettleRequest { generation, ..settling(held.id, now()) }).await.unwrap();
        let undo = include_str!("../../migrations/sqlite/0014_summaries/down.sql");
        fixture
            .tamper(&format!("{undo} DELETE FROM __diesel_schema_migrations WHERE version = '0014'"))
            .unwrap();
        let store = Store::new(patient(&fixture.address));
        let entry = store.list(ann, None, 10, ListPurpose::Search).await.unwrap().pop().unwrap();
        assert_eq!((entry.id, entry.has_thumbnail, &*entry.summary.name), (new.id, true, "Veste"));
        assert_eq!(entry.summary.price, Some(Money::from_minor(12_50, Currency::Gbp)));
        assert_eq!(entry.summary.platforms, new.options.platforms.as_slice());
        assert!(SearchWords::parse("levi veste").are_in(&[&entry.summary.search_text]));
    }
}

#[tokio::test]
async fn sqlite_finds_a_stock_number_by_its_index() {
    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = diesel::sql_types::Text)]
        detail: String,
    }
    // The filter as the store writes it.
    let query = "EXPLAIN QUERY PLAN SELECT id FROM generation
        WHERE is_listed = 1 AND account = 'a' AND (created_at, id) < (9, 'z')
            AND +created_at >= 1 AND +created_at < 5 AND sku = 's'
        ORDER BY created_at DESC, id DESC LIMIT 5";
    let fixture = Fixture::on_file();
    let plan: Vec<Step> = diesel::sql_query(query).load(&mut raw(fixture.file())).unwrap();
    let plan: Vec<&str> = plan.iter().map(|step| &*step.detail).collect();
    assert!(plan.iter().any(|step| step.contains("INDEX generation_sku (account=? AND sku=?")), "{plan:?}");
}
