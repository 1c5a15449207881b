// SQL for what operators did, and nothing else. Rows are only added: a trigger refuses anything else.
import { sqlFor, type Tx } from '../db/database.ts'

export interface Act {
  id: string
  operator: string
  host: string
  act: string
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  arguments: Record<string, unknown>
  outcome: 'done' | 'begun' | 'failed' | 'refused'
  detail: string | null
  /** The row with which it began. */
  began: string | null
}

export const auditStore = {
  insert: (tx: Tx, act: Act) => tx.run(sqlFor.insertInto('operator_acts').values({ ...act, arguments: JSON.stringify(act.arguments) })),

  /** Newest first. */
  list(tx: Tx, limit: number, { before, target, act }: { before?: string | undefined; target?: string | undefined; act?: string | undefined }) {
    let query = sqlFor.selectFrom('operator_acts').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)
    if (before !== undefined)
      query = query.where((row) =>
        row(row.refTuple('at', 'id'), '<', row.selectFrom('operator_acts').select(['at', 'id']).where('id', '=', before).$asTuple('at', 'id')),
      )
    if (target !== undefined)
      query = query.where((row) => row.or([row('target_id', '=', target), row('target_name', 'ilike', target.replaceAll(/[\\%_]/g, String.raw`\$&`))]))
    if (act !== undefined) query = query.where('act', '=', act)
    return tx.all(query)
  },
}
