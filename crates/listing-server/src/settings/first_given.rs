//! Laying one layer of settings over another.

/// The layer whose settings are those of the first one where it has them, else of the
/// second, and in the end some that are laid already. It names every setting, or does not
/// compile.
macro_rules! first_given {
    ($first:ident or $second:ident: $($setting:ident)+; $($laid:ident)+) => {
        Self { $($setting: $first.$setting.or($second.$setting),)+ $($laid,)+ }
    };
}
pub(super) use first_given;
