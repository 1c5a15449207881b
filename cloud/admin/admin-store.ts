// SQL about the database as a whole, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export const adminStore = {
  /** Whose tables these are, and whether they are there. */
  standing: (tx: Tx) =>
    tx.first(
      sqlFor.selectNoFrom([
        sql<string>`current_user::text`.as('login'),
        sql<boolean>`to_regclass('public.users') IS NOT NULL`.as('exists'),
        sql<boolean>`to_regclass('public.operator_acts') IS NOT NULL`.as('is_current'),
        sql<boolean>`coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('public.users')), false)`.as('owns'),
      ]),
    ),
}
