-- What was generated, stored in one step with its charge: what went out, and how the account stood then. No photo is
-- kept but a thumbnail. A row that is not listed is there for its idempotency key alone. Nothing refers to it by a
-- foreign key, because rows are dropped in bulk when their time is over.
CREATE TABLE generation (
    id                TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account           TEXT    NOT NULL,
    reservation       TEXT    NOT NULL REFERENCES reservation (id),
    created_at        INTEGER NOT NULL,
    platforms         TEXT    NOT NULL CHECK (platforms <> ''),
    language          TEXT    NOT NULL,
    tone              TEXT    NOT NULL,
    quality           TEXT    NOT NULL,
    data              BLOB    NOT NULL,
    plan              TEXT    NOT NULL,
    free_used         INTEGER NOT NULL CHECK (free_used >= 0),
    free_limit        INTEGER NOT NULL CHECK (free_limit >= 0),
    credits_remaining INTEGER NOT NULL CHECK (credits_remaining >= 0),
    thumbnail         BLOB    CHECK (length(thumbnail) <= 20000),
    is_listed         INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
    CHECK (is_listed = 1 OR thumbnail IS NULL)
) STRICT;

-- Each charge has one. It holds all that the check of the books needs, so that this reads no listing.
CREATE UNIQUE INDEX generation_reservation ON generation (reservation, account);
-- An account's history, newest first.
CREATE INDEX generation_history ON generation (account, created_at, id) WHERE is_listed = 1;
-- What is dropped when its time is over: of histories, and of keys that were answered.
CREATE INDEX generation_listed ON generation (created_at) WHERE is_listed = 1;
CREATE INDEX generation_unlisted ON generation (created_at) WHERE is_listed = 0;
