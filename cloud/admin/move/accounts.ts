// The people of a team: their accounts come with it, and each cell keeps its own from then on. Who has no team left in a cell has no account there either,
// so that a sign-in finds the cell in which they are.
import type { Keys } from '../../auth/secrets.ts'
import type { Tx } from '../../db/database.ts'
import { AdminError } from '../admin-error.ts'
import { accountStore } from './account-store.ts'
import { moveStore } from './move-store.ts'
import { resealAccounts } from './sealed-rows.ts'
import type { MovedTables } from './tables.ts'

export interface People {
  /** Whom rows of the team name. */
  all: string[]
  /** Those of them who are not in the other cell yet. */
  toBring: string[]
}

/** Throws `conflict` when the other cell has another account with one of the addresses. */
export async function peopleOf(source: Tx, target: Tx, team: string, { accounts }: MovedTables): Promise<People> {
  const all = await accountStore.named(source, team, accounts)
  const known = new Set(await accountStore.known(target, all))
  const taken = await accountStore.taken(target, await accountStore.addresses(source, all))
  if (taken.length > 0)
    throw new AdminError(
      'conflict',
      `The other cell has accounts of its own with these addresses: ${taken.join(', ')}. Delete one of each two, or change its address; nothing was changed.`,
      { addresses: taken },
    )
  return { all, toBring: all.filter((id) => !known.has(id)) }
}

/** Brings accounts and all that is theirs, as they are now; those that came with this move are brought afresh. */
export async function bringAccounts(source: Tx, target: Tx, people: People, tables: MovedTables, keys: { from: Keys; to: Keys }): Promise<void> {
  const users = await accountStore.rows(source, tables.users.name, 'id', people.toBring)
  await moveStore.insert(target, tables.users, users, 'replace')
  for (const table of tables.ofAccounts.toReversed()) await accountStore.remove(target, table.name, people.toBring)
  for (const table of tables.ofAccounts) await moveStore.insert(target, table, await accountStore.rows(source, table.name, 'user_id', people.all), 'keep')
  await resealAccounts(target, people.all, keys.from, keys.to)
}

/** What agents that somebody connected hold: it is of the team by its connection. */
export async function bringConnections(source: Tx, target: Tx, team: string, { oauthItems }: MovedTables): Promise<void> {
  await moveStore.insert(target, oauthItems, await accountStore.connectionItems(source, team), 'replace')
}
