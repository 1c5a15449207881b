// What agents ask the people of a team. Part of the migrations: see the rules there.

export const questionsMigration = /* sql */ `
  ALTER TABLE team_counters ADD COLUMN questions bigint NOT NULL DEFAULT 0;
  -- By the uid of its task, too: a task that is brought back has another id, and its questions come back with it.
  CREATE TABLE questions (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    uid uuid NOT NULL,
    task_id bigint NOT NULL,
    task_uid uuid NOT NULL,
    asker_kind text NOT NULL,
    asker_name text NOT NULL,
    -- The login that asked: user:ID, token:ID. Two of them may give the same name.
    principal text NOT NULL,
    run text,
    question text NOT NULL,
    options text[] NOT NULL,
    state text NOT NULL,
    answer text,
    -- The comment that keeps the answer, and the event with which it came.
    comment_uid uuid,
    entry bigint,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    decided_by_kind text,
    decided_by_name text,
    PRIMARY KEY (team_id, id)
  );
  CREATE UNIQUE INDEX questions_by_uid ON questions (team_id, uid);
  CREATE INDEX questions_by_task ON questions (team_id, task_uid);
  CREATE INDEX questions_open ON questions (team_id, task_uid) WHERE state = 'open';
  ALTER TABLE questions ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON questions TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON questions TO tandem_app;
`
