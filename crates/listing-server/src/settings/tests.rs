use super::*;

fn from_toml(text: &str) -> Result<Settings> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("ptl.toml");
    std::fs::write(&file, text)?;
    Settings::load(Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() }, Some(&file))
}

#[test]
fn defaults_have_the_documented_limits_and_listen_on_loopback() {
    let settings = from_toml("").unwrap();
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.rates, RatePolicy { free: 10, pro: 60, anonymous: 60, pages: 240 });
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
fn every_timeout_and_limit_can_be_set() {
    let settings = from_toml(
        "header_timeout_seconds = 2\nkeep_alive_seconds = 61\nreadiness_timeout_milliseconds = 900\n\
         shutdown_timeout_seconds = 9\nshutdown_delay_seconds = 4\nworkers = 3\nvision_threads = 2\n\
         body_timeout_seconds = 30\nbody_start_seconds = 7\nbody_bytes_per_second = 1000\n\
         database_connections = 20\ndatabase_turn_seconds = 6\ndatabase_connection_seconds = 3\n\
         database_lock_seconds = 4\ndatabase_statement_seconds = 8\nredis_timeout_milliseconds = 70\n\
         max_photo_side_pixels = 4000\nmax_photo_memory_mib = 64\ncors_origins = \"*\"",
    )
    .unwrap();
    let seconds = Duration::from_secs;
    let http = settings.http;
    assert_eq!((http.header_timeout, http.keep_alive), (seconds(2), seconds(61)));
    assert_eq!(http.readiness_timeout, Duration::from_millis(900));
    assert_eq!((http.body_max, http.body_base, http.body_bytes_per_second), (seconds(30), seconds(7), 1_000));
    assert_eq!((settings.shutdown_timeout, settings.shutdown_delay), (seconds(9), seconds(4)));
    let threads = [settings.workers, settings.vision_threads].map(|count| count.map(NonZeroUsize::get));
    assert_eq!(threads, [Some(3), Some(2)]);
    let database = DatabaseLimits {
        connections: Some(20),
        turn: Some(seconds(6)),
        connection: Some(seconds(3)),
        lock: Some(seconds(4)),
        statement: Some(seconds(8)),
    };
    assert_eq!(settings.database, database);
    assert_eq!(settings.redis_timeout, Some(Duration::from_millis(70)));
    assert_eq!((settings.photos.max_side, settings.photos.max_decode_bytes), (Some(4_000), Some(64 << 20)));
    assert_eq!(settings.cors_origins, "*".parse().unwrap());
}

#[test]
fn given_settings_override_those_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ptl.toml");
    std::fs::write(&file, "rate_free_per_minute = 7\nrate_pro_per_minute = 70\nlisten = \"127.0.0.1:9\"")
        .unwrap();
    let given =
        Layer { data_dir: Some(folder.path().to_owned()), rate_free_per_minute: Some(8), ..Layer::default() };
    let settings = Settings::load(given, Some(&file)).unwrap();
    assert_eq!((settings.rates.free, settings.rates.pro), (8, 70));
    assert_eq!(settings.listen.port(), 9);
}

#[test]
fn history_settings_are_applied() {
    let settings = from_toml("max_photo_days = 0").unwrap();
    assert_eq!(settings.history.photo_limit, None);
    let settings = from_toml("max_photo_days = 90").unwrap();
    assert_eq!(settings.history.photo_limit, listing_domain::kept_photos::PhotoRetention::from_days(90).ok());
    assert!(from_toml("max_photo_days = 91").is_err());
    let settings = from_toml("history_days = 0\nhistory_thumbnails = false").unwrap();
    assert_eq!(settings.history, HistoryPolicy::days(0, false));
    assert!(from_toml("history_days = -1").is_err());
}

#[test]
fn error_names_the_invalid_setting() {
    for (text, named) in [
        ("rate_fre = 1", "rate_fre"),
        ("rate_free_per_minute = 0", "rate_free_per_minute must be at least 1"),
        ("body_memory_mib = 1", "body_memory_mib must be at least max_body_bytes"),
        ("body_share_percent = 101", "body_share_percent must be from 1 to 100"),
        ("max_queue_wait_seconds = 0", "max_queue_wait_seconds must be from 1 to 3600"),
        ("body_memory_mib = 0", "body_memory_mib must be from 1 to 1048576"),
        ("workers = 2000", "workers must be from 1 to 1024"),
        ("writer_deadline_seconds = 0", "writer_deadline_seconds must be from 1 to 3600"),
        ("writer_deadline_high_seconds = 4000", "writer_deadline_high_seconds must be from 1 to 3600"),
        ("header_timeout_seconds = 0", "header_timeout_seconds must be from 1 to 60"),
        ("keep_alive_seconds = 601", "keep_alive_seconds must be from 1 to 600"),
        ("readiness_timeout_milliseconds = 1", "readiness_timeout_milliseconds must be from 10 to 10000"),
        ("shutdown_timeout_seconds = 0", "shutdown_timeout_seconds must be from 1 to 3600"),
        ("shutdown_delay_seconds = 601", "shutdown_delay_seconds must be from 0 to 600"),
        ("body_timeout_seconds = 0", "body_timeout_seconds must be from 1 to 3600"),
        (
            "body_timeout_seconds = 20\nbody_start_seconds = 21",
            "body_start_seconds must be at most body_timeout_seconds",
        ),
        ("body_bytes_per_second = 0", "body_bytes_per_second must be at least 1"),
        ("database_connections = 0", "database_connections must be from 1 to 1000"),
        ("database_turn_seconds = 31", "database_turn_seconds must be from 1 to 30"),
        ("database_connection_seconds = 0", "database_connection_seconds must be from 1 to 30"),
        ("database_lock_seconds = 0", "database_lock_seconds must be from 1 to 30"),
        ("database_statement_seconds = 61", "database_statement_seconds must be from 1 to 60"),
        (
            "database_lock_seconds = 9\ndatabase_statement_seconds = 8",
            "database_lock_seconds must be at most database_statement_seconds",
        ),
        ("redis_timeout_milliseconds = 0", "redis_timeout_milliseconds must be from 1 to 5000"),
        ("max_photo_side_pixels = 0", "max_photo_side_pixels must be from 1 to 100000"),
        ("max_photo_memory_mib = 0", "max_photo_memory_mib must be from 1 to 16384"),
        (
            "cors_origins = \"https://shop.example.com/\"",
            "cors_origins must be *, or origins such as https://shop.example.com",
        ),
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
        ("ai_daily_cap_dollars = 1.0\n[openai]\nmodel = \"m\"\napi_key = \"k\"", "the price of openai_model"),
        ("ai_daily_cap_dollars = -1.0", "ai_daily_cap_dollars: must be dollars"),
        ("[marketplaces.ebuy]\ntitle_max = 80", "ebuy"),
        ("[marketplaces.ebay]\ntitle_max = 0", "title_max"),
        ("[marketplaces.ebay.conditions.shiny]\nen = \"Shiny\"", "shiny"),
    ] {
        let message = format!("{:#}", from_toml(text).unwrap_err());
        assert!(message.contains(named), "{text}: {message}");
    }
}

/// Every setting is in use, so that each is checked.
const EVERYTHING: &str = r#"
    ai_provider = "openai,anthropic,gemini,ollama"
    ai_daily_cap_dollars = 1
    exchange_rates = "ecb"
    [openai]
    model = "a"
    api_key = "k"
    [anthropic]
    model = "a"
    api_key = "k"
    [gemini]
    model = "a"
    api_key = "k"
    [ollama]
    model = "a"
    [prices.a]
    input = 1
    output = 1
    [ebay]
    client_id = "a"
    client_secret = "k"
    [etsy]
    api_key = "k"
    [smtp]
    host = "mail.example.com"
    from = "a@example.com"
    user = "a"
    password = "k"
    [oidc]
    issuer = "https://id.example.com"
    client_id = "a"
    client_secret = "k"
    [stripe]
    api_key = "sk_test_1"
    webhook_secrets = "whsec_1"
    pack_price = "9.00 EUR,9.90 USD"
"#;

/// Most settings refuse them, and no error may repeat them.
const CANARIES: [&str; 8] = [
    "canary-7f3a",
    "/canary-7f3a",
    "https://canary-7f3a:x y@example.com",
    "http://canary-7f3a.example.com/?canary",
    "https://example.com/#canary-7f3a",
    "canary:7f3a@example.com",
    "canary,canary",
    "canary-7f3a\u{7}",
];

#[test]
fn error_never_repeats_a_refused_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ptl.toml");
    std::fs::write(&file, EVERYTHING).unwrap();
    // Only a trusted file may have the address for a secret from a flag.
    let file = SettingsFile { is_machines: true, ..SettingsFile::read(&file).unwrap() };
    let data_dir = || Some(folder.path().to_owned());
    let load = |flags: Layer| {
        let flags = flags.merge_over(Layer { data_dir: data_dir(), ..Layer::default() });
        Settings::from_layers(Layers { flags, file: file.clone(), ..Layers::default() })
    };
    load(Layer::default()).expect("the settings are valid without the canaries");
    let arguments = Layer::arguments();
    let secrets = given::SECRETS.iter().map(|secret| secret.id);
    let all = arguments.iter().map(|arg| arg.get_id().as_str()).chain(secrets);
    let mut refused = std::collections::BTreeSet::new();
    for id in all {
        for canary in CANARIES {
            let values = [(id.to_owned(), canary.to_owned())];
            let Err(error) = Layer::from_values(&values, given::variable).and_then(&load) else { continue };
            let message = format!("{error:#}");
            let named = message.contains(id) || message.contains(&given::variable(id));
            assert!(named && !message.contains("canary"), "{id} = {canary:?}: {message}");
            refused.insert(id);
        }
    }
    for checked in ["openai_api_key_file", "openai_base_url", "openai_model", "extra_hosts", "oidc_issuer"] {
        assert!(refused.contains(checked), "no value of {checked} was refused");
    }
}

#[test]
fn error_never_repeats_a_value_of_a_table() {
    for text in [
        "[marketplaces.ebay]\ncurrency = \"canary\"",
        "[marketplaces.ebay.conditions.new]\nen = \"canary\\ncanary\"",
        "[marketplaces.ebay.categories.coat]\nen = \" canary\"",
        "[openai]\nmodel = \"canary\"\napi_key = \"k\"\n[prices.canary]\ninput = -1\noutput = 1",
        "ai_daily_cap_dollars = 1\n[openai]\nmodel = \"canary\"\napi_key = \"k\"",
    ] {
        let message = format!("{:#}", from_toml(text).unwrap_err());
        assert!(!message.contains("canary"), "{text}: {message}");
    }
    let message = format!("{:#}", from_toml("[marketplaces.ebay]\ncurrency = \"x\"").unwrap_err());
    assert!(message.starts_with("marketplaces: ebay: currency must be one of"), "{message}");
}

#[test]
fn error_names_the_invalid_market_setting() {
    for (text, named) in [
        ("market = \"DE\"", "market must be one of FR, GB, US"),
        ("market_timeout_seconds = 0", "market_timeout_seconds must be from 1 to 60"),
        ("market_cache_minutes = 1441", "market_cache_minutes must be from 0 to 1440"),
        ("[ebay]\nclient_id = \"a\"", "ebay_client_secret must be set"),
        ("[ebay]\nclient_secret = \"k\"", "ebay_client_id must be set"),
        ("[ebay]\nclient_id = \"a:b\"\nclient_secret = \"k\"", "ebay_client_id is not accepted"),
        ("[ebay]\ninsights = true", "ebay_insights needs ebay_client_id"),
        (
            "[ebay]\nclient_id = \"a\"\nclient_secret = \"k\"\ncalls_per_day = 0",
            "ebay_calls_per_day must be from 1",
        ),
        (
            "[ebay]\nclient_id = \"a\"\nclient_secret = \"k\"\nbase_url = \"http://10.0.0.1\"",
            "ebay_base_url: must begin with https",
        ),
        ("[etsy]\napi_key = \"k\"\ncalls_per_second = 0", "etsy_calls_per_second must be from 1"),
        ("exchange_rates = \"mine\"", "exchange_rates must be builtin or ecb"),
        (
            "exchange_rates = \"ecb\"\nexchange_rates_url = \"http://rates.example\"",
            "exchange_rates_url: must begin with https",
        ),
    ] {
        let message = format!("{:#}", from_toml(text).unwrap_err());
        assert!(message.contains(named), "{text}: {message}");
    }
}

#[test]
fn error_names_the_invalid_web_setting() {
    for (text, named) in [
        ("registration = \"all\"", "registration"),
        ("public_url = \"https://ptl.example.com/app\"", "public_url must be an address"),
        ("session_days = 0", "session_days must be from 1"),
        ("[smtp]\nuser = \"a\"", "smtp_host must be set"),
        ("[smtp]\nhost = \"h\"", "smtp_from must be set"),
        ("[smtp]\nhost = \"h\"\nfrom = \"a@b.example\"\nuser = \"u\"", "smtp_user and smtp_password"),
        ("[smtp]\nhost = \"h\"\nencryption = \"ssl\"", "smtp_encryption must be"),
        ("[oidc]\nclient_id = \"a\"", "oidc_issuer must be set"),
        ("[oidc]\nissuer = \"https://id.example.com\"", "oidc_client_id must be set"),
    ] {
        let message = format!("{:#}", from_toml(text).map(|_| ()).unwrap_err());
        assert!(message.contains(named), "{text}: {message}");
    }
}

#[test]
fn ai_services_are_configured_by_their_names() {
    let settings = from_toml(
        "ai_provider = \"anthropic,embedded\"\nai_daily_cap_dollars = 2.5\n\
         [anthropic]\nmodel = \"sonnet\"\napi_key = \"canary\"\ntimeout_seconds = 9\nimage_detail = \"low\"\n\
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
fn market_data_sources_are_configured_by_their_names() {
    use listing_domain::locale::Market;
    let market = from_toml("").unwrap().market;
    assert_eq!((market.sold_in, market.timeout), (None, Duration::from_secs(4)));
    assert_eq!(market.cache_time, Duration::from_hours(4));
    assert!(
        market.ebay.is_none() && market.etsy.is_none() && market.ecb.is_none(),
        "no source is used by default"
    );
    let market = from_toml(
        "market = \"gb\"\nmarket_timeout_seconds = 7\nmarket_cache_minutes = 0\n\
         exchange_rates = \"ecb\"\n\
         [ebay]\nclient_id = \"app\"\nclient_secret = \"canary\"\ninsights = true\n\
         [etsy]\napi_key = \"canary\"\ncalls_per_day = 9\nbase_url = \"http://127.0.0.1:1/v3\"",
    );
    let market = market.unwrap().market;
    assert_eq!((market.sold_in, market.timeout), (Some(Market::UnitedKingdom), Duration::from_secs(7)));
    assert_eq!(market.cache_time, Duration::ZERO);
    let ebay = market.ebay.as_ref().unwrap();
    assert_eq!((ebay.account.base_url.host(), ebay.has_insights), ("api.ebay.com", true));
    assert_eq!((ebay.limits.per_second, ebay.limits.per_day), (5, 5_000));
    let etsy = market.etsy.as_ref().unwrap();
    assert_eq!((etsy.base_url.host(), etsy.limits.per_second, etsy.limits.per_day), ("127.0.0.1", 10, 9));
    assert_eq!(market.ecb.as_ref().unwrap().base_url.host(), "www.ecb.europa.eu");
    assert!(!format!("{market:?}").contains("canary"));
}

#[test]
fn a_key_in_the_environment_overrides_one_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, key_file) = (folder.path().join("ptl.toml"), folder.path().join("key"));
    std::fs::write(&key_file, "from-a-file\n").unwrap();
    let text = format!("[openai]\nmodel = \"m\"\napi_key_file = {:?}", key_file.to_str().unwrap());
    std::fs::write(&file, text).unwrap();
    let load = |variable: &dyn Fn(&str) -> Option<String>| {
        let flags = Layer { data_dir: Some(folder.path().to_owned()), ..Layer::default() };
        let name = "PTL_OPENAI_API_KEY";
        let variables = variable(name).map(|value| (name.into(), value.into()));
        let environment = Environment::read(variables)?;
        let file = SettingsFile::read(&file)?;
        Settings::from_layers(Layers { flags, environment, file }).map(|settings| settings.ai)
    };
    assert!(load(&|_| None).unwrap().service(ServiceName::OpenAi).unwrap().model.api_key.is_some());
    let by_name = |name: &str| (name == "PTL_OPENAI_API_KEY").then(|| "from-a-variable".to_owned());
    assert!(load(&by_name).unwrap().service(ServiceName::OpenAi).unwrap().model.api_key.is_some());
    std::fs::remove_file(&key_file).unwrap();
    assert!(load(&by_name).is_ok(), "the key file of the settings file was read");
    assert!(load(&|_| None).is_err());
}

#[test]
fn a_marketplaces_facts_can_be_overridden() {
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
        ("postgres://ptl:canary", "postgres://…"),
        ("postgres://ptl:canary/ptl", "postgres://…/ptl"),
        ("postgres://ptl:can/ary@db.example.com/ptl", "postgres://…@db.example.com/ptl"),
        ("postgres://[::1]:5432/ptl", "postgres://[::1]:5432/ptl"),
        ("redis://:canary@cache.example.com:6379/0", "redis://…@cache.example.com:6379/0"),
        ("redis://cache.example.com?password=canary", "redis://cache.example.com"),
        ("ptl:canary@db.example.com/ptl", "…"),
        ("host=db user=ptl password=canary dbname=ptl", "…"),
        ("password=canary options='-c a=b://c'", "…"),
        ("/data/a=b.db", "/data/a=b.db"),
        ("ptl.db", "ptl.db"),
        ("/data/ptl@home.db", "/data/ptl@home.db"),
    ] {
        let url = DatabaseUrl(address.to_owned());
        assert_eq!(url.to_string(), shown);
        assert!(!format!("{url:?}").contains("canary"), "{url:?}");
    }
}

#[test]
fn unencrypted_public_addresses_cause_a_warning() {
    let warning = |public_url: &str, listen: &str| {
        let settings = from_toml(&format!("public_url = {public_url:?}\nlisten = {listen:?}")).unwrap();
        settings.web.warning(settings.listen)
    };
    for (public_url, listen) in [
        ("", "127.0.0.1:8080"),
        ("", "[::1]:8080"),
        ("https://ptl.example.com", "0.0.0.0:8080"),
        ("http://localhost:8080", "0.0.0.0:8080"),
        ("http://127.0.0.1", "127.0.0.1:80"),
    ] {
        assert_eq!(warning(public_url, listen), None, "{public_url} {listen}");
    }
    for (public_url, listen) in [
        ("", "0.0.0.0:8080"),
        ("", "[::]:8080"),
        ("", "192.168.1.7:8080"),
        ("http://192.168.1.7:8080", "0.0.0.0:8080"),
        ("http://ptl.lan", "127.0.0.1:8080"),
    ] {
        let message = warning(public_url, listen).unwrap();
        assert!(message.contains("PTL_PUBLIC_URL") && message.contains("https"), "{message}");
    }
    let off = from_toml("web = false\nlisten = \"0.0.0.0:8080\"").unwrap();
    assert_eq!(
        off.web.warning(off.listen),
        None,
        "a service without the web app has no sign-in to warn about"
    );
}
