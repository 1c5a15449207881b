// Reminders of tasks. Part of the migrations: see the rules there.

export const schedulesMigration = /* sql */ `
  ALTER TABLE team_counters ADD COLUMN schedules bigint NOT NULL DEFAULT 0;
  CREATE TABLE schedules (
    team_id uuid NOT NULL,
    id bigint NOT NULL,
    task_id bigint NOT NULL,
    uid uuid NOT NULL,
    type text NOT NULL CHECK (type IN ('one_time', 'interval', 'weekly', 'monthly')),
    fire_at timestamptz,
    interval_days integer,
    day_of_week smallint,
    day_of_month smallint,
    time text,
    timezone text NOT NULL,
    enabled boolean NOT NULL,
    -- From which moment an interval counts: the creation, or the last moment that had come when the rule changed.
    anchor timestamptz NOT NULL,
    version integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    FOREIGN KEY (team_id, task_id) REFERENCES tasks (team_id, id)
  );
  CREATE INDEX schedules_by_task ON schedules (team_id, task_id, id);
  ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON schedules TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON schedules TO tandem_app;
`
