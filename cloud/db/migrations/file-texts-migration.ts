// What files of teams say, for search. Part of the migrations: see the rules there.

export const fileTextsMigration = /* sql */ `
  -- text_sealed: empty where the file has no text. text_tries, text_until: how often it was begun, and who reads it has it until then.
  ALTER TABLE files
    ADD COLUMN is_read boolean NOT NULL DEFAULT false,
    ADD COLUMN text_sealed bytea,
    ADD COLUMN text_tries int NOT NULL DEFAULT 0,
    ADD COLUMN text_until timestamptz;
  CREATE INDEX files_to_read ON files (created_at) WHERE NOT is_read;
  GRANT SELECT (object, created_at, is_read, text_tries, text_until) ON files TO tandem_courier;
  GRANT UPDATE (text_tries, text_until) ON files TO tandem_courier;
`
