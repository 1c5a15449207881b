// Agents that people connect over OAuth. Part of the migrations: see the rules there.

export const oauthMigration = /* sql */ `
  -- An agent that a person connected is an API token whose value nobody has: what its client holds instead is in oauth_items, and ends with it.
  CREATE TABLE oauth_grants (
    team_id uuid NOT NULL,
    token_id uuid NOT NULL UNIQUE,
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_host text,
    PRIMARY KEY (team_id, token_id),
    FOREIGN KEY (team_id, token_id) REFERENCES api_tokens (team_id, id) ON DELETE CASCADE
  );
  ALTER TABLE oauth_grants ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON oauth_grants TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, DELETE ON oauth_grants TO tandem_app;
  CREATE POLICY at_the_door ON oauth_grants FOR SELECT TO tandem_login USING (true);
  GRANT SELECT (team_id, token_id) ON oauth_grants TO tandem_login;
  CREATE POLICY over ON oauth_grants FOR SELECT TO tandem_courier USING (true);
  GRANT SELECT (team_id, token_id, client_id) ON oauth_grants TO tandem_courier;
  -- Codes, tokens, requests that wait for a person, registered clients: by the hash of what names them, which is the secret itself where it is one.
  CREATE TABLE oauth_items (
    kind text NOT NULL,
    id_hash bytea NOT NULL,
    grant_id uuid REFERENCES oauth_grants (token_id) ON DELETE CASCADE,
    payload json NOT NULL,
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    PRIMARY KEY (kind, id_hash)
  );
  CREATE INDEX oauth_items_by_grant ON oauth_items (grant_id, kind) WHERE grant_id IS NOT NULL;
  CREATE INDEX oauth_items_by_expiry ON oauth_items (expires_at);
  GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_items TO tandem_identity;
  GRANT SELECT (kind, id_hash, grant_id, expires_at) ON oauth_items TO tandem_login;
  GRANT SELECT (kind, id_hash, grant_id, expires_at), DELETE ON oauth_items TO tandem_courier;
`
