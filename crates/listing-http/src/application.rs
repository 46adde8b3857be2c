//! What is served, as all that serve it share it.

use std::sync::Arc;

use crate::edge::Edge;
use crate::operator::operator_routes;
use crate::refusals::Refusals;
use crate::route::{ErrorPage, Face, RouteTable};

/// What is served: the edge, and behind it all faces.
pub(crate) struct Application {
    pub(crate) edge: Edge,
    pub(crate) routes: RouteTable,
    pub(crate) refusals: Arc<Refusals>,
    pub(crate) faces: Vec<Face>,
    /// Where to look instead of a path where nothing is.
    pub(crate) guide: String,
    /// How people are told of errors, if any face does that.
    pub(crate) error_page: Option<ErrorPage>,
}

impl Application {
    /// The edge and its faces, with the routes of all of them.
    pub(crate) fn new(edge: Edge, mut faces: Vec<Face>) -> Self {
        faces.push(Face::of(operator_routes()));
        let routes = RouteTable::new(faces.iter().flat_map(|face| face.routes.iter().cloned()));
        let guide = guide(&faces);
        let error_page = faces.iter().find_map(|face| face.error_page.clone());
        let refusals = Arc::default();
        Self { edge, routes, refusals, faces, guide, error_page }
    }
}

/// Where all faces say to look, one behind the other.
fn guide(faces: &[Face]) -> String {
    let guides: Vec<&str> = faces.iter().map(|face| face.guide).filter(|guide| !guide.is_empty()).collect();
    guides.join("; ")
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;

    use super::*;
    use crate::error::ApiError;

    #[test]
    fn the_faces_say_where_to_look_and_the_edge_knows_nothing_by_itself() {
        let of = |guide| Face { guide, ..Face::of(Vec::new()) };
        let said = |faces: &[Face]| ApiError::not_found(&guide(faces)).to_string();
        assert_eq!(said(&[of("")]), "There is nothing here");
        assert_eq!(
            said(&[of("pages at /"), of(""), of("calls at /api")]),
            "There is nothing here: pages at /; calls at /api"
        );
        assert_eq!(ApiError::not_found("").status_code(), 404);
    }
}
