-- One that was deleted has no e-mail any more; its row stays, because the books refer to it.
CREATE TABLE account (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    email        TEXT    UNIQUE,
    created_at   INTEGER NOT NULL,
    suspended_at INTEGER,
    deleted_at   INTEGER,
    CHECK ((email IS NULL) = (deleted_at IS NOT NULL))
) STRICT;

-- Which plan an account is on, and by what; the free plan where there is nothing. Two of an account never overlap:
-- whoever adds one ends the others first.
CREATE TABLE entitlement (
    account TEXT    NOT NULL REFERENCES account (id),
    plan    TEXT    NOT NULL CHECK (plan = 'pro_monthly' OR plan = 'pro_annual'),
    starts  INTEGER NOT NULL,
    ends    INTEGER CHECK (ends > starts),
    source  TEXT    NOT NULL CHECK (source <> ''),
    PRIMARY KEY (account, starts)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entitlement_without_end ON entitlement (account) WHERE ends IS NULL;

-- A key's text is stored nowhere: the digest finds it, the hint and the name let its owner recognise it. A moment of
-- revocation may lie ahead: another key has taken its place, and both open until then.
CREATE TABLE api_key (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account      TEXT    NOT NULL REFERENCES account (id),
    digest       BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    hint         TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    scopes       TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at   INTEGER,
    revoked_at   INTEGER
) STRICT;

CREATE INDEX api_key_account ON api_key (account, created_at);
