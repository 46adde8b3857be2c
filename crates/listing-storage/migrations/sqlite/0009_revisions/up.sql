-- What became of a generation since it went out, where it was edited or written again, and how often it was written again.
ALTER TABLE generation ADD COLUMN revised BLOB;
ALTER TABLE generation ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0 CHECK (rewrites >= 0);
