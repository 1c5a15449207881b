// What people said of tasks that were suspected to be one. Part of the migrations: see the rules there.

export const pairsMigration = /* sql */ `
  -- uid: the uids of both tasks. A task that is gone keeps what was said of it: an undo brings it back.
  CREATE TABLE judged_pairs (
    team_id uuid NOT NULL,
    uid text NOT NULL,
    a_uid uuid NOT NULL,
    b_uid uuid NOT NULL,
    state text NOT NULL CHECK (state IN ('different', 'open')),
    version integer NOT NULL,
    decided_by_kind text NOT NULL,
    decided_by_name text NOT NULL,
    decided_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, uid)
  );
  ALTER TABLE judged_pairs ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON judged_pairs TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON judged_pairs TO tandem_app;
`
