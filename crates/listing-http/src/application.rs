//! The served application, shared by all workers.

use std::sync::Arc;

use crate::edge::Edge;
use crate::operator::operator_routes;
use crate::refusals::Refusals;
use crate::route::{ErrorPage, RouteGroup, RouteTable};

pub(crate) struct Application {
    pub(crate) edge: Edge,
    pub(crate) routes: RouteTable,
    pub(crate) refusals: Arc<Refusals>,
    pub(crate) route_groups: Vec<RouteGroup>,
    /// The hint in answers for paths that do not exist.
    pub(crate) guide: String,
    pub(crate) error_page: Option<ErrorPage>,
}

impl Application {
    pub(crate) fn new(edge: Edge, mut route_groups: Vec<RouteGroup>) -> Self {
        route_groups.push(RouteGroup::of(operator_routes()));
        let routes = RouteTable::new(route_groups.iter().flat_map(|group| group.routes.iter().cloned()));
        let guide = guide(&route_groups);
        let error_page = route_groups.iter().find_map(|group| group.error_page.clone());
        let refusals = Arc::default();
        Self { edge, routes, refusals, route_groups, guide, error_page }
    }
}

fn guide(route_groups: &[RouteGroup]) -> String {
    let guides: Vec<&str> =
        route_groups.iter().map(|group| group.guide).filter(|guide| !guide.is_empty()).collect();
    guides.join("; ")
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;
    use crate::error::ApiError;

    #[test]
    fn a_404_lists_the_guides_of_the_route_groups() {
        let group = |guide| RouteGroup { guide, ..RouteGroup::of(Vec::new()) };
        let message = |route_groups: &[RouteGroup]| ApiError::not_found(&guide(route_groups)).to_string();
        assert_eq!(message(&[group("")]), "Not found");
        assert_eq!(
            message(&[group("pages at /"), group(""), group("calls at /api")]),
            "Not found: pages at /; calls at /api"
        );
        assert_eq!(ApiError::not_found("").status_code(), 404);
    }
}
