// Addresses of calendars. Part of the migrations: see the rules there.

export const calendarsMigration = /* sql */ `
  -- Whoever knows the secret reads the tasks as the member does to whom it belongs, for as long as they are one.
  CREATE TABLE calendars (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    "of" text NOT NULL CHECK ("of" IN ('mine', 'all', 'list')),
    list_uid uuid CHECK ((list_uid IS NOT NULL) = ("of" = 'list')),
    "as" text NOT NULL CHECK ("as" IN ('events', 'todos')),
    timezone text NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    last_four text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    PRIMARY KEY (team_id, id),
    FOREIGN KEY (team_id, member_id) REFERENCES members (team_id, id) ON DELETE CASCADE
  );
  CREATE INDEX calendars_by_member ON calendars (team_id, member_id);
  ALTER TABLE calendars ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON calendars TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON calendars TO tandem_app;
  -- At the door: of which team is it?
  CREATE POLICY at_the_door ON calendars FOR SELECT TO tandem_login USING (true);
  GRANT SELECT (team_id, id, secret_hash) ON calendars TO tandem_login;
  -- Tasks that a calendar shows: those that are open and due, soonest first.
  CREATE INDEX tasks_due_and_open ON tasks (team_id, due, id) WHERE due IS NOT NULL AND status <> 'done';
`
