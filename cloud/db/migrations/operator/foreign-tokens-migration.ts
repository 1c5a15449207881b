// For tokens that somebody makes for another member: they count on the maker. Part of the migrations: see the rules there.

export const foreignTokensMigration = /* sql */ `
  CREATE INDEX api_tokens_by_maker ON api_tokens (coalesce(made_by, created_by));

  -- How many count on a person: those that they made, for themselves or for others, and that have not expired. What they made for others counts for as
  -- long as they are in that team: who has left can end none of them there.
  CREATE FUNCTION tandem_tokens_of(person uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT count(*) FROM api_tokens t WHERE coalesce(t.made_by, t.created_by) = person AND (t.expires_at IS NULL OR t.expires_at > now())
      AND (t.made_by IS NULL OR EXISTS (SELECT 1 FROM members m WHERE m.team_id = t.team_id AND m.user_id = person AND m.status = 'active'))
  $$;

  CREATE OR REPLACE FUNCTION tandem_keep_tokens() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DECLARE
    maker uuid := coalesce(NEW.made_by, NEW.created_by);
    there bigint;
    allowed bigint;
  BEGIN
    IF tandem_arrives(NEW.team_id) THEN RETURN NEW; END IF;
    SELECT quota_tokens INTO allowed FROM users WHERE id = maker FOR NO KEY UPDATE;
    allowed := coalesce(allowed, (SELECT person_tokens FROM quotas));
    there := tandem_tokens_of(maker);
    IF there >= allowed THEN PERFORM tandem_over_quota('tokens', there, allowed); END IF;
    RETURN NEW;
  END $$;

  -- A person is told how many count on them: the policy follows the count.
  GRANT SELECT (team_id, made_by) ON api_tokens TO tandem_identity;
  ALTER POLICY own_tokens ON api_tokens USING (coalesce(made_by, created_by) = tandem_user());
`
