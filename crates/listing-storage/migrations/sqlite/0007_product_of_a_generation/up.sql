-- What was generated for, so that a sale of it says what was sold.
ALTER TABLE generation ADD COLUMN product TEXT NOT NULL DEFAULT 'unknown';
