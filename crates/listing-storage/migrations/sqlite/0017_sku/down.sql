DROP INDEX generation_sku;
ALTER TABLE generation DROP COLUMN sku;
