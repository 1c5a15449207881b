// Files that texts of a team name. Part of the migrations: see the rules there.

export const filesMigration = /* sql */ `
  CREATE TABLE files (
    team_id uuid NOT NULL,
    hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
    object uuid NOT NULL,
    bytes bigint NOT NULL,
    media_type text NOT NULL,
    created_at timestamptz NOT NULL,
    kept_at timestamptz NOT NULL,
    unused_since timestamptz,
    checked_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, hash)
  );
  CREATE INDEX files_by_check ON files (checked_at);
  -- What is in the store for files, or may be: written down before a byte is, and until none is left. So nothing has to be looked for there.
  CREATE TABLE file_objects (
    team_id uuid NOT NULL,
    object uuid NOT NULL,
    bytes bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'kept', 'gone')),
    since timestamptz NOT NULL,
    taken_until timestamptz,
    PRIMARY KEY (team_id, object)
  );
  CREATE INDEX file_objects_to_sweep ON file_objects (since) WHERE state <> 'kept';

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['files', 'file_objects'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
  END $$;
  GRANT SELECT (team_id, hash, checked_at) ON files TO tandem_courier;
  GRANT UPDATE (checked_at) ON files TO tandem_courier;
  GRANT SELECT, DELETE ON file_objects TO tandem_courier;
  GRANT UPDATE (state, since, taken_until) ON file_objects TO tandem_courier;
`
