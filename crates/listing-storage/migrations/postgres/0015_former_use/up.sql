-- Free units of a month that accounts took before they left an e-mail. Whoever opens an account for the same mailbox
-- in that month starts with them used. The e-mail is kept as a digest only, under a secret that goes with its month.
CREATE TABLE month_secret (
    period TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL CHECK (length(secret) = 32)
);

CREATE TABLE former_use (
    period  TEXT COLLATE "C" NOT NULL,
    mailbox BYTEA NOT NULL CHECK (length(mailbox) = 32),
    units   BIGINT NOT NULL CHECK (units > 0),
    PRIMARY KEY (period, mailbox)
);

-- What an account started with as used, in the month in which it was opened.
ALTER TABLE account ADD COLUMN carried_period TEXT COLLATE "C";
ALTER TABLE account ADD COLUMN carried_units BIGINT NOT NULL DEFAULT 0 CHECK (carried_units >= 0);
