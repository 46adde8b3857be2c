//! Every operation that the description names, with every wrong key.

use serde_json::Value;

use crate::support::TestServer;

/// Method and path of every operation under `paths`.
fn operations() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&listing_rest::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = |(path, item): (&String, &Value)| {
        let methods: Vec<_> =
            item.as_object().unwrap().keys().map(|it| (it.to_uppercase(), path.clone())).collect();
        methods
    };
    paths.iter().flat_map(methods).collect()
}

#[tokio::test]
async fn no_operation_is_open_to_a_wrong_key() {
    let server = TestServer::start().await;
    let operations = operations();
    assert_eq!(operations.len(), 2, "{operations:?}");
    let wrong = [
        String::new(),
        "x-api-key: \r\n".to_owned(),
        "x-api-key: ptl_\r\n".to_owned(),
        format!("x-api-key: ptl_{}\r\n", "0".repeat(64)),
        format!("x-api-key: {}0\r\n", server.key),
        format!("x-api-key: {}\r\n", &server.key[..67]),
        format!("x-api-key: {}\r\n", server.key.replacen("ptl_", "PTL_", 1)),
        format!("authorization: Bearer {}\r\n", server.key),
        format!("x-api-key: ptl_{}\r\nx-api-key: {}\r\n", "0".repeat(64), server.key),
    ];
    for (method, path) in &operations {
        for header in &wrong {
            let request =
                format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{header}content-length: 0\r\n\r\n");
            let answer = server.send(&request).await;
            answer.assert_error(401);
            assert!(answer.body.contains("include the X-API-Key header"), "{answer:?}");
        }
    }
}
