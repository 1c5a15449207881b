// Outgoing webhooks. Part of the migrations: see the rules there.

export const webhooksMigration = /* sql */ `
  -- position: the last event that was looked at for it. spreading_until: an instance makes deliveries of what came after. failing_since: no delivery has
  -- succeeded since; retry_at: until then none is tried.
  CREATE TABLE webhooks (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    kinds text[] NOT NULL,
    secret_sealed bytea NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    position bigint NOT NULL,
    spreading_until timestamptz,
    failing_since timestamptz,
    failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz,
    last_success_at timestamptz,
    disabled_at timestamptz,
    disabled_because text CHECK (disabled_because IN ('person', 'failing', 'gone')),
    CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX webhooks_enabled ON webhooks (team_id, position) WHERE disabled_at IS NULL;
  -- The record of each delivery, and the queue of those still to be made. seq: the event; NULL for a test. taken_until: an instance is trying it.
  CREATE TABLE webhook_deliveries (
    team_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint,
    kind text NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'dropped')),
    attempts integer NOT NULL DEFAULT 0,
    reason text,
    next_attempt_at timestamptz,
    taken_until timestamptz,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, webhook_id, id),
    FOREIGN KEY (team_id, webhook_id) REFERENCES webhooks (team_id, id) ON DELETE CASCADE,
    CHECK ((status = 'queued') = (next_attempt_at IS NOT NULL))
  ) WITH (fillfactor = 70);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (team_id, webhook_id, next_attempt_at) WHERE status = 'queued';
  CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['webhooks', 'webhook_deliveries'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
  END $$;
  GRANT SELECT ON webhooks TO tandem_courier;
  GRANT UPDATE (spreading_until, failing_since, failures, retry_at, last_success_at) ON webhooks TO tandem_courier;
  GRANT SELECT, UPDATE, DELETE ON webhook_deliveries TO tandem_courier;
  CREATE POLICY for_all ON team_counters FOR SELECT TO tandem_courier USING (true);
  GRANT SELECT (team_id, events) ON team_counters TO tandem_courier;
`
