ALTER TABLE generation DROP COLUMN search_text;
ALTER TABLE generation DROP COLUMN listed_on;
ALTER TABLE generation DROP COLUMN currency;
ALTER TABLE generation DROP COLUMN price;
ALTER TABLE generation DROP COLUMN name;
