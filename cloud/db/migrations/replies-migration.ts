// Answers to mails: what is known of the mails that tasks came from (no texts), and what is sent. Part of the migrations: see the rules there.

export const repliesMigration = /* sql */ `
  -- sends: answers may go out through it. answers: name, signature, and what is sent by itself.
  ALTER TABLE mailboxes ADD COLUMN sends boolean NOT NULL DEFAULT false, ADD COLUMN answers json NOT NULL DEFAULT '{}';
  -- Whether the consent that is asked for is for sending, too.
  ALTER TABLE oauth_states ADD COLUMN sends boolean NOT NULL DEFAULT false;

  CREATE TABLE mail_letters (
    team_id uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    message_id text NOT NULL,
    thread_id text NOT NULL,
    sender text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    refs text[] NOT NULL,
    machine text CHECK (machine IN ('automatic', 'list', 'bounce')),
    sent_at timestamptz NOT NULL,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, mailbox_id, message_id),
    FOREIGN KEY (team_id, mailbox_id) REFERENCES mailboxes (team_id, id) ON DELETE CASCADE
  );
  CREATE INDEX mail_letters_by_age ON mail_letters (read_at);
  CREATE TABLE mail_letter_tasks (
    team_id uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    message_id text NOT NULL,
    task_uid uuid NOT NULL,
    PRIMARY KEY (team_id, task_uid, mailbox_id, message_id),
    FOREIGN KEY (team_id, mailbox_id, message_id) REFERENCES mail_letters (team_id, mailbox_id, message_id) ON DELETE CASCADE
  );
  CREATE INDEX mail_letter_tasks_by_letter ON mail_letter_tasks (team_id, mailbox_id, message_id);
  CREATE TABLE mail_replies (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    task_uid uuid NOT NULL,
    mailbox_id uuid NOT NULL,
    mailbox text NOT NULL,
    thread_id text NOT NULL,
    sender_name text NOT NULL,
    recipients text[] NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    below text NOT NULL,
    message_id text NOT NULL,
    -- As the provider calls it, where it gives mails Message-IDs of its own.
    known_as text,
    in_reply_to text,
    refs text[] NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'uncertain', 'canceled', 'bounced')),
    cause text NOT NULL CHECK (cause IN ('person', 'agent', 'acknowledge', 'done')),
    by_name text NOT NULL,
    problem text,
    send_after timestamptz NOT NULL,
    -- When somebody has to see to it; null: nobody.
    due_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    -- Since when the server may have it; null: it cannot.
    handed_at timestamptz,
    sent_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE UNIQUE INDEX mail_replies_by_message ON mail_replies (team_id, message_id);
  CREATE INDEX mail_replies_by_other_id ON mail_replies (team_id, known_as) WHERE known_as IS NOT NULL;
  CREATE INDEX mail_replies_of_task ON mail_replies (team_id, task_uid);
  CREATE INDEX mail_replies_by_day ON mail_replies (team_id, created_at);
  CREATE INDEX mail_replies_due ON mail_replies (due_at) WHERE due_at IS NOT NULL;
  -- What is sent by itself is sent once.
  CREATE UNIQUE INDEX mail_replies_once ON mail_replies (team_id, task_uid, cause) WHERE cause IN ('acknowledge', 'done') AND state <> 'canceled';

  DO $$ DECLARE name text; BEGIN
    FOREACH name IN ARRAY ARRAY['mail_letters', 'mail_letter_tasks', 'mail_replies'] LOOP
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('CREATE POLICY team_only ON %I TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team())', name);
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tandem_app', name);
      EXECUTE format('CREATE POLICY for_all ON %I TO tandem_courier USING (true)', name);
    END LOOP;
  END $$;
  GRANT SELECT (team_id, id, state, due_at, attempts), UPDATE (state, due_at, attempts) ON mail_replies TO tandem_courier;
  GRANT SELECT (read_at), DELETE ON mail_letters TO tandem_courier;
`
