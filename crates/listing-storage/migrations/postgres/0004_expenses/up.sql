-- What a generation's calls to AI services took, one row a call, also those that came to nothing. Costs are millionths
-- of a US dollar, null where nobody said what the model costs.
CREATE TABLE expense (
    reservation TEXT   COLLATE "C" NOT NULL REFERENCES reservation (id),
    number      BIGINT  NOT NULL CHECK (number > 0),
    account     TEXT   COLLATE "C" NOT NULL REFERENCES account (id),
    provider    TEXT   COLLATE "C" NOT NULL,
    model       TEXT   COLLATE "C" NOT NULL,
    outcome     TEXT   COLLATE "C" NOT NULL,
    tokens_in   BIGINT  NOT NULL CHECK (tokens_in >= 0),
    tokens_out  BIGINT  NOT NULL CHECK (tokens_out >= 0),
    cost        BIGINT  CHECK (cost >= 0),
    took_ms     BIGINT  NOT NULL CHECK (took_ms >= 0),
    at          BIGINT  NOT NULL,
    PRIMARY KEY (reservation, number)
);

CREATE INDEX expense_account ON expense (account, at);
CREATE INDEX expense_at ON expense (at);
