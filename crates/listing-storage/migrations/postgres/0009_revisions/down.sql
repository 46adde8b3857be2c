ALTER TABLE generation DROP COLUMN rewrites;
ALTER TABLE generation DROP COLUMN revised;
