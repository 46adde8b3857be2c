-- Free units of carried_period that the account took itself before it got its present e-mail. They are in former_use
-- under the mailboxes that it left, and must not be added there again.
ALTER TABLE account ADD COLUMN noted_units INTEGER NOT NULL DEFAULT 0 CHECK (noted_units >= 0);
