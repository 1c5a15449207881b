// A row for each act of an operator: in the transaction of the act where it is one, else one as it begins and one as it ends.
import { hostname, userInfo } from 'node:os'
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Owner } from '../db/owner.ts'
import type { Tx } from '../db/database.ts'
import { AdminError } from './admin-error.ts'
import { type Act, auditStore } from './audit-store.ts'
import { type Command, numberIn } from './command.ts'
import { table } from './table.ts'

export interface Target {
  kind: 'user' | 'team' | 'address' | 'key'
  id: string | null
  name: string | null
}

export interface What {
  act: string
  target?: Target
  /** Never a secret. */
  arguments?: Record<string, unknown>
}

export type Audit = ReturnType<typeof createAudit>

/** The account of this machine; in a container one may have none. */
function accountHere(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

export function createAudit(owner: Pick<Owner, 'tx'>, as: string | undefined) {
  const account = accountHere()
  const operator = as === undefined ? account : `${as} (${account})`
  const rowOf = ({ act, target, arguments: given = {} }: What, more: Pick<Act, 'outcome'> & Partial<Act>): Act => ({
    id: uuidv7(),
    operator,
    host: hostname(),
    act,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? null,
    arguments: given,
    detail: null,
    began: null,
    ...more,
  })

  return {
    /** In one transaction with the act: either both are there or neither. */
    within: <T>(what: What, work: (tx: Tx) => Promise<T>): Promise<T> =>
      owner.tx(async (tx) => {
        const result = await work(tx)
        await auditStore.insert(tx, rowOf(what, { outcome: 'done' }))
        return result
      }),

    /** For what takes several transactions. Cut off in between, the row of its begin stays alone. */
    async around<T>(what: What, work: () => Promise<T>): Promise<T> {
      const began = rowOf(what, { outcome: 'begun' })
      await owner.tx((tx) => auditStore.insert(tx, began))
      const end = (outcome: Act['outcome'], detail: string | null) => owner.tx((tx) => auditStore.insert(tx, rowOf(what, { outcome, detail, began: began.id })))
      try {
        const result = await work()
        await end('done', null)
        return result
      } catch (error) {
        const isRefused = error instanceof AdminError || error instanceof AppError
        await end(isRefused ? 'refused' : 'failed', (error as Error).message.slice(0, 500))
        throw error
      }
    },
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const auditCommand: Command = {
  name: 'audit',
  says: 'What operators did, newest first. Rows are never changed, and stay when what they are about is gone.',
  options: {
    limit: { takes: 'NUMBER', says: 'rows at most (default 50, at most 1000)' },
    before: { takes: 'ID', says: 'older than this row: `next` of the page before' },
    target: { takes: 'WHAT', says: 'only what was done to this id, address or name' },
    act: { takes: 'WORD', says: 'only this act, such as `users lock`' },
  },
  async run({ owner }, given) {
    const limit = numberIn(given, 'limit', 50, [1, 1000])
    const [before, target, act] = [given.before, given.target, given.act].map((one) => one as string | undefined)
    if (before !== undefined && !uuid.test(before)) throw new AdminError('usage', `--before must be the id of a row; got '${before}'.`)
    const rows = await owner.tx((tx) => auditStore.list(tx, limit + 1, { before, target, act }), 'reading')
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
    return {
      data: { acts: page, next },
      text: table(
        ['WHEN', 'WHO', 'HOST', 'ACT', 'TARGET', 'OUTCOME', 'DETAIL'],
        page.map((row) => [row.at, row.operator, row.host, row.act, row.target_name ?? row.target_id, row.outcome, row.detail]),
      ),
    }
  },
}
