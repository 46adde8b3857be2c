//! Text that is fit for a marketplace: cutting, cleaning, hashtags.
