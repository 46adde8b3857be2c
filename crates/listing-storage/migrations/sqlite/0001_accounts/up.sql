CREATE TABLE account (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    email      TEXT    NOT NULL UNIQUE,
    plan       TEXT    NOT NULL CHECK (plan IN ('free', 'pro_monthly', 'pro_annual')),
    created_at INTEGER NOT NULL
) STRICT;

-- A key's text is stored nowhere: the digest finds it, the hint lets its owner recognise it.
CREATE TABLE api_key (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account      TEXT    NOT NULL REFERENCES account (id),
    digest       BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    hint         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;

CREATE INDEX api_key_account ON api_key (account, created_at);
