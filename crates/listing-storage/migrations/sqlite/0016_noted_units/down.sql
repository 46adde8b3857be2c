ALTER TABLE account DROP COLUMN noted_units;
