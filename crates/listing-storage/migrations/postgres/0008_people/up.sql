-- How the person behind an account signs in, and what they prefer. There is no row for one who never did either, as for an
-- account that an operator made. The wish is the last one that was made on the pages: all of it, or none.
CREATE TABLE person (
    account          TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES account (id),
    password         TEXT   COLLATE "C" CHECK (password <> ''),
    confirmed_at     BIGINT,
    is_administrator BIGINT NOT NULL DEFAULT 0 CHECK (is_administrator IN (0, 1)),
    language         TEXT   COLLATE "C",
    market           TEXT   COLLATE "C",
    wish_platforms   TEXT   COLLATE "C" CHECK (wish_platforms <> ''),
    wish_language    TEXT   COLLATE "C",
    wish_tone        TEXT   COLLATE "C",
    wish_quality     TEXT   COLLATE "C",
    CHECK (num_nulls(wish_platforms, wish_language, wish_tone, wish_quality) IN (0, 4))
);

CREATE INDEX person_administrator ON person (account) WHERE is_administrator = 1;

-- Who somebody is at a provider of identities: named by issuer and subject, never by an e-mail.
CREATE TABLE external_identity (
    issuer    TEXT   COLLATE "C" NOT NULL CHECK (issuer <> ''),
    subject   TEXT   COLLATE "C" NOT NULL CHECK (subject <> ''),
    account   TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    linked_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX external_identity_account ON external_identity (account);

-- Who is signed in. A session's token is stored nowhere: the digest finds it. One that is over is dropped.
CREATE TABLE session (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    digest     BYTEA  NOT NULL UNIQUE CHECK (length(digest) = 32),
    account    TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    browser    TEXT   COLLATE "C" NOT NULL
);

CREATE INDEX session_account ON session (account);
-- Those that are over, by age or by disuse.
CREATE INDEX session_created ON session (created_at);
CREATE INDEX session_seen ON session (seen_at);

-- Links that work once: whoever uses one takes its row away. Nothing refers to the invitation by a foreign key, because it
-- may be gone before.
CREATE TABLE link (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    digest     BYTEA  NOT NULL UNIQUE CHECK (length(digest) = 32),
    purpose    TEXT   COLLATE "C" NOT NULL
        CHECK (purpose IN ('invitation', 'confirm_sign_up', 'sign_in', 'reset_password', 'confirm_email', 'link_identity',
            'known_browser')),
    account    TEXT   COLLATE "C" REFERENCES account (id),
    email      TEXT   COLLATE "C",
    password   TEXT   COLLATE "C",
    invitation TEXT   COLLATE "C",
    browser    BYTEA  CHECK (length(browser) = 32),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    CHECK ((account IS NULL) = (purpose IN ('invitation', 'confirm_sign_up'))),
    CHECK (email IS NULL OR purpose IN ('invitation', 'confirm_sign_up', 'confirm_email')),
    CHECK (email IS NOT NULL OR purpose NOT IN ('confirm_sign_up', 'confirm_email')),
    CHECK ((password IS NOT NULL) = (purpose = 'confirm_sign_up')),
    CHECK (invitation IS NULL OR purpose = 'confirm_sign_up')
);

CREATE INDEX link_account ON link (account) WHERE account IS NOT NULL;
CREATE INDEX link_email ON link (email) WHERE email IS NOT NULL;
CREATE INDEX link_expires ON link (expires_at);

-- Messages that wait to be sent. `detail` is the one text that goes with the subject, such as a link's address. Whoever
-- sends one moves the moment at which it is due, so that nobody else does.
CREATE TABLE outbox (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    recipient  TEXT   COLLATE "C" NOT NULL,
    language   TEXT   COLLATE "C" NOT NULL,
    subject    TEXT   COLLATE "C" NOT NULL,
    detail     TEXT   COLLATE "C",
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    failures   BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0)
);

CREATE INDEX outbox_created ON outbox (created_at, id);
CREATE INDEX outbox_recipient ON outbox (recipient);
CREATE INDEX outbox_expires ON outbox (expires_at);

-- What was charged, day by day. Only those lines are in it, and all that is asked of them.
CREATE INDEX ledger_charged ON ledger (account, at, actor) WHERE entry = 'settle';
