-- Batches of items that are generated in the background. An item's id is that of its generation.
CREATE TABLE batch (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account     TEXT COLLATE "C" NOT NULL REFERENCES account (id),
    created_at  BIGINT  NOT NULL,
    state       TEXT COLLATE "C" NOT NULL CHECK (state = 'running' OR state = 'finished' OR state = 'cancelled'),
    ended_at    BIGINT ,
    -- The last claim of an item. Accounts take turns by it.
    claimed_at  BIGINT  NOT NULL,
    request_key TEXT COLLATE "C" CHECK (request_key <> ''),
    fingerprint BYTEA   CHECK (length(fingerprint) = 32),
    CHECK ((ended_at IS NULL) = (state = 'running')),
    CHECK ((request_key IS NULL) = (fingerprint IS NULL))
);

CREATE INDEX batch_account ON batch (account, created_at, id);
CREATE UNIQUE INDEX batch_request ON batch (account, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX batch_ended ON batch (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE batch_item (
    id       TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    batch    TEXT COLLATE "C" NOT NULL REFERENCES batch (id),
    account  TEXT COLLATE "C" NOT NULL REFERENCES account (id),
    position BIGINT  NOT NULL CHECK (position >= 0),
    -- Emptied when the item ends.
    request  BYTEA   NOT NULL,
    sku      TEXT,
    state    TEXT COLLATE "C" NOT NULL CHECK (state = 'waiting' OR state = 'running' OR state = 'done' OR state = 'failed'
        OR state = 'cancelled'),
    attempt  BIGINT  NOT NULL CHECK (attempt >= 0),
    failures BIGINT  NOT NULL CHECK (failures >= 0),
    -- The earliest claim of a waiting item, and the end of a running item's claim. Ended items have none.
    due_at   BIGINT ,
    fault    TEXT,
    message  TEXT,
    CHECK ((due_at IS NULL) = (state = 'done' OR state = 'failed' OR state = 'cancelled')),
    CHECK ((fault IS NULL) = (state <> 'failed') AND (message IS NULL) = (state <> 'failed'))
);

CREATE UNIQUE INDEX batch_item_position ON batch_item (batch, position);
CREATE INDEX batch_item_account ON batch_item (account, due_at) WHERE due_at IS NOT NULL;

-- Prepared photos, deleted when their item ends.
CREATE TABLE batch_photo (
    item     TEXT COLLATE "C" NOT NULL REFERENCES batch_item (id),
    position BIGINT  NOT NULL CHECK (position >= 0),
    jpeg     BYTEA   NOT NULL,
    PRIMARY KEY (item, position)
);
