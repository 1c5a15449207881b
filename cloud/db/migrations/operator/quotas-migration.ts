// For what a team may have at most. Part of the migrations: see the rules there. The database itself refuses, since only it sees all that is written at once.

export const quotasMigration = /* sql */ `
  -- What the settings give to every team; instances write it as they start. A team's own are beside its counters.
  CREATE TABLE quotas (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    tasks bigint NOT NULL,
    text_bytes bigint NOT NULL,
    members bigint NOT NULL,
    file_bytes bigint NOT NULL
  );
  GRANT SELECT ON quotas TO tandem_app;
  ALTER TABLE team_counters ADD COLUMN text_bytes bigint NOT NULL DEFAULT 0,
    ADD COLUMN quota_tasks bigint, ADD COLUMN quota_text_bytes bigint, ADD COLUMN quota_members bigint, ADD COLUMN quota_file_bytes bigint;
  UPDATE team_counters c SET text_bytes =
    (SELECT coalesce(sum(octet_length(title) + coalesce(octet_length(description), 0)), 0) FROM tasks t WHERE t.team_id = c.team_id)
    + (SELECT coalesce(sum(octet_length(body)), 0) FROM comments t WHERE t.team_id = c.team_id);

  CREATE FUNCTION tandem_over_quota(quota text, used bigint, allowed bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'over the quota of %', quota USING ERRCODE = 'TQ001', DETAIL = json_build_object('quota', quota, 'used', used, 'limit', allowed)::text;
  END $$;

  -- The row is held by whoever changes it: two writers never share what is left. What shrinks always may.
  CREATE FUNCTION tandem_keep_quotas() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DECLARE
    was bigint;
    will bigint;
    allowed bigint;
  BEGIN
    IF NEW.text_bytes > OLD.text_bytes THEN
      allowed := coalesce(NEW.quota_text_bytes, (SELECT text_bytes FROM quotas));
      IF NEW.text_bytes > allowed THEN PERFORM tandem_over_quota('text_bytes', OLD.text_bytes, allowed); END IF;
    END IF;
    IF NEW.task_counts IS DISTINCT FROM OLD.task_counts THEN
      was := (SELECT sum(n) FROM unnest(OLD.task_counts) n);
      will := (SELECT sum(n) FROM unnest(NEW.task_counts) n);
      IF will > was THEN
        allowed := coalesce(NEW.quota_tasks, (SELECT tasks FROM quotas));
        IF will > allowed THEN PERFORM tandem_over_quota('tasks', was, allowed); END IF;
      END IF;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_quotas BEFORE UPDATE OF task_counts, text_bytes ON team_counters FOR EACH ROW EXECUTE FUNCTION tandem_keep_quotas();

  CREATE FUNCTION tandem_keep_members() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  DECLARE
    there bigint;
    allowed bigint;
  BEGIN
    SELECT quota_members INTO allowed FROM team_counters WHERE team_id = NEW.team_id FOR NO KEY UPDATE;
    allowed := coalesce(allowed, (SELECT members FROM quotas));
    there := (SELECT count(*) FROM members WHERE team_id = NEW.team_id);
    IF there >= allowed THEN PERFORM tandem_over_quota('members', there, allowed); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_quota BEFORE INSERT ON members FOR EACH ROW EXECUTE FUNCTION tandem_keep_members();

  -- Bytes of texts, counted where they are stored: whichever way they come, also those that go with their task.
  CREATE FUNCTION tandem_add_texts(team uuid, more bigint) RETURNS void LANGUAGE sql AS
    'UPDATE team_counters SET text_bytes = text_bytes + more WHERE team_id = team AND more <> 0';
  CREATE FUNCTION tandem_task_texts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  BEGIN
    PERFORM tandem_add_texts(team_id, CASE TG_OP WHEN 'INSERT' THEN bytes ELSE -bytes END) FROM
      (SELECT team_id, sum(octet_length(title) + coalesce(octet_length(description), 0))::bigint AS bytes FROM changed GROUP BY team_id) c;
    RETURN NULL;
  END $$;
  CREATE FUNCTION tandem_comment_texts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  BEGIN
    PERFORM tandem_add_texts(team_id, CASE TG_OP WHEN 'INSERT' THEN bytes ELSE -bytes END) FROM
      (SELECT team_id, sum(octet_length(body))::bigint AS bytes FROM changed GROUP BY team_id) c;
    RETURN NULL;
  END $$;
  CREATE FUNCTION tandem_task_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  BEGIN
    PERFORM tandem_add_texts(NEW.team_id, octet_length(NEW.title) + coalesce(octet_length(NEW.description), 0)
      - octet_length(OLD.title) - coalesce(octet_length(OLD.description), 0));
    RETURN NULL;
  END $$;
  CREATE FUNCTION tandem_comment_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  BEGIN
    PERFORM tandem_add_texts(NEW.team_id, octet_length(NEW.body) - octet_length(OLD.body));
    RETURN NULL;
  END $$;
  CREATE TRIGGER texts_added AFTER INSERT ON tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tandem_task_texts();
  CREATE TRIGGER texts_removed AFTER DELETE ON tasks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tandem_task_texts();
  CREATE TRIGGER texts_changed AFTER UPDATE ON tasks FOR EACH ROW WHEN (octet_length(OLD.title) + coalesce(octet_length(OLD.description), 0)
    <> octet_length(NEW.title) + coalesce(octet_length(NEW.description), 0)) EXECUTE FUNCTION tandem_task_text();
  CREATE TRIGGER texts_added AFTER INSERT ON comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tandem_comment_texts();
  CREATE TRIGGER texts_removed AFTER DELETE ON comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tandem_comment_texts();
  CREATE TRIGGER texts_changed AFTER UPDATE ON comments FOR EACH ROW WHEN (octet_length(OLD.body) <> octet_length(NEW.body))
    EXECUTE FUNCTION tandem_comment_text();
`
