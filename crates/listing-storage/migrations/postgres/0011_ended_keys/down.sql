DROP INDEX api_key_expired;
DROP INDEX api_key_revoked;
