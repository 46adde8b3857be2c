DROP TABLE api_key;
DROP TABLE entitlement;
DROP TABLE account;
