//! `cargo xtask eval`: measures recognition, grouping, label reading and listings.

mod colours;
mod grouping;
mod kinds;
mod labels;
mod listings;

use anyhow::Result;

/// Arguments of `cargo xtask eval`.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    part: Part,
}

/// The parts that can be measured.
#[derive(Debug, clap::Subcommand)]
enum Part {
    /// Listings of the release binary: share of sentences with a fact, words lost and added, grades changed
    Listings(listings::ListingsArgs),
    /// Kinds of goods, in photos by people whose photos were not in the training set
    Kinds(kinds::KindsArgs),
    /// Colors and patterns, in photos labeled by eye
    Colours(colours::ColoursArgs),
    /// Photos in the right pile, in generated photos of garments
    Grouping(grouping::GroupingArgs),
    /// Lines of labels read correctly, in generated photos of labels
    Labels(labels::LabelsArgs),
}

pub(crate) fn run(args: &EvalArgs) -> Result<()> {
    match &args.part {
        Part::Listings(args) => listings::run(args),
        Part::Kinds(args) => kinds::run(args),
        Part::Colours(args) => colours::run(args),
        Part::Grouping(args) => grouping::run(args),
        Part::Labels(args) => labels::run(args),
    }
}
