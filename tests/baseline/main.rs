//! A bare actix-web server, for comparison in `cargo xtask bench serve`. Its only response is as long as that
//! of `GET /api/v1/usage`.
#![expect(clippy::print_stdout, reason = "its address is what the benchmark waits for")]

use actix_web::{App, HttpResponse, HttpServer, rt, web};

fn main() -> std::io::Result<()> {
    rt::System::new().block_on(async {
        let app = || App::new().route("/api/v1/usage", web::get().to(usage));
        let server = HttpServer::new(app).workers(1).bind(("127.0.0.1", 0))?;
        let address = server.addrs().first().copied().ok_or_else(|| std::io::Error::other("no address"))?;
        println!("listening on http://{address}");
        server.run().await
    })
}

async fn usage() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(
        r#"{"success":true,"data":{"freeUsed":0,"freeLimit":3,"creditsRemaining":0,"isSubscribed":false,"planType":"free","canGenerate":true,"nextResetDate":"2026-12-01T00:00:00Z"}}"#,
    )
}
