-- The sweep finds keys that ended long ago.
CREATE INDEX api_key_revoked ON api_key (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX api_key_expired ON api_key (expires_at) WHERE expires_at IS NOT NULL;
