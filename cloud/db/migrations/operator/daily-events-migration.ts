// For how much may be written in a team in a day. Part of the migrations: see the rules there.

export const dailyEventsMigration = /* sql */ `
  -- Events are numbered by the row that each write holds anyway: a day's are those since the number with which it began, by this server's clock in UTC.
  ALTER TABLE quotas ADD COLUMN daily_events bigint NOT NULL DEFAULT 1000000;
  ALTER TABLE team_counters ADD COLUMN events_day date NOT NULL DEFAULT date '1970-01-01', ADD COLUMN events_before bigint NOT NULL DEFAULT 0,
    ADD COLUMN quota_daily_events bigint;

  CREATE FUNCTION tandem_begin_day() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.events_day := (now() AT TIME ZONE 'UTC')::date;
    -- Not as many as there were: a team that arrives from another cell brings its number along.
    NEW.events_before := NEW.events - 1;
    RETURN NEW;
  END $$;
  -- Once a day; whatever the condition says costs nothing worth naming.
  CREATE TRIGGER begin_day BEFORE UPDATE OF events ON team_counters FOR EACH ROW
    WHEN (NEW.events_day <> (now() AT TIME ZONE 'UTC')::date) EXECUTE FUNCTION tandem_begin_day();

  -- Not every event is refused: who deletes, finishes, leaves, stops an agent or answers a question makes no more of what there is too much of, and what
  -- the cloud tells by itself (mails that came, reminders, replies that were sent) is not to be lost.
  CREATE FUNCTION tandem_keep_daily_events() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    made bigint;
    allowed bigint;
  BEGIN
    SELECT NEW.seq - c.events_before, coalesce(c.quota_daily_events, q.daily_events) INTO made, allowed
      FROM team_counters c LEFT JOIN quotas q ON true WHERE c.team_id = NEW.team_id;
    IF made > allowed AND NOT (NEW.kind = 'task.updated' AND coalesce(NEW.after ->> 'status', '') = 'done') AND current_setting('tandem.past_quotas', true) IS DISTINCT FROM 'on' THEN
      RAISE EXCEPTION 'over the quota of daily_events' USING ERRCODE = 'TQ001', DETAIL = json_build_object('quota', 'daily_events', 'used', made - 1,
        'limit', allowed, 'retry_after', ceil(extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day' - now() AT TIME ZONE 'UTC'))::int)::text;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_quota BEFORE INSERT ON event_queue FOR EACH ROW
    WHEN ((NEW.entity IN ('task', 'comment', 'schedule', 'contact', 'list', 'pair') AND NEW.kind NOT LIKE '%.deleted')
      OR NEW.kind IN ('claim.created', 'evidence.created', 'question.created', 'proposal.created', 'reply.created'))
    EXECUTE FUNCTION tandem_keep_daily_events();
`
