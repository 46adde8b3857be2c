DROP TABLE batch_photo;
DROP TABLE batch_item;
DROP TABLE batch;
