// For tidying up: positions of logins that are no more. Part of the migrations: see the rules there.

export const tidyMigration = /* sql */ `
  GRANT SELECT (team_id, consumer, updated_at), DELETE ON stream_cursors TO tandem_courier;
  GRANT SELECT (id) ON sessions TO tandem_courier;
  GRANT SELECT (team_id, id) ON api_tokens TO tandem_courier;
  CREATE POLICY for_all ON api_tokens FOR SELECT TO tandem_courier USING (true);
`
