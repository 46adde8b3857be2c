//! Schemas of closed lists.

/// Declares a schema with the codes of a closed list, and a test that compares the two.
macro_rules! codes {
    ($(#[$meta:meta])* $name:ident of $list:ty { $($code:ident),+ $(,)? }, such as $example:literal, tested by $test:ident) => {
        $(#[$meta])*
        #[derive(ToSchema)]
        #[schema(rename_all = "snake_case", example = $example)]
        #[expect(dead_code, reason = "describes the field only")]
        enum $name { $($code),+ }

        #[cfg(test)]
        #[test]
        fn $test() {
            use utoipa::PartialSchema as _;
            let schema = serde_json::to_value($name::schema()).unwrap();
            let codes: Vec<_> = <$list>::ALL.iter().map(|value| value.code()).collect();
            assert_eq!(schema["enum"], serde_json::json!(codes));
        }
    };
}
pub(crate) use codes;
