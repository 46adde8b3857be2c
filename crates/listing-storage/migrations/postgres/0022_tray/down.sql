DROP TABLE tray_photo;
DROP TABLE tray;
