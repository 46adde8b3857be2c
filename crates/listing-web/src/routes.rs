//! The routes of the web app.

use actix_web::Responder;
use actix_web::{FromRequest, Handler};
use listing_http::{Access, RouteEntry};

use crate::handlers::{
    account, admin, assets, batches, edits, exports, generate, generations, home, keys, link, payments,
    provider, purchases, settings, sign, tray,
};
use crate::view::assets::WORKER_PATH;

/// Returns the routes of the web app with their access rules.
pub fn routes() -> Vec<RouteEntry> {
    let mut routes = public_routes();
    routes.extend(account_routes());
    routes.extend(settings_routes());
    routes.extend(admin_routes());
    routes
}

/// Returns the routes that are open to everyone.
fn public_routes() -> Vec<RouteEntry> {
    use Access::Anyone;
    vec![
        RouteEntry::page("/").get(Anyone, home::show),
        RouteEntry::page("/pricing").get(Anyone, purchases::pricing),
        post("/language", Anyone, home::switch),
        RouteEntry::page("/sign-in").get(Anyone, sign::show_sign_in).post(Anyone, sign::sign_in),
        RouteEntry::page("/sign-in/link")
            .get(Anyone, sign::show_sign_in_link_request)
            .post(Anyone, sign::request_sign_in_link),
        RouteEntry::page("/sign-in/password")
            .get(Anyone, sign::show_password_link_request)
            .post(Anyone, sign::request_password_link),
        post("/sign-in/provider", Anyone, provider::start),
        RouteEntry::page("/sign-in/provider/return").get(Anyone, provider::complete),
        RouteEntry::page("/sign-up").get(Anyone, sign::show_sign_up).post(Anyone, sign::sign_up),
        post("/sign-out", Anyone, sign::sign_out),
        RouteEntry::page("/link/{token}").get(Anyone, link::show).post(Anyone, link::follow),
        RouteEntry::at("/assets/{name}").uncounted().for_own_hosts().get(Anyone, assets::show),
        RouteEntry::page(WORKER_PATH).get(Anyone, assets::worker),
    ]
}

/// Returns the routes for signed-in users.
fn account_routes() -> Vec<RouteEntry> {
    use Access::SignedIn;
    vec![
        RouteEntry::page("/account").get(SignedIn, account::show),
        RouteEntry::page("/account/new").get(SignedIn, generate::show).post(SignedIn, generate::create),
        RouteEntry::page("/account/batch").get(SignedIn, tray::show).post(SignedIn, tray::add),
        post("/account/batch/arrange", SignedIn, tray::arrange),
        post("/account/batch/start", SignedIn, tray::start),
        RouteEntry::page("/account/batch/photos/{id}/thumbnail").get(SignedIn, tray::thumbnail),
        RouteEntry::page("/account/batches").get(SignedIn, batches::list),
        RouteEntry::page("/account/batches/{id}").get(SignedIn, batches::show),
        post("/account/batches/{id}/cancel", SignedIn, batches::cancel),
        post("/account/batches/{id}/edit", SignedIn, batches::edit),
        RouteEntry::page("/account/generations").get(SignedIn, generations::list),
        RouteEntry::page("/account/generations.csv").get(SignedIn, generations::all_as_csv),
        RouteEntry::page("/account/generations.json").get(SignedIn, generations::all_as_json),
        // Before `{id}`, which would match it too.
        RouteEntry::page("/account/generations/export").get(SignedIn, exports::show),
        // `{id}.csv` comes first, since `{id}` alone would match it too.
        RouteEntry::page("/account/generations/{id}.csv").get(SignedIn, generations::one_as_csv),
        RouteEntry::page("/account/generations/{id}.json").get(SignedIn, generations::one_as_json),
        RouteEntry::page("/account/generations/{id}").get(SignedIn, generations::show),
        RouteEntry::page("/account/generations/{id}/thumbnail").get(SignedIn, generations::thumbnail),
        post("/account/generations/{id}/edit", SignedIn, edits::edit),
        post("/account/generations/{id}/judge", SignedIn, edits::judge),
        post("/account/generations/{id}/again", SignedIn, generations::again),
        post("/account/generations/{id}/correct", SignedIn, generations::correct),
        post("/account/generations/{id}/delete", SignedIn, generations::delete),
        RouteEntry::page("/account/purchases").get(SignedIn, purchases::list).post(SignedIn, purchases::buy),
        // Before `{id}`, which would match it too.
        post("/account/purchases/portal", SignedIn, purchases::portal),
        RouteEntry::page("/account/purchases/{id}").get(SignedIn, purchases::show),
        RouteEntry::page("/account/api-keys").get(SignedIn, keys::list).post(SignedIn, keys::create),
        post("/account/api-keys/{id}/rotate", SignedIn, keys::rotate),
        RouteEntry::page("/account/api-keys/{id}/revoke")
            .get(SignedIn, keys::confirm_revocation)
            .post(SignedIn, keys::revoke),
    ]
}

/// Returns the routes of a signed-in user's settings.
fn settings_routes() -> Vec<RouteEntry> {
    use Access::SignedIn;
    vec![
        RouteEntry::page("/account/settings").get(SignedIn, settings::show),
        post("/account/settings/email", SignedIn, settings::email),
        post("/account/settings/confirm", SignedIn, account::confirm_email),
        post("/account/settings/password", SignedIn, settings::password),
        post("/account/settings/preferences", SignedIn, settings::preferences),
        post("/account/settings/photos", SignedIn, settings::photos),
        post("/account/settings/provider", SignedIn, provider::start_linking),
        post("/account/settings/provider/unlink", SignedIn, settings::unlink),
        post("/account/settings/sessions/end-others", SignedIn, settings::end_others),
        post("/account/settings/sessions/{id}/end", SignedIn, settings::end_session),
        RouteEntry::page("/account/settings/export").get(SignedIn, settings::download),
        post("/account/settings/delete", SignedIn, settings::delete),
    ]
}

/// Returns the routes for administrators.
fn admin_routes() -> Vec<RouteEntry> {
    use Access::Administrator;
    vec![
        RouteEntry::page("/admin").get(Administrator, admin::accounts),
        RouteEntry::page("/admin/accounts/{id}").get(Administrator, admin::account),
        post("/admin/accounts/{id}/plan", Administrator, admin::change_plan),
        post("/admin/accounts/{id}/credits", Administrator, admin::add_credits),
        post("/admin/accounts/{id}/suspend", Administrator, admin::suspend),
        post("/admin/accounts/{id}/resume", Administrator, admin::resume),
        post("/admin/accounts/{id}/dismiss", Administrator, admin::dismiss),
        post("/admin/accounts/{id}/sign-in-link", Administrator, admin::password_link),
        post("/admin/accounts/{id}/delete", Administrator, admin::delete),
        RouteEntry::page("/admin/invitations")
            .get(Administrator, admin::invitations)
            .post(Administrator, admin::invite),
        post("/admin/invitations/{id}/withdraw", Administrator, admin::withdraw),
        RouteEntry::page("/admin/payments").get(Administrator, payments::list),
        post("/admin/payments/replay", Administrator, payments::replay),
        RouteEntry::page("/admin/payments/{id}").get(Administrator, payments::show),
        post("/admin/payments/{id}/refund", Administrator, payments::refund),
        RouteEntry::page("/admin/mail").get(Administrator, admin::mail),
        RouteEntry::page("/admin/service").get(Administrator, admin::service),
        post("/admin/service/check", Administrator, admin::check),
    ]
}

/// Returns a route that only accepts forms.
fn post<F, Args>(path: &'static str, access: Access, handler: F) -> RouteEntry
where
    F: Handler<Args> + Send + Sync,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    RouteEntry::page(path).post(access, handler)
}
