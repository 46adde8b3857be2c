use super::*;

fn from_toml(text: &str) -> Result<Settings> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("ptl.toml");
    std::fs::write(&file, text)?;
    Settings::load(Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() }, Some(&file))
}

#[test]
fn the_defaults_are_the_contracts_and_loopback() {
    let settings = from_toml("").unwrap();
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.rates, RatePolicy { free: 10, pro: 60, anonymous: 60 });
    assert_eq!(settings.quota, QuotaPolicy { free_units: 3, pack_units: 20, max_active_keys: 10 });
    assert_eq!(settings.ai.providers, Providers::Auto);
    assert!(settings.ai.services.is_empty());
    assert!(settings.database_url.reveal().ends_with("ptl.db"));
}

#[test]
fn what_is_given_goes_before_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ptl.toml");
    std::fs::write(&file, "rate_free = 7\nrate_pro = 70\nlisten = \"127.0.0.1:9\"").unwrap();
    let given = Layer { data_dir: Some(folder.path().to_owned()), rate_free: Some(8), ..Layer::default() };
    let settings = Settings::load(given, Some(&file)).unwrap();
    assert_eq!((settings.rates.free, settings.rates.pro), (8, 70));
    assert_eq!(settings.listen.port(), 9);
}

#[test]
fn what_is_wrong_is_named() {
    for (text, named) in [
        ("rate_fre = 1", "rate_fre"),
        ("rate_free = 0", "rate_free must be at least 1"),
        ("concurrency_free = 0", "concurrency_free must be at least 1"),
        ("body_memory_mib = 1", "body_memory_mib must hold the largest body"),
        ("listen = \"nowhere\"", "listen"),
        ("ai_provider = \"oracle\"", "embedded"),
        ("[marketplaces.ebuy]\ntitle_max = 80", "ebuy"),
        ("[marketplaces.ebay]\ntitle_max = 0", "title_max"),
        ("[marketplaces.ebay.conditions.shiny]\nen = \"Shiny\"", "shiny"),
    ] {
        let told = format!("{:#}", from_toml(text).unwrap_err());
        assert!(told.contains(named), "{text}: {told}");
    }
}

#[test]
fn a_marketplaces_facts_can_be_mended() {
    use listing_domain::marketplace::Platform;
    let settings = from_toml("[marketplaces.selency]\ntitle_max = 90").unwrap();
    assert_eq!(settings.catalogue.marketplace(Platform::Selency).title_max(), 90);
    assert_eq!(settings.catalogue.marketplace(Platform::Leboncoin).title_max(), 50);
}

#[test]
fn a_databases_password_is_not_printed() {
    for (address, shown) in [
        ("postgres://ptl:canary@db.example.com/ptl", "postgres://…@db.example.com/ptl"),
        ("postgres://ptl:can?ary@db.example.com/ptl?sslmode=require", "postgres://…@db.example.com/ptl"),
        ("postgresql://db.example.com/ptl?user=ptl&password=canary", "postgresql://db.example.com/ptl"),
        ("sqlite:///data/what?.db", "sqlite:///data/what?.db"),
    ] {
        let url = DatabaseUrl(address.to_owned());
        assert_eq!(url.to_string(), shown);
        assert!(!format!("{url:?}").contains("canary"));
    }
}
