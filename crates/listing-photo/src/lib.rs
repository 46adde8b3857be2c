//! Photo.
