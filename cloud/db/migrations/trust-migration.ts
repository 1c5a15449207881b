// What holds an agent back beside its policy. Part of the migrations: see the rules there.

export const trustMigration = /* sql */ `
  -- brake: why an agent may only propose, until a person has looked; NULL: it is not stopped. counted_from: events after this one count for it.
  ALTER TABLE agents ADD COLUMN brake json;
  ALTER TABLE agents ADD COLUMN counted_from bigint NOT NULL DEFAULT 0;
  CREATE INDEX event_queue_of_agents ON event_queue (team_id, created_at) WHERE actor_kind = 'agent' AND cause IS NULL;
  -- Which runs of agents have read text from outside. run: '' where the call named none; task_id: 0 where the text stood in none.
  CREATE TABLE outside_reads (
    team_id uuid NOT NULL,
    agent text NOT NULL,
    run text NOT NULL,
    task_id bigint NOT NULL,
    title text,
    source text NOT NULL,
    made boolean NOT NULL,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, agent, run, task_id)
  );
  ALTER TABLE outside_reads ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON outside_reads TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON outside_reads TO tandem_app;
`
