// The tables of a team, in an order in which each comes behind those that it refers to, and those that instances look through for work come last: they
// are seen in the other cell for the shortest time before it is open.
import { AdminError } from '../admin-error.ts'
import type { Tx } from '../../db/database.ts'
import { type MovedTable, moveStore } from './move-store.ts'

type Found = Awaited<ReturnType<typeof moveStore.tables>>[number]

/** What is sent, watched or ended by whichever instance comes first; and what hangs on it. */
const looked = new Set(['claims', 'mailboxes', 'mail_replies', 'notification_log', 'webhooks'])

export interface MovedTables {
  /** But for the team and its counters, which say where it is and come by themselves. */
  all: readonly MovedTable[]
  /** Columns that name accounts: table and column. */
  accounts: readonly (readonly [string, string])[]
  /** Tables of accounts, which name them by `user_id`. */
  ofAccounts: readonly MovedTable[]
  users: MovedTable
  oauthItems: MovedTable
  columns: { teams: readonly string[]; counters: readonly string[] }
}

function inOrder(tables: readonly Found[]): Found[] {
  const names = new Set(tables.map(({ name }) => name))
  const parents = (table: Found) => table.refers.filter((one) => names.has(one) && one !== table.name)
  const isLate = new Map<string, boolean>()
  const late = (table: Found): boolean => {
    const known = isLate.get(table.name)
    if (known !== undefined) return known
    const found = looked.has(table.name) || parents(table).some((one) => late(tables.find(({ name }) => name === one) as Found))
    isLate.set(table.name, found)
    return found
  }
  const ordered: Found[] = []
  const place = (table: Found): void => {
    if (ordered.includes(table)) return
    for (const parent of parents(table)) place(tables.find(({ name }) => name === parent) as Found)
    ordered.push(table)
  }
  for (const table of tables) if (!late(table)) place(table)
  for (const table of tables) place(table)
  return ordered
}

export async function readTables(tx: Tx): Promise<MovedTables> {
  const found = await moveStore.tables(tx)
  const moved = (table: Found): MovedTable => ({
    name: table.name,
    columns: table.columns,
    key: table.key,
    isReferredTo: found.some((other) => other.name !== table.name && other.refers.includes(table.name)),
  })
  const named = (name: string): Found => found.find((table) => table.name === name) as Found
  const ofTeam = found.filter(({ columns, name }) => columns.includes('team_id') && name !== 'team_counters')
  const ofAccounts = inOrder(found.filter(({ columns, accounts }) => !columns.includes('team_id') && accounts.includes('user_id')))
  return {
    all: inOrder(ofTeam).map(moved),
    accounts: ofTeam.flatMap(({ name, accounts }) => accounts.map((column) => [name, column] as const)),
    ofAccounts: ofAccounts.map(moved),
    users: moved(named('users')),
    oauthItems: moved(named('oauth_items')),
    columns: { teams: named('teams').columns, counters: named('team_counters').columns },
  }
}

/** Rows travel as they are: both databases must have the same columns. Throws `conflict`. */
export async function requireSameTables(source: Tx, target: Tx): Promise<void> {
  const [ours, theirs] = await Promise.all([source, target].map((tx) => moveStore.migrations(tx)))
  if (String(ours) !== String(theirs)) throw new AdminError('conflict', 'The two cells are of different versions. Upgrade both to the same one first.')
  const shapes = await Promise.all(
    [source, target].map(async (tx) =>
      (await moveStore.tables(tx)).map(({ name, columns, types }) => `${name}(${columns.map((column, n) => `${column} ${types[n]}`).join(', ')})`),
    ),
  )
  const other = shapes[0]?.find((shape, place) => shape !== shapes[1]?.[place])
  if (other !== undefined || shapes[0]?.length !== shapes[1]?.length)
    throw new AdminError('conflict', `The two databases differ in their tables: ${other ?? 'their number'}.`)
}
