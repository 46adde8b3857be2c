DELETE FROM link WHERE purpose = 'link_identity';
ALTER TABLE link DROP CONSTRAINT link_purpose_check;
ALTER TABLE link ADD CONSTRAINT link_purpose_check CHECK (purpose IN
    ('invitation', 'confirm_sign_up', 'sign_in', 'reset_password', 'confirm_email', 'known_browser'));
ALTER TABLE external_identity DROP COLUMN linked_at;
