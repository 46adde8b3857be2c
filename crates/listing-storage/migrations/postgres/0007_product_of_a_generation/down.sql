ALTER TABLE generation DROP COLUMN product;
