// Mailboxes over IMAP: which folders are watched and where each stands, who watches, what is wrong, and mails that test the way. Part of the migrations: see
// the rules there.

export const imapMigration = /* sql */ `
  ALTER TABLE mailboxes
    ADD COLUMN watched_by text,
    ADD COLUMN last_mail_at timestamptz,
    ADD COLUMN looked_at timestamptz,
    ADD COLUMN fault text,
    ADD COLUMN fault_said text,
    ADD COLUMN fault_since timestamptz;
  CREATE TABLE mail_folders (
    team_id uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    path text NOT NULL,
    place integer NOT NULL,
    -- null: nobody has looked at it yet.
    uid_validity text,
    uid bigint,
    modseq text,
    last_mail_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, mailbox_id, path),
    FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes (team_id, id) ON DELETE CASCADE,
    CHECK ((uid_validity IS NULL) = (uid IS NULL))
  );
  CREATE TABLE mail_tests (
    team_id uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    message_id text NOT NULL,
    sent_at timestamptz NOT NULL,
    accepted_at timestamptz,
    arrived_at timestamptz,
    read_at timestamptz,
    problem text,
    PRIMARY KEY (team_id, mailbox_id, message_id),
    FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes (team_id, id) ON DELETE CASCADE
  );
  CREATE INDEX mail_tests_by_age ON mail_tests (sent_at);

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['mail_folders', 'mail_tests'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
  END $$;
  GRANT SELECT (watched_by), UPDATE (watched_by) ON mailboxes TO tandem_courier;
  GRANT SELECT, DELETE ON mail_tests TO tandem_courier;
`
