// For what a person may have at most, in all teams together. Part of the migrations: see the rules there.

export const personQuotasMigration = /* sql */ `
  -- What the settings give to everybody. A person's own are in their row, which whoever adds to what they have holds: two never share what is left.
  ALTER TABLE quotas ADD COLUMN person_teams bigint NOT NULL DEFAULT 100, ADD COLUMN person_tokens bigint NOT NULL DEFAULT 500;
  ALTER TABLE users ADD COLUMN quota_teams bigint, ADD COLUMN quota_tokens bigint;
  CREATE INDEX api_tokens_by_person ON api_tokens (created_by);

  -- Whoever has more than they may because an operator brings a team from another cell keeps it.
  CREATE FUNCTION tandem_arrives(team uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
  BEGIN
    RETURN EXISTS (SELECT 1 FROM team_counters WHERE team_id = team AND move = 'arriving');
  END $$;

  CREATE FUNCTION tandem_keep_owned_teams() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DECLARE
    there bigint;
    allowed bigint;
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.role = 'owner' AND OLD.status = 'active' AND OLD.user_id = NEW.user_id THEN RETURN NEW; END IF;
    IF tandem_arrives(NEW.team_id) THEN RETURN NEW; END IF;
    SELECT quota_teams INTO allowed FROM users WHERE id = NEW.user_id FOR NO KEY UPDATE;
    allowed := coalesce(allowed, (SELECT person_teams FROM quotas));
    there := (SELECT count(*) FROM members WHERE user_id = NEW.user_id AND role = 'owner' AND status = 'active');
    IF there >= allowed THEN PERFORM tandem_over_quota('teams', there, allowed); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_owned_teams BEFORE INSERT OR UPDATE OF role, status, user_id ON members FOR EACH ROW
    WHEN (NEW.role = 'owner' AND NEW.status = 'active') EXECUTE FUNCTION tandem_keep_owned_teams();

  -- Those of connected agents, too; what has expired opens nothing.
  CREATE FUNCTION tandem_keep_tokens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DECLARE
    there bigint;
    allowed bigint;
  BEGIN
    IF tandem_arrives(NEW.team_id) THEN RETURN NEW; END IF;
    SELECT quota_tokens INTO allowed FROM users WHERE id = NEW.created_by FOR NO KEY UPDATE;
    allowed := coalesce(allowed, (SELECT person_tokens FROM quotas));
    there := (SELECT count(*) FROM api_tokens WHERE created_by = NEW.created_by AND (expires_at IS NULL OR expires_at > now()));
    IF there >= allowed THEN PERFORM tandem_over_quota('tokens', there, allowed); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_quota BEFORE INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION tandem_keep_tokens();
`
