// What a person sent is known again for a month: a phone may be away for weeks, and then sends what had arrived without its hearing of it.
// Part of the migrations: see the rules there.

export const keysMigration = /* sql */ `
  GRANT SELECT (principal) ON idempotency TO tandem_identity;
  ALTER POLICY old_ones ON idempotency
    USING (created_at < now() - CASE WHEN principal LIKE 'user:%' THEN interval '30 days' ELSE interval '24 hours' END);
`
