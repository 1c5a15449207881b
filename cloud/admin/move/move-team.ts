// `move-team`: a team goes to another cell, with all that is its, while people and agents work in it.
import { uuidv7 } from 'uuidv7'
import { AdminError } from '../admin-error.ts'
import { createAudit } from '../audit.ts'
import type { Answer, Command, Given } from '../command.ts'
import type { AdminContext } from '../context.ts'
import { theTeam } from '../directory.ts'
import { facts, table } from '../table.ts'
import { peopleOf } from './accounts.ts'
import { type Cell, openCell, ownCell } from './cells.ts'
import type { Move } from './copy.ts'
import { type MoveRow, moveStore } from './move-store.ts'
import { type Router, routeTo } from './router.ts'
import { beginLeaving, carryOver, cleanUp, undo } from './steps.ts'
import { readTables, requireSameTables } from './tables.ts'

interface Standing {
  here: Awaited<ReturnType<typeof moveStore.standing>>
  there: Awaited<ReturnType<typeof moveStore.standing>>
  /** What tells the databases from others. */
  places: { here: string; there: string }
}

const act = (move: Move, given: Given) => ({
  act: 'move-team',
  target: { kind: 'team' as const, id: move.team.id, name: move.team.name },
  arguments: { from: move.from.name, to: move.to.name, undo: given.undo === true },
})

async function standingOf({ from, to, team }: Move): Promise<Standing> {
  const [here, there] = [
    await from.owner.tx((tx) => moveStore.standing(tx, team.id), 'reading'),
    await to.owner.tx((tx) => moveStore.standing(tx, team.id), 'reading'),
  ]
  const [ours, theirs] = [await from.owner.tx((tx) => moveStore.place(tx), 'reading'), await to.owner.tx((tx) => moveStore.place(tx), 'reading')]
  return { here, there, places: { here: ours.place, there: theirs.place } }
}

/** Throws `conflict` unless it may begin, or go on, between these two. */
function requireMovable(move: Move, { here, there, places }: Standing): void {
  if (places.here === places.there) throw new AdminError('conflict', 'Both cells have the same database.')
  if (here.team?.deletes_at != null) throw new AdminError('conflict', 'The team is to be deleted: its owners can keep it first.')
  if (here.team?.move === 'arriving')
    throw new AdminError('conflict', `The team is on its way here from ${here.record?.cell}. Go on with that from there, or undo it there.`)
  if (here.team?.move != null && here.record?.place !== places.there)
    throw new AdminError('conflict', `The team is on its way to ${here.record?.cell}. Go on with that, or undo it (--undo with its settings).`)
  if (here.team?.move == null && there.team !== undefined && there.team.move !== 'gone' && there.record?.place !== places.here)
    throw new AdminError('conflict', 'The other cell has a team of this id already.')
  if (move.from.store === move.to.store && !move.to.keys.some((key) => key.equals(move.from.keys[0])))
    throw new AdminError(
      'conflict',
      'Both cells keep files in the same place, with different keys. Give the other cell the key of this one in TANDEM_OTHER_KEYS first.',
    )
}

async function dryRun(move: Move): Promise<Answer> {
  const { team, from, to, tables } = move
  const rows = await from.owner.tx((tx) => moveStore.counts(tx, tables.all, team.id), 'reading')
  const people = await from.owner.tx((source) => to.owner.tx((target) => peopleOf(source, target, team.id, tables), 'reading'), 'reading')
  const files = await from.owner.tx((tx) => moveStore.keptObjects(tx, team.id), 'reading')
  const data = {
    team,
    from: from.name,
    to: to.name,
    rows,
    accounts: people.all.length,
    accounts_to_bring: people.toBring.length,
    files: from.store === to.store ? 0 : files.length,
  }
  const filled = Object.entries(rows).filter(([, count]) => count > 0)
  return {
    data: { dry_run: true, ...data },
    text: [
      table(['TABLE', 'ROWS'], filled),
      facts([
        ['accounts', data.accounts],
        ['of them new there', data.accounts_to_bring],
        ['files to copy', data.files],
      ]),
      'Nothing was changed.',
    ].join('\n\n'),
  }
}

async function run(ctx: AdminContext, move: Move, standing: Standing): Promise<Answer> {
  const { team, from, to } = move
  const { here, there, places } = standing
  const record: MoveRow = { id: here.record?.id ?? uuidv7(), side: 'from', step: 'copying', cell: to.name, place: places.there, accounts: [] }
  const isTheSame = there.record?.side === 'to' && there.record.id === record.id
  const isOpen = isTheSame && there.record?.step === 'open'
  const theirs = { ...record, cell: from.name, place: places.here, accounts: isTheSame ? (there.record?.accounts ?? []) : [] }
  const deps = {
    say: ctx.say,
    switchRouter: async () => {
      if (move.router) await routeTo(move.router, team.id, to.name)
    },
    wakeClients: () => ctx.acting().loginsEnded({ users: [], teams: [team.id] }),
  }
  let done: Awaited<ReturnType<typeof carryOver>> | undefined
  if (!isOpen && here.team?.move !== 'gone') {
    // Before anything is changed.
    await from.owner.tx((source) => to.owner.tx((target) => peopleOf(source, target, team.id, move.tables), 'reading'), 'reading')
    await beginLeaving(move, record)
    done = await carryOver(move, theirs, isTheSame && there.record?.step === 'copied', deps)
  } else {
    await from.owner.tx((tx) => moveStore.setMove(tx, team.id, 'gone'))
    await deps.switchRouter()
    deps.wakeClients()
  }
  await cleanUp(move, ctx.say)
  const rows = done ? Object.values(done.checked).reduce((sum, count) => sum + count, 0) : null
  return {
    data: {
      team,
      from: from.name,
      to: to.name,
      moved: true,
      resumed: here.record !== undefined,
      refused_ms: done?.refused_ms ?? null,
      rows: done?.checked ?? null,
      copied: done?.copied ?? null,
    },
    text: `The team ${team.name} (${team.id}) is in ${to.name} now${done ? `: ${rows} rows; writes were refused for ${done.refused_ms} ms` : ''}.`,
  }
}

/** Throws AdminError `usage`. */
function routerOf({ map, router }: Given): Router | undefined {
  if (typeof map !== 'string' && router !== undefined) throw new AdminError('usage', "--router needs --map: the name of the map in HAProxy's configuration.")
  return typeof map === 'string' ? { map, sockets: typeof router === 'string' ? router.split(',') : [] } : undefined
}

/** Whether it has left already, and only what is noted of it in the other cell may be left over. */
async function hasLeft(ctx: AdminContext, to: Cell, id: string): Promise<Answer | undefined> {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return undefined
  const { team, record } = await ctx.owner.tx((tx) => moveStore.standing(tx, id), 'reading')
  if (team || record?.step !== 'left') return undefined
  const { place } = await to.owner.tx((tx) => moveStore.place(tx), 'reading')
  if (record.place !== place) throw new AdminError('conflict', `The team has left for ${record.cell}.`)
  await to.owner.tx(async (tx) => {
    if ((await moveStore.standing(tx, id)).record?.step === 'open') await moveStore.forget(tx, id)
  })
  return {
    data: { team: { id }, to: to.name, moved: true, resumed: true, refused_ms: null, rows: null, copied: null },
    text: `The team ${id} is in ${to.name}.`,
  }
}

export const moveTeamCommand: Command = {
  name: 'move-team',
  takes: 'WHICH',
  says: 'Moves a team to another cell (a cloud with a database of its own) while it is worked in. Writes are refused for a moment (503, and clients repeat them); cut off, it goes on when it is run again.',
  options: {
    to: { takes: 'FILE', says: 'settings of the other cell: DATABASE_URL, TANDEM_KEY, where its files are' },
    map: { takes: 'FILE', says: "HAProxy's map from teams to cells, which is changed" },
    router: { takes: 'SOCKETS', says: "sockets of HAProxy's runtime API, with commas: told in the moment of the switch (needs --map)" },
    'dry-run': { says: 'changes nothing: what would be moved, and whether it may' },
    undo: { says: 'gives up a move that was cut off: the team stays here' },
  },
  async run(ctx, given, which) {
    if (typeof given.to !== 'string') throw new AdminError('usage', "'move-team' needs --to FILE: the settings of the other cell.")
    const to = await openCell(given.to)
    try {
      const left = await hasLeft(ctx, to, which)
      if (left) return left
      const { id, name } = await theTeam(ctx, which)
      const from = ownCell(ctx, ctx.config.cell ?? 'here')
      const tables = await from.owner.tx((tx) => readTables(tx), 'reading')
      const move: Move = { team: { id, name }, from, to, tables, files: new Set(), router: routerOf(given) }
      for (const { owner } of [from, to])
        if (!(await owner.tx((tx) => moveStore.hold(tx, id)))) throw new AdminError('conflict', 'Somebody else moves this team just now.')
      await from.owner.tx((source) => to.owner.tx((target) => requireSameTables(source, target), 'reading'), 'reading')
      const standing = await standingOf(move)
      requireMovable(move, standing)
      if (given['dry-run'] === true) return await dryRun(move)
      if (given.undo === true) {
        const theirs = standing.there.record?.id === standing.here.record?.id ? standing.there.record : undefined
        if (standing.here.team?.move == null) throw new AdminError('conflict', 'The team is not on its way.')
        if (standing.here.team.move === 'gone' || theirs?.step === 'open')
          throw new AdminError('conflict', `The team is open in ${to.name} already. Run it again to end it, and move the team back then.`)
        await ctx.audit.around(act(move, given), () => undo(move, theirs))
        return { data: { team: move.team, undone: true }, text: `The team ${name} stays here; nothing of it is in ${to.name}.` }
      }
      const answer = await ctx.audit.around(act(move, given), () => run(ctx, move, standing))
      await createAudit(to.owner, undefined).within(act(move, given), () => Promise.resolve())
      return answer
    } finally {
      await to.close()
    }
  },
}
