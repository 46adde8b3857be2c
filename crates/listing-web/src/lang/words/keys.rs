//! API keys.

use jiff::Timestamp;

/// API keys.
pub(crate) struct Keys {
    pub(crate) title: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) count: fn(&u32, &u32) -> String,
    pub(crate) name: &'static str,
    pub(crate) key: &'static str,
    pub(crate) scopes: &'static str,
    pub(crate) created: &'static str,
    pub(crate) last_used: &'static str,
    pub(crate) expires: &'static str,
    pub(crate) actions: &'static str,
    pub(crate) never_used: &'static str,
    pub(crate) no_end: &'static str,
    pub(crate) soon: &'static str,
    pub(crate) expired: &'static str,
    pub(crate) revoked: fn(&Timestamp) -> String,
    pub(crate) replaced: fn(&Timestamp) -> String,
    pub(crate) none_title: &'static str,
    pub(crate) none_text: &'static str,
    /// A new key.
    pub(crate) make: &'static str,
    pub(crate) name_hint: &'static str,
    pub(crate) scopes_label: &'static str,
    pub(crate) expires_label: &'static str,
    pub(crate) days: fn(&i64) -> String,
    pub(crate) without_end: &'static str,
    pub(crate) make_button: &'static str,
    pub(crate) full: &'static str,
    /// Rotation and revocation.
    pub(crate) rotate: &'static str,
    pub(crate) rotate_lead: &'static str,
    pub(crate) overlap: &'static str,
    pub(crate) hours: fn(&u32) -> String,
    pub(crate) rotate_button: &'static str,
    pub(crate) revoke: &'static str,
    pub(crate) revoke_title: fn(&str) -> String,
    pub(crate) revoke_lead: &'static str,
    pub(crate) revoke_button: &'static str,
    /// The new key, shown once.
    pub(crate) made_title: &'static str,
    pub(crate) made_once: &'static str,
    pub(crate) made_try: &'static str,
    pub(crate) made_former: fn(&Timestamp) -> String,
    pub(crate) made_over: &'static str,
    pub(crate) made_done: &'static str,
}
