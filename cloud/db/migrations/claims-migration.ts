// Who works on what, and what shows that it is done. Part of the migrations: see the rules there.

export const claimsMigration = /* sql */ `
  -- A lease on a task, by the clock of the database: of instances each has its own.
  CREATE TABLE claims (
    team_id uuid NOT NULL,
    task_id bigint NOT NULL,
    holder_kind text NOT NULL,
    holder_name text NOT NULL,
    -- The login that it was made with: user:ID, token:ID. It ends with that.
    principal text NOT NULL,
    run text,
    worker text,
    -- Fences: what is written under another one is lost.
    key text NOT NULL,
    ttl_ms bigint NOT NULL,
    claimed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- The event with which the work began, and the status before it: that goes back when the claim ends.
    entry bigint,
    began_from text,
    PRIMARY KEY (team_id, task_id)
  );
  CREATE INDEX claims_by_end ON claims (expires_at);
  -- The last claim of a task that ended with its work: a call that is repeated must be recognised.
  CREATE TABLE finished_claims (
    team_id uuid NOT NULL,
    task_id bigint NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    finisher text,
    PRIMARY KEY (team_id, task_id)
  );
  CREATE TABLE evidence (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint NOT NULL,
    task_id bigint NOT NULL,
    kind text NOT NULL,
    criterion text,
    text text,
    -- What was signed, as it was signed. NULL: it is only claimed.
    envelope json,
    by_kind text NOT NULL,
    by_name text NOT NULL,
    principal text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX evidence_by_task ON evidence (team_id, task_id, seq);
  -- The newest tree that was seen of each working copy, and the key that the team's evidence is signed with.
  CREATE TABLE evidence_trees (
    team_id uuid NOT NULL,
    checkout text NOT NULL,
    tree text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, checkout)
  );
  CREATE TABLE evidence_keys (
    team_id uuid NOT NULL,
    key_id text NOT NULL,
    public_key text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, key_id)
  );
  -- What nobody has begun, in the order in which it is handed out.
  CREATE INDEX tasks_next ON tasks (team_id, (CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), (due IS NULL), due, created_at, id)
    WHERE status IN ('backlog', 'todo') AND assignee IS NULL;

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['claims', 'finished_claims', 'evidence', 'evidence_trees', 'evidence_keys'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
    END LOOP;
  END $$;
  -- Across teams only where a claim has ended: its team takes it back.
  CREATE POLICY ended ON claims FOR SELECT TO tandem_courier USING (expires_at <= now());
  GRANT SELECT (team_id, task_id, expires_at) ON claims TO tandem_courier;
  -- That somebody had claimed something is no history.
  CREATE POLICY old_claims ON event_queue TO tandem_courier
    USING (task_id IS NULL AND entity IN ('claim', 'evidence') AND created_at < now() - interval '7 days');
`
