//! Heads: layers that tell goods apart on the classifier's features, trained and tested.

mod command;
mod cross;
pub(crate) mod features;
pub(crate) mod figures;
mod fit;
pub(crate) mod labels;
mod photo;
pub(crate) mod report;
pub(crate) mod training;

pub(crate) use command::{TrainHeadArgs, VIEWS, run};
