// Agents that call the cloud over MCP. Part of the migrations: see the rules there.

export const mcpMigration = /* sql */ `
  -- Sessions of the protocol of 2025, which any instance serves: the message with which one began says all that another needs.
  CREATE TABLE mcp_sessions (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    token_id uuid NOT NULL,
    initialize json NOT NULL,
    run text NOT NULL,
    created_at timestamptz NOT NULL,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (team_id, id),
    FOREIGN KEY (team_id, token_id) REFERENCES api_tokens (team_id, id) ON DELETE CASCADE
  );
  CREATE INDEX mcp_sessions_by_use ON mcp_sessions (team_id, used_at);
  CREATE INDEX mcp_sessions_by_token ON mcp_sessions (team_id, token_id);
  ALTER TABLE mcp_sessions ENABLE ROW LEVEL SECURITY;
  CREATE POLICY team_only ON mcp_sessions TO tandem_app USING (team_id = tandem_team()) WITH CHECK (team_id = tandem_team());
  GRANT SELECT, INSERT, UPDATE, DELETE ON mcp_sessions TO tandem_app;
  -- Whether a team has a task already, beyond doubt: by its key, or its title as shared/domain/duplicates folds it.
  CREATE INDEX tasks_open_keys ON tasks (team_id, md5(lower(dedupe_key))) WHERE dedupe_key IS NOT NULL AND status <> 'done';
  CREATE INDEX tasks_open_titles ON tasks (team_id, md5(lower(title))) WHERE status <> 'done';
`
