CREATE TABLE account (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    email      TEXT   COLLATE "C" NOT NULL UNIQUE,
    plan       TEXT   COLLATE "C" NOT NULL CHECK (plan IN ('free', 'pro_monthly', 'pro_annual')),
    created_at BIGINT NOT NULL
);

-- A key's text is stored nowhere: the digest finds it, the hint lets its owner recognise it.
CREATE TABLE api_key (
    id           TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account      TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    digest       BYTEA  NOT NULL UNIQUE CHECK (length(digest) = 32),
    hint         TEXT   COLLATE "C" NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT
);

CREATE INDEX api_key_account ON api_key (account, created_at);
