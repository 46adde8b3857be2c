-- How the person behind an account signs in, and what they prefer. There is no row for one who never did either, as for an
-- account that an operator made. The wish is the last one that was made on the pages: all of it, or none.
CREATE TABLE person (
    account          TEXT    NOT NULL PRIMARY KEY REFERENCES account (id),
    password         TEXT    CHECK (password <> ''),
    confirmed_at     INTEGER,
    is_administrator INTEGER NOT NULL DEFAULT 0 CHECK (is_administrator = 0 OR is_administrator = 1),
    language         TEXT,
    market           TEXT,
    wish_platforms   TEXT    CHECK (wish_platforms <> ''),
    wish_language    TEXT,
    wish_tone        TEXT,
    wish_quality     TEXT,
    CHECK ((wish_platforms IS NULL) = (wish_language IS NULL) AND (wish_platforms IS NULL) = (wish_tone IS NULL)
        AND (wish_platforms IS NULL) = (wish_quality IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX person_administrator ON person (account) WHERE is_administrator = 1;

-- Who somebody is at a provider of identities: named by issuer and subject, never by an e-mail.
CREATE TABLE external_identity (
    issuer    TEXT    NOT NULL CHECK (issuer <> ''),
    subject   TEXT    NOT NULL CHECK (subject <> ''),
    account   TEXT    NOT NULL REFERENCES account (id),
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX external_identity_account ON external_identity (account);

-- Who is signed in. A session's token is stored nowhere: the digest finds it. One that is over is dropped.
CREATE TABLE session (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    digest     BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    account    TEXT    NOT NULL REFERENCES account (id),
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    browser    TEXT    NOT NULL
) STRICT;

CREATE INDEX session_account ON session (account);
-- Those that are over, by age or by disuse.
CREATE INDEX session_created ON session (created_at);
CREATE INDEX session_seen ON session (seen_at);

-- Links that work once: whoever uses one takes its row away. Nothing refers to the invitation by a foreign key, because it
-- may be gone before.
CREATE TABLE link (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    digest     BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    purpose    TEXT    NOT NULL CHECK (purpose = 'invitation' OR purpose = 'confirm_sign_up' OR purpose = 'sign_in'
        OR purpose = 'reset_password' OR purpose = 'confirm_email' OR purpose = 'link_identity'
        OR purpose = 'known_browser'),
    account    TEXT    REFERENCES account (id),
    email      TEXT,
    password   TEXT,
    invitation TEXT,
    browser    BLOB    CHECK (length(browser) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((account IS NULL) = (purpose = 'invitation' OR purpose = 'confirm_sign_up')),
    CHECK (email IS NULL OR purpose = 'invitation' OR purpose = 'confirm_sign_up' OR purpose = 'confirm_email'),
    CHECK (email IS NOT NULL OR (purpose <> 'confirm_sign_up' AND purpose <> 'confirm_email')),
    CHECK ((password IS NOT NULL) = (purpose = 'confirm_sign_up')),
    CHECK (invitation IS NULL OR purpose = 'confirm_sign_up')
) STRICT;

CREATE INDEX link_account ON link (account) WHERE account IS NOT NULL;
CREATE INDEX link_email ON link (email) WHERE email IS NOT NULL;
CREATE INDEX link_expires ON link (expires_at);

-- Messages that wait to be sent. `detail` is the one text that goes with the subject, such as a link's address. Whoever
-- sends one moves the moment at which it is due, so that nobody else does.
CREATE TABLE outbox (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
    recipient  TEXT    NOT NULL,
    language   TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    detail     TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    failures   INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
) STRICT;

CREATE INDEX outbox_created ON outbox (created_at, id);
CREATE INDEX outbox_recipient ON outbox (recipient);
CREATE INDEX outbox_expires ON outbox (expires_at);

-- What was charged, day by day. Only those lines are in it, and all that is asked of them.
CREATE INDEX ledger_charged ON ledger (account, at, actor) WHERE entry = 'settle';
