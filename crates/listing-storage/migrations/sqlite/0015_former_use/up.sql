-- Free units of a month that accounts took before they left an e-mail. Whoever opens an account for the same mailbox
-- in that month starts with them used. The e-mail is kept as a digest only, under a secret that goes with its month.
CREATE TABLE month_secret (
    period TEXT NOT NULL PRIMARY KEY,
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TABLE former_use (
    period  TEXT NOT NULL,
    mailbox BLOB NOT NULL CHECK (length(mailbox) = 32),
    units   INTEGER NOT NULL CHECK (units > 0),
    PRIMARY KEY (period, mailbox)
) STRICT;

-- What an account started with as used, in the month in which it was opened.
ALTER TABLE account ADD COLUMN carried_period TEXT;
ALTER TABLE account ADD COLUMN carried_units INTEGER NOT NULL DEFAULT 0 CHECK (carried_units >= 0);
