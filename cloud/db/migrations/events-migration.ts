// Streams, leases, devices, notifications and mailboxes. Part of the migrations: see the rules there.

export const eventsMigration = /* sql */ `
  -- Up to which event a consumer (token:ID, session:ID) has taken the team's stream.
  CREATE TABLE stream_cursors (
    team_id uuid NOT NULL,
    consumer text NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, consumer)
  );
  -- Events that are work for one consumer: it holds the lease until it is done, or the lease runs out and another gets it.
  CREATE TABLE event_leases (
    team_id uuid NOT NULL,
    seq bigint NOT NULL,
    consumer text,
    leased_until timestamptz,
    deliveries integer NOT NULL DEFAULT 0,
    done_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, seq)
  );
  CREATE INDEX event_leases_open ON event_leases (team_id, seq) WHERE done_at IS NULL;
  CREATE INDEX event_leases_by_age ON event_leases (created_at);

  -- Devices belong to people, and end with the session that registered them.
  CREATE TABLE devices (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    platform text NOT NULL CHECK (platform IN ('ios', 'android', 'web')),
    name text,
    token_hash bytea NOT NULL UNIQUE,
    token_sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX devices_by_user ON devices (user_id);
  CREATE INDEX devices_by_session ON devices (session_id);
  CREATE TABLE notification_preferences (
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    event text NOT NULL,
    device_id uuid REFERENCES devices (id) ON DELETE CASCADE,
    enabled boolean NOT NULL,
    UNIQUE NULLS NOT DISTINCT (user_id, event, device_id)
  );
  CREATE INDEX notification_preferences_by_device ON notification_preferences (device_id) WHERE device_id IS NOT NULL;

  ALTER TABLE team_counters ADD COLUMN notifications bigint NOT NULL DEFAULT 0;
  -- What a notification says, encrypted, until nobody waits for it any more.
  CREATE TABLE notifications (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    content bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX notifications_by_age ON notifications (expires_at);
  -- The record of each delivery, and the queue of those still to be made.
  CREATE TABLE notification_log (
    team_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    device_id uuid NOT NULL,
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    platform text NOT NULL,
    event text NOT NULL,
    task_id bigint NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'suppressed', 'dropped')),
    attempts integer NOT NULL DEFAULT 0,
    reason text,
    next_attempt_at timestamptz,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, notification_id, device_id),
    UNIQUE (team_id, id),
    CHECK ((status = 'queued') = (next_attempt_at IS NOT NULL))
  ) WITH (fillfactor = 70);
  CREATE INDEX notification_log_due ON notification_log (next_attempt_at) WHERE status = 'queued';
  CREATE INDEX notification_log_by_age ON notification_log (created_at);

  CREATE TABLE mailboxes (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL,
    address text NOT NULL,
    address_key text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'auth_expired')),
    scopes text[] NOT NULL,
    access_sealed bytea NOT NULL,
    access_expires_at timestamptz NOT NULL,
    refresh_sealed bytea,
    -- Where the provider's history of the mailbox stands, as far as we were told.
    history_id text,
    watch_id text,
    watch_expires_at timestamptz,
    watch_error text,
    renew_at timestamptz NOT NULL,
    last_push_at timestamptz,
    connected_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    UNIQUE (team_id, provider, address_key)
  );
  -- A provider's message names an address, not a team.
  CREATE INDEX mailboxes_by_address ON mailboxes (provider, address_key);
  CREATE INDEX mailboxes_by_watch ON mailboxes (watch_id) WHERE watch_id IS NOT NULL;
  CREATE INDEX mailboxes_by_renewal ON mailboxes (renew_at);
  -- From where to where each email.received reaches, so that no mail is read for two of them.
  CREATE TABLE mail_steps (
    team_id uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    history_id text NOT NULL,
    since text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, mailbox_id, history_id)
  );
  CREATE INDEX mail_steps_by_age ON mail_steps (created_at);
  CREATE TABLE oauth_states (
    team_id uuid NOT NULL,
    state_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    provider text NOT NULL,
    verifier_sealed bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, state_hash)
  );
  CREATE INDEX oauth_states_by_age ON oauth_states (expires_at);

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['stream_cursors', 'event_leases', 'notifications', 'notification_log', 'mailboxes', 'mail_steps', 'oauth_states'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['devices', 'notification_preferences'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY accounts ON %I TO tandem_identity USING (true)', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_identity', name);
      -- A team sees the devices of those who are in it now.
      EXECUTE format('CREATE POLICY of_members ON %I FOR SELECT TO tandem_app USING (user_id IN (SELECT user_id FROM members WHERE status = ''active''))', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
  END $$;
  GRANT SELECT (id, user_id, platform) ON devices TO tandem_app;
  GRANT SELECT ON notification_preferences TO tandem_app;

  GRANT SELECT, DELETE ON devices TO tandem_courier;
  GRANT SELECT ON notification_preferences TO tandem_courier;
  GRANT SELECT (team_id, user_id, status) ON members TO tandem_courier;
  CREATE POLICY for_all ON members FOR SELECT TO tandem_courier USING (true);
  GRANT SELECT, UPDATE, DELETE ON notification_log TO tandem_courier;
  GRANT SELECT, DELETE ON notifications, event_leases, mail_steps, oauth_states TO tandem_courier;
  GRANT SELECT (team_id, id, provider, address_key, watch_id, watch_expires_at, renew_at, status) ON mailboxes TO tandem_courier;
  GRANT UPDATE (renew_at) ON mailboxes TO tandem_courier;
  -- Only what is no history of a task may go.
  CREATE POLICY old_mail ON event_queue TO tandem_courier USING (task_id IS NULL AND entity IN ('email', 'reminder') AND created_at < now() - interval '7 days');
  GRANT SELECT (entity, created_at, task_id), DELETE ON event_queue TO tandem_courier;
`
