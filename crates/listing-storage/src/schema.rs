//! The tables as the migrations create them.

diesel::table! {
    account (id) {
        id -> Text,
        email -> Nullable<Text>,
        created_at -> BigInt,
        suspended_at -> Nullable<BigInt>,
        deleted_at -> Nullable<BigInt>,
        epoch -> BigInt,
        carried_period -> Nullable<Text>,
        carried_units -> BigInt,
        noted_units -> BigInt,
        photo_days -> Nullable<BigInt>,
    }
}

diesel::table! {
    month_secret (period) {
        period -> Text,
        secret -> Binary,
    }
}

diesel::table! {
    former_use (period, mailbox) {
        period -> Text,
        mailbox -> Binary,
        units -> BigInt,
    }
}

diesel::table! {
    entitlement (account, starts) {
        account -> Text,
        plan -> Text,
        starts -> BigInt,
        ends -> Nullable<BigInt>,
        source -> Text,
    }
}

diesel::table! {
    api_key (id) {
        id -> Text,
        account -> Text,
        digest -> Binary,
        hint -> Text,
        name -> Text,
        scopes -> Text,
        created_at -> BigInt,
        last_used_at -> Nullable<BigInt>,
        expires_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    bucket (account, kind, period) {
        account -> Text,
        kind -> Text,
        period -> Text,
        granted -> BigInt,
        pending -> BigInt,
        spent -> BigInt,
    }
}

diesel::table! {
    reservation (id) {
        id -> Text,
        account -> Text,
        kind -> Text,
        period -> Text,
        state -> Text,
        created_at -> BigInt,
        expires_at -> BigInt,
        owner -> Nullable<Text>,
    }
}

diesel::table! {
    instance (id) {
        id -> Text,
        seen_at -> BigInt,
    }
}

diesel::table! {
    idempotency (account, key) {
        account -> Text,
        key -> Text,
        fingerprint -> Binary,
        reservation -> Text,
        state -> Text,
        generation -> Nullable<Text>,
        answered_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    generation (id) {
        id -> Text,
        account -> Text,
        reservation -> Text,
        created_at -> BigInt,
        platforms -> Text,
        language -> Text,
        tone -> Text,
        quality -> Text,
        data -> Binary,
        plan -> Text,
        free_used -> BigInt,
        free_limit -> BigInt,
        credits_remaining -> BigInt,
        thumbnail -> Nullable<Binary>,
        is_listed -> BigInt,
        product -> Text,
        revised -> Nullable<Binary>,
        rewrites -> BigInt,
        name -> Text,
        price -> Nullable<BigInt>,
        currency -> Nullable<Text>,
        listed_on -> Nullable<Text>,
        search_text -> Text,
        sku -> Nullable<Text>,
    }
}

diesel::table! {
    person (account) {
        account -> Text,
        password -> Nullable<Text>,
        confirmed_at -> Nullable<BigInt>,
        is_administrator -> BigInt,
        language -> Nullable<Text>,
        market -> Nullable<Text>,
        wish_platforms -> Nullable<Text>,
        wish_language -> Nullable<Text>,
        wish_tone -> Nullable<Text>,
        wish_quality -> Nullable<Text>,
    }
}

diesel::table! {
    external_identity (issuer, subject) {
        issuer -> Text,
        subject -> Text,
        account -> Text,
        linked_at -> BigInt,
    }
}

diesel::table! {
    session (id) {
        id -> Text,
        digest -> Binary,
        account -> Text,
        created_at -> BigInt,
        seen_at -> BigInt,
        browser -> Text,
        epoch -> BigInt,
    }
}

diesel::table! {
    link (id) {
        id -> Text,
        digest -> Binary,
        purpose -> Text,
        account -> Nullable<Text>,
        email -> Nullable<Text>,
        password -> Nullable<Text>,
        invitation -> Nullable<Text>,
        browser -> Nullable<Binary>,
        created_at -> BigInt,
        expires_at -> BigInt,
        epoch -> BigInt,
    }
}

diesel::table! {
    outbox (id) {
        id -> Text,
        recipient -> Text,
        language -> Text,
        subject -> Text,
        detail -> Nullable<Text>,
        created_at -> BigInt,
        expires_at -> BigInt,
        due_at -> BigInt,
        failures -> BigInt,
        is_notice -> BigInt,
        turn -> BigInt,
        given_up_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    outbox_occasion (occasion) {
        occasion -> Text,
        added_at -> BigInt,
    }
}

diesel::table! {
    comparable (id) {
        id -> BigInt,
        identity -> Binary,
        product -> Text,
        family -> Text,
        brand -> Nullable<Text>,
        brand_key -> Text,
        price -> BigInt,
        currency -> Text,
        condition -> Nullable<Text>,
        is_sold -> BigInt,
        seen_on -> Text,
        source -> Text,
        link -> Nullable<Text>,
        title -> Nullable<Text>,
        words -> Text,
        account -> Nullable<Text>,
    }
}

diesel::table! {
    refund (payment, id) {
        payment -> Text,
        id -> Text,
        account -> Text,
        units -> BigInt,
        taken_back -> BigInt,
        owed -> BigInt,
        given_back -> BigInt,
        refunded_at -> BigInt,
        reversed_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    billing_event (id) {
        id -> Text,
        kind -> Text,
        subject -> Text,
        created_at -> BigInt,
        received_at -> BigInt,
    }
}

diesel::table! {
    billing_subject (kind, id) {
        kind -> Text,
        id -> Text,
        state -> Text,
        is_queued_again -> BigInt,
        claim -> BigInt,
        failures -> BigInt,
        due_at -> Nullable<BigInt>,
        parked_at -> Nullable<BigInt>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    billing_order (id) {
        id -> Text,
        account -> Text,
        product -> Text,
        currency -> Text,
        language -> Text,
        credits -> Nullable<BigInt>,
        ordered_at -> BigInt,
        state -> Text,
        checkout -> Nullable<Text>,
        checkout_url -> Nullable<Text>,
        checkout_expires_at -> Nullable<BigInt>,
        paid_at -> Nullable<BigInt>,
        amount_minor -> Nullable<BigInt>,
        amount_currency -> Nullable<Text>,
        payment -> Nullable<Text>,
        subscription -> Nullable<Text>,
        withdrawn_minor -> BigInt,
    }
}

diesel::table! {
    billing_customer (account) {
        account -> Text,
        customer -> Text,
    }
}

diesel::table! {
    debt (account) {
        account -> Text,
        units -> BigInt,
    }
}

diesel::table! {
    credit_grant (payment) {
        payment -> Text,
        account -> Text,
        units -> BigInt,
        granted_at -> BigInt,
    }
}

diesel::table! {
    expense (reservation, number) {
        reservation -> Text,
        number -> BigInt,
        account -> Text,
        provider -> Text,
        model -> Text,
        outcome -> Text,
        tokens_in -> BigInt,
        tokens_out -> BigInt,
        cost -> Nullable<BigInt>,
        took_ms -> BigInt,
        at -> BigInt,
    }
}

diesel::table! {
    ledger (seq) {
        seq -> BigInt,
        reservation -> Nullable<Text>,
        payment -> Nullable<Text>,
        phase -> Nullable<BigInt>,
        entry -> Text,
        account -> Text,
        kind -> Text,
        period -> Text,
        amount -> BigInt,
        at -> BigInt,
        actor -> Nullable<Text>,
        request_id -> Nullable<Text>,
        plan -> Nullable<Text>,
    }
}

diesel::table! {
    /// In which the migration library records the migrations that were run.
    __diesel_schema_migrations (version) {
        version -> Text,
        run_on -> Timestamp,
    }
}

diesel::table! {
    batch (id) {
        id -> Text,
        account -> Text,
        created_at -> BigInt,
        state -> Text,
        ended_at -> Nullable<BigInt>,
        claimed_at -> BigInt,
        request_key -> Nullable<Text>,
        fingerprint -> Nullable<Binary>,
    }
}

diesel::table! {
    batch_item (id) {
        id -> Text,
        batch -> Text,
        account -> Text,
        position -> BigInt,
        request -> Binary,
        sku -> Nullable<Text>,
        state -> Text,
        attempt -> BigInt,
        failures -> BigInt,
        due_at -> Nullable<BigInt>,
        fault -> Nullable<Text>,
        message -> Nullable<Text>,
    }
}

diesel::table! {
    batch_photo (item, position) {
        item -> Text,
        position -> BigInt,
        jpeg -> Binary,
    }
}

diesel::table! {
    webhook (id) {
        id -> Text,
        account -> Text,
        url -> Text,
        created_at -> BigInt,
        secret -> Binary,
        former_secret -> Nullable<Binary>,
        former_until -> Nullable<BigInt>,
        disabled_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    webhook_delivery (id) {
        id -> Text,
        webhook -> Text,
        event -> Text,
        created_at -> BigInt,
        batch -> Nullable<Text>,
        batch_state -> Nullable<Text>,
        waiting -> BigInt,
        running -> BigInt,
        done -> BigInt,
        failed -> BigInt,
        cancelled -> BigInt,
        state -> Text,
        attempt -> BigInt,
        due_at -> Nullable<BigInt>,
        last_at -> Nullable<BigInt>,
        answer -> Nullable<BigInt>,
        fault -> Nullable<Text>,
    }
}

diesel::table! {
    kept_photo_set (generation) {
        generation -> Text,
        account -> Text,
        created_at -> BigInt,
        delete_at -> BigInt,
    }
}

diesel::table! {
    kept_photo (generation, position) {
        generation -> Text,
        position -> BigInt,
        jpeg -> Binary,
    }
}

diesel::table! {
    tray (id) {
        id -> Text,
        account -> Text,
        version -> BigInt,
        changed_at -> BigInt,
        piles -> Binary,
        previous -> Nullable<Binary>,
    }
}

diesel::table! {
    tray_photo (id) {
        id -> Text,
        tray -> Text,
        position -> BigInt,
        name -> Text,
        size -> BigInt,
        taken_at -> Nullable<Text>,
        look -> Nullable<Binary>,
        jpeg -> Binary,
        thumbnail -> Nullable<Binary>,
    }
}

diesel::joinable!(api_key -> account (account));
diesel::joinable!(bucket -> account (account));
diesel::allow_tables_to_appear_in_same_query!(account, api_key, bucket, entitlement, instance, reservation);
diesel::allow_tables_to_appear_in_same_query!(generation, idempotency);
