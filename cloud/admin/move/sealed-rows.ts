// What the one cell sealed is sealed again for the other. Labels say whose a value is, and stay.
import { type Keys, seal, unseal } from '../../auth/secrets.ts'
import type { Tx } from '../../db/database.ts'
import { openedBy, sealedColumns } from '../keys/sealed.ts'
import { sealedStore } from '../keys/sealed-store.ts'
import { moveStore } from './move-store.ts'

type Column = (typeof sealedColumns)[number]

const ofAccounts: ReadonlySet<string> = new Set(['users', 'devices'])
const ofTeams = (column: Column) => column.ids.includes('team_id')

/** By table and column: what differs between cells though it is the same. */
export const sealedNames: ReadonlySet<string> = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))

async function resealRows(target: Tx, column: Column, rows: Awaited<ReturnType<typeof moveStore.sealed>>, from: Keys, to: Keys): Promise<number> {
  let unopened = 0
  for (const row of rows) {
    const label = column.label(row as unknown as Readonly<Record<string, string>>)
    if (openedBy(to, row.sealed, label) === 'first') continue
    const by = openedBy(from, row.sealed, label)
    if (by === 'none') unopened++
    else await sealedStore.replace(target, column, row, seal(to, unseal(from, row.sealed, label), label))
  }
  return unopened
}

/** Of the team's rows in the target, in all tables or in some, which came as the source sealed them. Returns how many opened with no key, and stay as they are. */
export async function resealTeam(target: Tx, team: string, from: Keys, to: Keys, tables?: ReadonlySet<string>): Promise<number> {
  let unopened = 0
  for (const column of sealedColumns.filter((one) => ofTeams(one) && (tables?.has(one.table) ?? true)))
    unopened += await resealRows(target, column, await moveStore.sealed(target, column, team), from, to)
  return unopened
}

export async function resealAccounts(target: Tx, users: readonly string[], from: Keys, to: Keys): Promise<void> {
  for (const column of sealedColumns.filter(({ table }) => ofAccounts.has(table)))
    await resealRows(target, column, await moveStore.sealedOf(target, column, users), from, to)
}
