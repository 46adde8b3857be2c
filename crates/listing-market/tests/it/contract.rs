use std::sync::Arc;

use listing_domain::ports::MarketData;
use listing_market::{CombinedMarketData, NamedSource};
use listing_testkit::contract::{MarketBehavior, market_data_contract};
use listing_testkit::service::{Server, Step};

use crate::support::{Kind, Subject, service, subject};

async fn service_with_conduct(kind: Kind, behavior: MarketBehavior) -> Server {
    service(move |_, _| match behavior {
        MarketBehavior::Good => {
            let titles = ["Veste en cuir Levi’s", "Théière en fonte", "Lot divers", "Veste en jean"];
            Step::ok(&kind.answer(&titles))
        }
        MarketBehavior::Empty => Step::ok(&kind.answer(&[])),
        MarketBehavior::Down => Step::raw(503, ""),
        MarketBehavior::Silent => Step::Silence,
    })
    .await
}

#[tokio::test]
async fn every_source_keeps_the_market_data_contract() {
    for kind in Kind::ALL {
        market_data_contract(async |behavior| {
            let Subject { source, .. } = subject(kind, &service_with_conduct(kind, behavior).await);
            let source: Arc<dyn MarketData> = source;
            Some(source)
        })
        .await;
    }
}

#[tokio::test]
async fn combined_sources_fulfill_the_market_data_contract() {
    market_data_contract(async |behavior| {
        let mut sources = Vec::new();
        let mut metrics = None;
        for kind in Kind::ALL {
            let subject = subject(kind, &service_with_conduct(kind, behavior).await);
            sources.push(NamedSource { name: kind.name(), source: subject.source });
            metrics = Some(subject.metrics);
        }
        let combined: Arc<dyn MarketData> = Arc::new(CombinedMarketData::new(sources, metrics?));
        Some(combined)
    })
    .await;
}
