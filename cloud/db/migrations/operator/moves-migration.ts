// For moving a team to another cell. Part of the migrations: see the rules there. A table with a team_id that is made later is guarded by
// `SELECT tandem_guard_table('its_name')` in its migration: a test looks.

export const movesMigration = /* sql */ `
  -- Where a team is on its way: leaving (what changes is noted), draining (what is sent outside rests, too), stopped (nobody writes), gone; arriving in
  -- the other cell. Beside the counters, which every login reads anyway. told_epoch: of the cell that it came from, which its clients are told for as
  -- long as this database is of the epoch told_in.
  ALTER TABLE team_counters ADD COLUMN move text CHECK (move IN ('leaving', 'draining', 'stopped', 'gone', 'arriving')),
    ADD COLUMN told_epoch uuid, ADD COLUMN told_in uuid;
  GRANT SELECT (move, told_epoch, told_in) ON team_counters TO tandem_login;
  GRANT SELECT (move) ON team_counters TO tandem_courier;
  GRANT SELECT (team_id, move) ON team_counters TO tandem_identity;
  CREATE POLICY moving ON team_counters FOR SELECT TO tandem_identity USING (move IS NOT NULL);

  -- What whoever moves it has done, in both cells; of a team that has left it stays, to tell whoever comes late.
  CREATE TABLE team_moves (
    team_id uuid PRIMARY KEY,
    id uuid NOT NULL,
    side text NOT NULL CHECK (side IN ('from', 'to')),
    step text NOT NULL CHECK (step IN ('copying', 'copied', 'open', 'left')),
    -- The other cell: its name, and what tells its database from others.
    cell text NOT NULL,
    place text NOT NULL,
    -- Accounts that came with it.
    accounts uuid[] NOT NULL DEFAULT '{}',
    began_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE team_moves ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON team_moves TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  CREATE POLICY find_team ON team_moves FOR SELECT TO tandem_login USING (true);
  GRANT SELECT ON team_moves TO tandem_app;
  GRANT SELECT (team_id, step) ON team_moves TO tandem_login;

  -- Which rows changed since it began to leave.
  CREATE TABLE team_move_changes (
    team_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    relation text NOT NULL,
    key jsonb NOT NULL,
    applied boolean NOT NULL DEFAULT false,
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX team_move_changes_open ON team_move_changes (team_id) WHERE NOT applied;
  ALTER TABLE team_move_changes ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON team_move_changes TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT ON team_move_changes TO tandem_app;

  CREATE FUNCTION tandem_note_change(team uuid, relation text, key jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS
    'INSERT INTO team_move_changes (team_id, relation, key) VALUES (team, relation, key)';
  CREATE FUNCTION tandem_is_program() RETURNS boolean LANGUAGE sql STABLE AS
    $$ SELECT current_user IN ('tandem_app', 'tandem_courier', 'tandem_identity', 'tandem_login') $$;
  CREATE FUNCTION tandem_refuse_move() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the team is being moved' USING ERRCODE = 'TM001';
  END $$;

  -- After each change, when its transaction has a number: whoever stops the team waits for those that had one before. Arguments: the key, but for the team.
  CREATE FUNCTION tandem_guard_team() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    team uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.team_id ELSE NEW.team_id END;
    standing text;
  BEGIN
    SELECT move INTO standing FROM team_counters c WHERE c.team_id = team;
    IF standing IS NULL THEN
      -- Whoever was let in before it left leaves nothing behind.
      IF NOT FOUND AND TG_OP = 'INSERT' AND current_user = 'tandem_app' THEN
        IF EXISTS (SELECT 1 FROM team_moves m WHERE m.team_id = team AND m.step = 'left') THEN PERFORM tandem_refuse_move(); END IF;
      END IF;
      RETURN NULL;
    END IF;
    IF standing IN ('leaving', 'draining') THEN
      IF TG_OP <> 'INSERT' THEN
        PERFORM tandem_note_change(team, TG_RELNAME, (SELECT jsonb_object_agg(name, to_jsonb(OLD) -> name) FROM unnest(TG_ARGV) name));
      END IF;
      IF TG_OP <> 'DELETE' THEN
        PERFORM tandem_note_change(team, TG_RELNAME, (SELECT jsonb_object_agg(name, to_jsonb(NEW) -> name) FROM unnest(TG_ARGV) name));
      END IF;
    ELSIF tandem_is_program() THEN
      PERFORM tandem_refuse_move();
    END IF;
    RETURN NULL;
  END $$;

  -- What works for all teams passes by those that are on their way, instead of failing for all. While it drains nothing more is taken to be sent, and
  -- what was taken is settled.
  CREATE FUNCTION tandem_pass_by() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    standing text := (SELECT move FROM team_counters c WHERE c.team_id = OLD.team_id);
  BEGIN
    IF standing IN ('stopped', 'gone', 'arriving')
      OR standing = 'draining' AND TG_OP = 'UPDATE' AND (to_jsonb(NEW) ->> 'attempts')::bigint > (to_jsonb(OLD) ->> 'attempts')::bigint
    THEN RETURN NULL; END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END $$;

  CREATE FUNCTION tandem_guard_counters() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.move IN ('stopped', 'gone', 'arriving') AND tandem_is_program() THEN PERFORM tandem_refuse_move(); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER guard_move AFTER UPDATE OR DELETE ON team_counters FOR EACH ROW WHEN (OLD.move IS NOT NULL) EXECUTE FUNCTION tandem_guard_counters();

  CREATE FUNCTION tandem_guard_table(guarded regclass) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    names text := (SELECT coalesce(string_agg(quote_literal(a.attname), ', ' ORDER BY a.attnum), '') FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = guarded AND i.indisprimary AND a.attname <> 'team_id');
  BEGIN
    EXECUTE format('CREATE TRIGGER guard_move AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION tandem_guard_team(%s)', guarded, names);
    EXECUTE format('CREATE TRIGGER pass_by BEFORE UPDATE OR DELETE ON %s FOR EACH ROW WHEN (current_user = ''tandem_courier'') EXECUTE FUNCTION tandem_pass_by()', guarded);
  END $$;
  REVOKE EXECUTE ON FUNCTION tandem_guard_table(regclass) FROM PUBLIC;
  SELECT tandem_guard_table(c.oid::regclass) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('team_counters', 'team_moves', 'team_move_changes');

  -- What connected agents hold is of their team, too.
  CREATE FUNCTION tandem_guard_grant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM oauth_grants g JOIN team_counters c ON c.team_id = g.team_id WHERE g.token_id = coalesce(NEW.grant_id, OLD.grant_id)
      AND c.move IN ('stopped', 'gone', 'arriving'))
    THEN PERFORM tandem_refuse_move(); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER guard_move AFTER INSERT OR UPDATE ON oauth_items FOR EACH ROW WHEN (NEW.grant_id IS NOT NULL AND current_user LIKE 'tandem\\_%')
    EXECUTE FUNCTION tandem_guard_grant();
`
