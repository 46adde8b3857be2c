//! Trains heads: small layers that recognize goods from the classifier's features.

mod command;
mod cross;
mod discriminant;
pub(crate) mod features;
pub(crate) mod figures;
mod fit;
pub(crate) mod labels;
mod photo;
mod regression;
pub(crate) mod report;
pub(crate) mod training;
mod vectors;

pub(crate) use command::{TrainHeadArgs, VIEWS, run};
