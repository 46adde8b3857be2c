DROP TABLE kept_photo;
DROP TABLE kept_photo_set;
ALTER TABLE account DROP COLUMN photo_days;
