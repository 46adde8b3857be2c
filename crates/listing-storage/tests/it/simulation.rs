use listing_testkit::simulation::{
    BillingStores, Deaths, SimulatedStores, customer_months, stories_with_deaths,
};

use crate::fixture::Fixture;
use crate::view::ledger_view;

fn simulated(fixture: &Fixture) -> SimulatedStores {
    let address = fixture.address.clone();
    SimulatedStores {
        stores: BillingStores::of(&fixture.store),
        ledger: Box::new(move || ledger_view(&address)),
    }
}

#[tokio::test]
async fn customers_get_what_they_paid_for_on_sqlite() {
    let fixture = Fixture::on_file();
    let report = customer_months(async || simulated(&fixture), 1, 60).await;
    let report = report.unwrap_or_else(|difference| panic!("{difference}"));
    assert!(report.counts["turn Died"] > 0, "{report:#?}");
}

#[tokio::test]
async fn a_process_that_dies_loses_and_doubles_nothing_on_sqlite() {
    let fixture = Fixture::on_file();
    let stories = stories_with_deaths(async || simulated(&fixture), Deaths { every: 23, again: 0 }).await;
    let stories = stories.unwrap_or_else(|difference| panic!("{difference}"));
    assert!(stories > 10, "{stories}");
}
