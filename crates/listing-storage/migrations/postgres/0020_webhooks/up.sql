-- Endpoints of accounts that get signed messages, and the messages to them.
CREATE TABLE webhook (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    account       TEXT COLLATE "C" NOT NULL REFERENCES account (id),
    url           TEXT COLLATE "C" NOT NULL CHECK (url <> ''),
    created_at    BIGINT  NOT NULL,
    -- Signs the messages, so the secret itself is stored, not its digest.
    secret        BYTEA   NOT NULL CHECK (length(secret) >= 24 AND length(secret) <= 64),
    -- Signs as well until its end, after a rotation.
    former_secret BYTEA   CHECK (length(former_secret) >= 24 AND length(former_secret) <= 64),
    former_until  BIGINT,
    disabled_at   BIGINT,
    CHECK ((former_secret IS NULL) = (former_until IS NULL))
);

CREATE INDEX webhook_account ON webhook (account, created_at, id);

CREATE TABLE webhook_delivery (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    webhook     TEXT COLLATE "C" NOT NULL REFERENCES webhook (id),
    event       TEXT COLLATE "C" NOT NULL CHECK (event = 'batch.finished' OR event = 'webhook.test'),
    created_at  BIGINT  NOT NULL,
    -- The content of a message about a batch. The batch may be deleted before its message is delivered.
    batch       TEXT COLLATE "C" CHECK (length(batch) = 36),
    batch_state TEXT COLLATE "C" CHECK (batch_state = 'finished' OR batch_state = 'cancelled'),
    waiting     BIGINT  NOT NULL CHECK (waiting >= 0),
    running     BIGINT  NOT NULL CHECK (running >= 0),
    done        BIGINT  NOT NULL CHECK (done >= 0),
    failed      BIGINT  NOT NULL CHECK (failed >= 0),
    cancelled   BIGINT  NOT NULL CHECK (cancelled >= 0),
    state       TEXT COLLATE "C" NOT NULL CHECK (state = 'waiting' OR state = 'sending' OR state = 'delivered' OR state = 'failed'),
    attempt     BIGINT  NOT NULL CHECK (attempt >= 0),
    -- The earliest next attempt of a waiting message, and the end of a claim. Ended ones have none.
    due_at      BIGINT,
    -- The end of the last attempt, with the status code of its answer or the reason why none came.
    last_at     BIGINT,
    answer      BIGINT  CHECK (answer >= 100 AND answer <= 999),
    fault       TEXT COLLATE "C",
    CHECK ((batch IS NULL) = (event = 'webhook.test') AND (batch IS NULL) = (batch_state IS NULL)),
    CHECK ((due_at IS NULL) = (state = 'delivered' OR state = 'failed')),
    CHECK (answer IS NULL OR fault IS NULL),
    CHECK ((last_at IS NULL) = (answer IS NULL AND fault IS NULL))
);

CREATE INDEX webhook_delivery_webhook ON webhook_delivery (webhook, created_at, id);
CREATE INDEX webhook_delivery_created ON webhook_delivery (created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_delivery_sending ON webhook_delivery (due_at) WHERE state = 'sending';
