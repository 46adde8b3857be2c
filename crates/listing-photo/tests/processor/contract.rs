use listing_testkit::contract::photo_processor_contract;

use super::processor;

#[tokio::test]
async fn safe_photos_keeps_the_photo_processor_contract() {
    photo_processor_contract(async || processor()).await;
}
