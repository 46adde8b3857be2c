-- What a generation's calls to AI services took, one row a call, also those that came to nothing. Costs are millionths
-- of a US dollar, null where nobody said what the model costs.
CREATE TABLE expense (
    reservation TEXT    NOT NULL REFERENCES reservation (id),
    number      INTEGER NOT NULL CHECK (number > 0),
    account     TEXT    NOT NULL REFERENCES account (id),
    provider    TEXT    NOT NULL,
    model       TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    tokens_in   INTEGER NOT NULL CHECK (tokens_in >= 0),
    tokens_out  INTEGER NOT NULL CHECK (tokens_out >= 0),
    cost        INTEGER CHECK (cost >= 0),
    took_ms     INTEGER NOT NULL CHECK (took_ms >= 0),
    at          INTEGER NOT NULL,
    PRIMARY KEY (reservation, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX expense_account ON expense (account, at);
CREATE INDEX expense_at ON expense (at);
