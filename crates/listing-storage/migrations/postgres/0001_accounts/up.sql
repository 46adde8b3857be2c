-- One that was deleted has no e-mail any more; its row stays, because the books refer to it.
CREATE TABLE account (
    id           TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    email        TEXT   COLLATE "C" UNIQUE,
    created_at   BIGINT NOT NULL,
    suspended_at BIGINT,
    deleted_at   BIGINT,
    CHECK ((email IS NULL) = (deleted_at IS NOT NULL))
);

-- Which plan an account is on, and by what; the free plan where there is nothing. Two of an account never overlap:
-- whoever adds one ends the others first, under the account's lock.
CREATE TABLE entitlement (
    account TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    plan    TEXT   COLLATE "C" NOT NULL CHECK (plan IN ('pro_monthly', 'pro_annual')),
    starts  BIGINT NOT NULL,
    ends    BIGINT CHECK (ends > starts),
    source  TEXT   COLLATE "C" NOT NULL CHECK (source <> ''),
    PRIMARY KEY (account, starts)
);

CREATE UNIQUE INDEX entitlement_without_end ON entitlement (account) WHERE ends IS NULL;

-- A key's text is stored nowhere: the digest finds it, the hint and the name let its owner recognise it. A moment of
-- revocation may lie ahead: another key has taken its place, and both open until then.
CREATE TABLE api_key (
    id           TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account      TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    digest       BYTEA  NOT NULL UNIQUE CHECK (length(digest) = 32),
    hint         TEXT   COLLATE "C" NOT NULL,
    name         TEXT   COLLATE "C" NOT NULL,
    scopes       TEXT   COLLATE "C" NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at   BIGINT,
    revoked_at   BIGINT
);

CREATE INDEX api_key_account ON api_key (account, created_at);
