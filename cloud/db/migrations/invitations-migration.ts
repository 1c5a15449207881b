// Invitations that wait for an answer, and mails that wait to be sent. Part of the migrations: see the rules there.

export const invitationsMigration = /* sql */ `
  -- false: the address had an account when it was invited. Its owner accepts; signing in is no answer.
  ALTER TABLE members ADD COLUMN joins_at_sign_in boolean NOT NULL DEFAULT true;

  -- Mails until they are sent. What they say is encrypted, as most hold a link. Whoever sends one has it to themselves until next_attempt_at.
  CREATE TABLE outgoing_mails (
    id uuid PRIMARY KEY,
    sealed bytea NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX outgoing_mails_due ON outgoing_mails (next_attempt_at);
  GRANT INSERT ON outgoing_mails TO tandem_app;
  GRANT INSERT, SELECT (id), UPDATE (sealed) ON outgoing_mails TO tandem_identity;
  GRANT SELECT, UPDATE, DELETE ON outgoing_mails TO tandem_courier;

  -- A token is made by somebody whose address is as it was when they signed in; see sessions. Calls are counted by person.
  GRANT SELECT (email_verified_at) ON users TO tandem_login;
`
