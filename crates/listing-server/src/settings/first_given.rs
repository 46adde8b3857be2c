//! Merges one layer of settings over another.

/// Builds a layer from the first one's settings, else the second's, and some merged already. A
/// missing setting is a compile error.
macro_rules! first_given {
    ($first:ident or $second:ident: $($setting:ident)+; $($laid:ident)+) => {
        Self { $($setting: $first.$setting.or($second.$setting),)+ $($laid,)+ }
    };
}
pub(super) use first_given;
