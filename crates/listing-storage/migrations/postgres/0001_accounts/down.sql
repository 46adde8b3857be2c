DROP TABLE api_key;
DROP TABLE account;
