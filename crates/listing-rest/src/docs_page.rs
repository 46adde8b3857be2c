//! stub
use actix_web::HttpResponse;
pub(crate) async fn show() -> HttpResponse {
    HttpResponse::Ok().finish()
}
