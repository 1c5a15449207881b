export const passkeysMigration = /* sql */ `
  -- Passkeys (WebAuthn). rp_id: the host they were made for; at another one browsers do not offer them.
  CREATE TABLE passkeys (
    credential_id bytea PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    rp_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    synced boolean NOT NULL,
    user_agent text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL
  );
  CREATE INDEX passkeys_by_user ON passkeys (user_id);

  -- What browsers are asked to sign at this moment.
  CREATE TABLE passkey_challenges (
    challenge_hash bytea PRIMARY KEY,
    purpose text NOT NULL CHECK (purpose IN ('sign-in', 'add', 'prove')),
    session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys, passkey_challenges TO tandem_identity;
`
