-- The seller's stock number. Further references are only in the answer.
ALTER TABLE generation ADD COLUMN sku TEXT COLLATE "C";
CREATE INDEX generation_sku ON generation (account, sku, created_at, id) WHERE is_listed = 1 AND sku IS NOT NULL;
