// The epoch: it changes when another server, or another history of it, goes on with this database. Part of the migrations: see the rules there.

export const epochMigration = /* sql */ `
  -- place: the server, its timeline (each promotion of a standby begins one) and the database in it. A standby that lacked the last moments
  -- gives the numbers of events again; what holds a position of the epoch before has to compare.
  CREATE TABLE epoch (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    place text NOT NULL,
    value uuid NOT NULL,
    since timestamptz NOT NULL,
    -- When an instance last asked whether writes get through.
    written_at timestamptz NOT NULL
  );
  INSERT INTO epoch (place, value, since, written_at) VALUES ('', gen_random_uuid(), now(), now());
  GRANT SELECT (id, value, written_at), UPDATE (written_at) ON epoch TO tandem_courier;

  CREATE FUNCTION tandem_place() RETURNS text LANGUAGE plpgsql STABLE AS $$
  DECLARE server text;
  BEGIN
    -- A provider may keep these functions to itself: then there is only the database to tell by.
    BEGIN
      server := (SELECT system_identifier FROM pg_control_system()) || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
    EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function THEN
      server := 'unknown';
    END;
    RETURN server || '.' || (SELECT oid FROM pg_database WHERE datname = current_database());
  END $$;

  -- Run on each new connection, as a role that may write nothing. Of several that come first, one changes it and the others wait.
  CREATE FUNCTION tandem_epoch() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    here text := tandem_place();
    known record;
  BEGIN
    SELECT e.place, e.value INTO STRICT known FROM epoch e;
    IF known.place = here THEN RETURN known.value; END IF;
    UPDATE epoch e SET place = here, value = gen_random_uuid(), since = now() WHERE e.place <> here;
    RETURN (SELECT e.value FROM epoch e);
  END $$;
  DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION tandem_epoch() SET search_path = %I, pg_temp', current_schema());
  END $$;
  REVOKE ALL ON FUNCTION tandem_epoch() FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION tandem_epoch() TO tandem_login;
`

export const serverMigration = /* sql */ `
  -- The timeline, and when this server was started: in memory, so that asking costs next to nothing.
  CREATE FUNCTION tandem_server() RETURNS text LANGUAGE sql STABLE AS
    $$ SELECT CASE WHEN pg_is_in_recovery() THEN 'standby'
      ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '.' || extract(epoch FROM pg_postmaster_start_time())::text END $$;

  -- Refuses a transaction that met another server than its program knows of. TD001 is nobody else's.
  CREATE FUNCTION tandem_stay(expected text) RETURNS void LANGUAGE plpgsql STABLE AS $$
  BEGIN
    IF tandem_server() <> expected THEN RAISE EXCEPTION 'another server answers' USING ERRCODE = 'TD001'; END IF;
  END $$;
  DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION tandem_stay(text) SET search_path = %I, pg_temp', current_schema());
  END $$;
`
