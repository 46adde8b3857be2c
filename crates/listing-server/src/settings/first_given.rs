/// Each setting of the first layer, or of the second if missing. Settings after the semicolon are already
/// merged. Leaving out a setting is a compile error.
macro_rules! first_given {
    ($first:ident or $second:ident: $($setting:ident)+; $($laid:ident)+) => {
        Self { $($setting: $first.$setting.or($second.$setting),)+ $($laid,)+ }
    };
}
pub(super) use first_given;
