// For history that keeps what changed of a long text, not each of its versions. Part of the migrations: see the rules there.

export const longTextsMigration = /* sql */ `
  -- texts: what an event keeps of long texts instead of them, by field (shared/domain/history/entry-texts.ts); null in before and after stands for it.
  -- is_long: has texts in full that were not looked at yet.
  ALTER TABLE event_queue ADD COLUMN texts jsonb, ADD COLUMN is_long boolean NOT NULL DEFAULT false;
  -- Of those that are there only their sizes are read, as they lie on the disk: nothing is unpacked.
  UPDATE event_queue SET is_long = true WHERE kind IN ('task.updated', 'comment.updated') AND pg_column_size(before) + pg_column_size(after) > 1000;
  CREATE INDEX event_queue_long ON event_queue (created_at) WHERE is_long;
  CREATE INDEX event_queue_long_of_team ON event_queue (team_id, seq) WHERE is_long;

  -- The courier learns in which teams there are some, and reads nothing of them.
  CREATE POLICY long_texts ON event_queue FOR SELECT TO tandem_courier USING (is_long);
  GRANT SELECT (team_id, is_long) ON event_queue TO tandem_courier;
`
