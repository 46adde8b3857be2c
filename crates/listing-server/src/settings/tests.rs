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
    assert_eq!(settings.history, HistoryPolicy::days(30, true));
    assert_eq!(settings.ai.providers, Providers::Auto);
    assert!(settings.ai.services.is_empty());
    assert!(settings.database_url.reveal().ends_with("ptl.db"));
}

#[test]
fn one_account_may_always_send_the_largest_body() {
    for (text, percent) in [("", 25), ("body_memory_mib = 100", 55), ("body_memory_mib = 55", 99)] {
        let settings = from_toml(text).unwrap();
        assert_eq!(settings.admission.body_share_percent, percent, "{text}");
        assert!(settings.admission.body_share() >= settings.http.max_body_bytes, "{text}");
    }
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
fn the_history_is_as_long_as_is_said() {
    let settings = from_toml("history_days = 0\nhistory_thumbnails = false").unwrap();
    assert_eq!(settings.history, HistoryPolicy::days(0, false));
    assert!(from_toml("history_days = -1").is_err());
}

#[test]
fn what_is_wrong_is_named() {
    for (text, named) in [
        ("rate_fre = 1", "rate_fre"),
        ("rate_free = 0", "rate_free must be at least 1"),
        ("concurrency_free = 0", "concurrency_free must be at least 1"),
        ("body_memory_mib = 1", "body_memory_mib must hold the largest body"),
        ("body_share_percent = 101", "body_share_percent must be from 1 to 100"),
        ("longest_wait = 0", "longest_wait must be at least 1"),
        ("listen = \"nowhere\"", "listen"),
        ("ai_provider = \"oracle\"", "embedded"),
        ("ai_provider = \"embedded,embedded\"", "ai_provider: has embedded twice"),
        ("ai_provider = \"openai\"", "openai_api_key must be set"),
        ("[openai]\napi_key = \"k\"", "openai_model must be set"),
        (
            "[openai]\nmodel = \"m\"\nbase_url = \"http://10.0.0.1\"\napi_key = \"k\"",
            "openai_base_url: must begin with https",
        ),
        (
            "[gemini]\nmodel = \"m\"\napi_key = \"k\"\nstructured_mode = \"xml\"",
            "gemini_structured_mode: must be one of json_schema",
        ),
        ("[ollama]\nmodel = \"m\"\nconcurrency = 0", "ollama_concurrency must be at least 1"),
        ("ai_daily_cap = 1.0\n[openai]\nmodel = \"m\"\napi_key = \"k\"", "what m costs"),
        ("ai_daily_cap = -1.0", "ai_daily_cap: must be dollars"),
        ("[marketplaces.ebuy]\ntitle_max = 80", "ebuy"),
        ("[marketplaces.ebay]\ntitle_max = 0", "title_max"),
        ("[marketplaces.ebay.conditions.shiny]\nen = \"Shiny\"", "shiny"),
    ] {
        let told = format!("{:#}", from_toml(text).unwrap_err());
        assert!(told.contains(named), "{text}: {told}");
    }
}

#[test]
fn services_are_set_by_their_names() {
    let settings = from_toml(
        "ai_provider = \"anthropic,embedded\"\nai_daily_cap = 2.5\n\
         [anthropic]\nmodel = \"sonnet\"\napi_key = \"canary\"\ntimeout = 9\nimage_detail = \"low\"\n\
         [ollama]\nmodel = \"llava\"\n\
         [prices.sonnet]\ninput = 3\noutput = 15.25",
    );
    let ai = settings.unwrap().ai;
    let chain = vec![Provider::Service(ServiceName::Anthropic), Provider::Embedded];
    assert_eq!(ai.providers, Providers::Chain(chain));
    assert_eq!(ai.daily_cap.unwrap().to_string(), "2.500000");
    let anthropic = ai.service(ServiceName::Anthropic).unwrap();
    assert_eq!((anthropic.model.base_url.host(), anthropic.concurrency), ("api.anthropic.com", 8));
    assert_eq!(anthropic.model.timeout, Some(Duration::from_secs(9)));
    assert_eq!(anthropic.model.price.unwrap().output.to_string(), "15.250000");
    let ollama = ai.service(ServiceName::Ollama).unwrap();
    assert_eq!((ollama.model.base_url.host(), ollama.concurrency), ("127.0.0.1", 2));
    assert!(!format!("{ai:?}").contains("canary"));
}

#[test]
fn a_key_of_the_environment_goes_before_one_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, key_file) = (folder.path().join("ptl.toml"), folder.path().join("key"));
    std::fs::write(&key_file, "from-a-file\n").unwrap();
    let text = format!("[openai]\nmodel = \"m\"\napi_key_file = {:?}", key_file.to_str().unwrap());
    std::fs::write(&file, text).unwrap();
    let load = |variable: &dyn Fn(&str) -> Option<String>| {
        let layer = Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() };
        Settings::load(layer.with_keys(variable), Some(&file)).map(|settings| settings.ai)
    };
    assert!(load(&|_| None).unwrap().service(ServiceName::OpenAi).unwrap().model.api_key.is_some());
    let by_name = |name: &str| (name == "PTL_OPENAI_API_KEY").then(|| "from-a-variable".to_owned());
    assert!(load(&by_name).unwrap().service(ServiceName::OpenAi).unwrap().model.api_key.is_some());
    std::fs::remove_file(&key_file).unwrap();
    assert!(load(&by_name).is_ok(), "the file is not read");
    assert!(load(&|_| None).is_err());
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
