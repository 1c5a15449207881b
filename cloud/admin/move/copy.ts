// A team's rows in the other cell: all of them once, as they were in one moment, and then what changed since, again and again until little is left.
import type { Tx } from '../../db/database.ts'
import { AdminError } from '../admin-error.ts'
import { bringAccounts, bringConnections, peopleOf, type People } from './accounts.ts'
import type { Cell } from './cells.ts'
import { copyFiles, type CopiedFiles } from './move-files.ts'
import { type Change, isQuota, type MovedTable, type MoveRow, moveStore, type Sum } from './move-store.ts'
import type { Router } from './router.ts'
import { resealTeam, sealedNames } from './sealed-rows.ts'
import type { MovedTables } from './tables.ts'

export interface Move {
  team: { id: string; name: string }
  from: Cell
  to: Cell
  tables: MovedTables
  /** Files that are there by now. */
  files: Set<string>
  /** Who leads calls to cells, and is told. */
  router?: Router | undefined
}

const pageSize = 500
const removeAtOnce = 120_000

/** All of the team, and the team. Where an instance deletes bytes of its files just now, that is waited for. */
export async function wipe({ owner }: Cell, { id }: { id: string }, tables: MovedTables): Promise<void> {
  const end = Date.now() + removeAtOnce
  while ((await owner.tx((tx) => moveStore.beingSwept(tx, id))) > 0) {
    if (Date.now() > end)
      throw new AdminError('conflict', 'An instance of the other cell has been deleting files of the team for two minutes. Try again later.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await owner.tx(async (tx) => {
    for (const table of tables.all.toReversed()) await moveStore.remove(tx, table, id)
    await moveStore.removeTeam(tx, id)
  })
}

function requireSame(table: MovedTable, there: Sum, here: Sum): void {
  if (there.count !== here.count || there.sum !== here.sum)
    throw new AdminError(
      'failed',
      `${table.name}: ${here.count} rows there have the sum ${here.sum}, and ${there.count} here ${there.sum}. The team was not switched.`,
    )
}

export interface Copied {
  rows: Record<string, number>
  unopened: number
  files: CopiedFiles
}

/** The first pass. The target's record says afterwards that it is whole. */
export async function copyAll(move: Move, record: MoveRow): Promise<Copied> {
  const { team, from, to, tables } = move
  await wipe(to, team, tables)
  const sums = new Map<MovedTable, Sum>()
  await from.owner.tx(async (source) => {
    await to.owner.tx(async (target) => {
      const people = await peopleOf(source, target, team.id, tables)
      // Also those that an attempt before this one brought.
      const accounts = [...new Set([...record.accounts, ...people.toBring])]
      await moveStore.note(target, team.id, { ...record, side: 'to', step: 'copying', accounts })
      await moveStore.arrive(target, team.id, await moveStore.teamRow(source, team.id), tables.columns.counters.filter(isQuota))
      await bringAccounts(source, target, { all: people.all, toBring: accounts }, tables, { from: from.keys, to: to.keys })
    })
    for (const table of tables.all) {
      for await (const rows of moveStore.pages(source, table, team.id, pageSize)) await to.owner.tx((target) => moveStore.insert(target, table, rows, 'new'))
      sums.set(table, await moveStore.sum(source, table, team.id, sealedNames))
    }
  }, 'reading')
  await to.owner.tx(async (target) => {
    for (const [table, sum] of sums) requireSame(table, sum, await moveStore.sum(target, table, team.id, sealedNames))
  }, 'reading')
  const unopened = await to.owner.tx((target) => resealTeam(target, team.id, from.keys, to.keys))
  const files = await copyFiles(from, to, team.id, move.files)
  await to.owner.tx((target) => moveStore.setStep(target, team.id, 'copied'))
  return { rows: Object.fromEntries([...sums].map(([{ name }, { count }]) => [name, count])), unopened, files }
}

/** The keys of what changed, as JSON, by table, in their order. */
function keysByTable(changes: readonly Change[], tables: readonly MovedTable[]): [MovedTable, string][] {
  const grouped = Map.groupBy(changes, ({ relation }) => relation)
  return tables.flatMap((table): [MovedTable, string][] => {
    const found = grouped.get(table.name)
    if (!found) return []
    const keys = new Map(found.map(({ key }) => [JSON.stringify(table.key.map((column) => key[column])), key]))
    return [[table, JSON.stringify([...keys.values()])]]
  })
}

/** In one moment of the source: what is there then is compared, too. What changes afterwards is noted, and comes with the next. */
async function applyRows(source: Tx, target: Tx, { team, tables, from, to }: Move, changes: readonly Change[]): Promise<void> {
  const keyed = keysByTable(changes, tables.all)
  const rows = new Map<MovedTable, string[]>()
  for (const [table, keys] of keyed) rows.set(table, await moveStore.rows(source, table, team.id, keys))
  // What is there no more goes first: another row may have its name by now.
  for (const [table, keys] of keyed.toReversed()) {
    if (!table.isReferredTo) await moveStore.remove(target, table, team.id, keys)
    else await moveStore.removeOthers(target, table, team.id, keys, rows.get(table) ?? [])
  }
  for (const [table] of keyed) await moveStore.insert(target, table, rows.get(table) ?? [], table.isReferredTo ? 'replace' : 'new')
  for (const [table, keys] of keyed)
    requireSame(table, await moveStore.sum(source, table, team.id, sealedNames, keys), await moveStore.sum(target, table, team.id, sealedNames, keys))
  await resealTeam(target, team.id, from.keys, to.keys, new Set(changes.map(({ relation }) => relation)))
}

interface CaughtUp {
  changes: number
  /** How many rows of each table are there, when all were compared. */
  compared: Record<string, number>
}

async function compareAll(source: Tx, target: Tx, { team, tables }: Move): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables.all) {
    const [here, there] = (await Promise.all([source, target].map((tx) => moveStore.sum(tx, table, team.id, sealedNames)))) as [Sum, Sum]
    requireSame(table, here, there)
    counts[table.name] = here.count
  }
  return counts
}

/** Applies what changed since it was done last. `compare`: then all rows on both sides, in the same moment. */
export async function catchUp(move: Move, compare = false): Promise<CaughtUp> {
  const { team, from, to } = move
  const { ids, compared } = await from.owner.tx(async (source) => {
    const changes = await moveStore.changes(source, team.id)
    // Accounts that rows name since then.
    const people = await to.owner.tx((target) => peopleOf(source, target, team.id, move.tables))
    return to.owner.tx(async (target) => {
      if (people.toBring.length > 0) await bringNew(source, target, move, people)
      await applyRows(source, target, move, changes)
      return { ids: changes.map(({ id }) => id), compared: compare ? await compareAll(source, target, move) : {} }
    })
  }, 'reading')
  await copyFiles(from, to, team.id, move.files)
  if (ids.length > 0) await from.owner.tx((source) => moveStore.applied(source, team.id, ids))
  return { changes: ids.length, compared }
}

async function bringNew(source: Tx, target: Tx, { team, from, to, tables }: Move, people: People): Promise<void> {
  await bringAccounts(source, target, people, tables, { from: from.keys, to: to.keys })
  await moveStore.brought(target, team.id, people.toBring)
}

/** The rest, while nobody writes: what changed since all was compared, accounts as they are now, and the counters. Then it is at home there. */
export async function open(move: Move, target: Tx): Promise<void> {
  const { team, from, to, tables } = move
  await from.owner.tx(async (source) => {
    const [here, there] = [await moveStore.place(source), await moveStore.place(target)]
    const { team: standing } = await moveStore.standing(source, team.id)
    if (standing?.move !== 'stopped') throw new AdminError('failed', 'The team is not stopped any more: somebody else changed that. It was not switched.')
    const { record } = await moveStore.standing(target, team.id)
    const people = await peopleOf(source, target, team.id, tables)
    const brought = [...new Set([...(record?.accounts ?? []), ...people.toBring])]
    await bringAccounts(source, target, { all: people.all, toBring: brought }, tables, { from: from.keys, to: to.keys })
    await applyRows(source, target, move, await moveStore.changes(source, team.id))
    await bringConnections(source, target, team.id, tables)
    const epoch = standing.told_epoch !== null && standing.told_in === here.epoch ? standing.told_epoch : here.epoch
    const rows = { team: await moveStore.teamRow(source, team.id), counters: await moveStore.countersRow(source, team.id) }
    await moveStore.open(target, team.id, rows, tables.columns, { epoch, within: there.epoch })
    await moveStore.takeAfresh(target, team.id)
    await moveStore.setStep(target, team.id, 'open')
  }, 'reading')
}
