export const signInMigration = /* sql */ `
  -- Accounts may be without a password. proven_at: when whoever has the session last showed that they are the account's owner.
  ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
  ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
  UPDATE sessions SET proven_at = created_at;

  -- Accounts of an issuer (OpenID Connect) with which people sign in. Only issuer and subject say who it is; the address is for showing.
  CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    id uuid NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email text,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
  );

  -- People who are at the issuer at this moment. sealed: what the answer is checked with, and where the browser goes then.
  CREATE TABLE oidc_flows (
    state_hash bytea PRIMARY KEY,
    browser_hash bytea NOT NULL,
    issuer text NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('sign-in', 'link', 'prove')),
    session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
    sealed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  );

  -- Whom an issuer named with an address that is not proven to be theirs, or that has an account: the mailed link proves it, in the same browser.
  CREATE TABLE oidc_links (
    token_hash bytea PRIMARY KEY,
    browser_hash bytea NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    name text,
    return_to text NOT NULL,
    expires_at timestamptz NOT NULL
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON identities, oidc_flows, oidc_links TO tandem_identity;
`
