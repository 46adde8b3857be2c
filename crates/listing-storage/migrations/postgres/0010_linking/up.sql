-- When an identity at a provider was linked; unknown of those that were before this step.
ALTER TABLE external_identity ADD COLUMN linked_at BIGINT;

-- What a browser keeps whose owner may link an identity.
ALTER TABLE link DROP CONSTRAINT link_purpose_check;
ALTER TABLE link ADD CONSTRAINT link_purpose_check CHECK (purpose IN
    ('invitation', 'confirm_sign_up', 'sign_in', 'reset_password', 'confirm_email', 'link_identity', 'known_browser'));
