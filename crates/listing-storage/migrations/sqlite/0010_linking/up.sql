-- When an identity at a provider was linked; unknown of those that were before this step.
ALTER TABLE external_identity ADD COLUMN linked_at INTEGER;

-- What a browser keeps whose owner may link an identity. A check of SQLite changes with its table only, to which nothing
-- refers.
CREATE TABLE link_anew (
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

INSERT INTO link_anew SELECT * FROM link;
DROP TABLE link;
ALTER TABLE link_anew RENAME TO link;

CREATE INDEX link_account ON link (account) WHERE account IS NOT NULL;
CREATE INDEX link_email ON link (email) WHERE email IS NOT NULL;
CREATE INDEX link_expires ON link (expires_at);
