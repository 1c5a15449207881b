// Undo: puts back what events of the list changed, newest first, in one transaction. What somebody else changed since is left alone and listed
// as a conflict. An undo is journalled like any write, so it can be undone itself (redo).
import { AppError } from '../../shared/domain/app-error.ts'
import { maxUndone } from '../../shared/domain/history/undo-rules.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import type { JournalEntry, UndoConflict, UndoRequest, UndoResult } from '../../shared/schema/journal.ts'
import type { TeamContext } from '../context.ts'
import { entryOf, entryWithGaps, type EntryRow } from './entries.ts'
import type { Journal, Write } from './journal.ts'
import { chooseEvents } from './choose-events.ts'
import { Reversal, type Revertibles } from './reversal.ts'
import type { TellUndone } from '../notifications/undone-work.ts'
import { wholeRow } from './long-texts/whole-texts.ts'
import { undoStore } from './undo-store.ts'

/** One call takes back no more of an actor's entries after so many milliseconds, once there are some: the team's other writers wait for it. */
const maxBlockedMs = 1000
const fewEntries = 10

class Rollback extends Error {
  readonly result: UndoResult
  constructor(result: UndoResult) {
    super()
    this.result = result
  }
}

/** Whose work it is, where that is a person's: somebody who signed in, or the owner of the desktop that brought it. */
function isOthersWork({ actor, principal }: JournalEntry, { caller, principal: own }: TeamContext, ownTokens: ReadonlySet<string>): boolean {
  if (principal === undefined) return false
  // A token takes back what was written with it, and nothing else.
  if (caller?.kind !== 'session') return `${principal.kind}:${principal.id}` !== own
  if (principal.kind === 'person') return principal.id !== caller.user.id
  return actor.kind === 'sync' && !ownTokens.has(principal.id)
}

export interface UndoDeps {
  journal: Journal
  /** For whoever undoes. */
  revertibles: (ctx: TeamContext) => Revertibles
  /** Links of the team's tasks change one after another. Before the team's lock. */
  lockLinks: (write: Write) => Promise<void>
  /** The ids of the API tokens that this person made, also of those that have ended. */
  tokensOf: (write: Write, userId: string) => Promise<ReadonlySet<string>>
  tellUndone: TellUndone
}

export type Undo = ReturnType<typeof createUndo>

export function createUndo({ journal, revertibles, lockLinks, tokensOf, tellUndone }: UndoDeps) {
  /** Throws `forbidden`: members take back what they did, and what agents and mails did. */
  async function requireAllowed(write: Write, entries: readonly JournalEntry[], ctx: TeamContext): Promise<void> {
    if (can(ctx.team.capacity, 'undo_others')) return
    const own = ctx.caller?.kind === 'session' ? await tokensOf(write, ctx.caller.user.id) : new Set<string>()
    const others = entries.find((entry) => isOthersWork(entry, ctx, own))
    if (!others) return
    const who =
      ctx.caller?.kind === 'token'
        ? 'This API token can only undo what was written with it'
        : `Only ${whoCan('undo_others')} of the team can undo the work of other people`
    // What an agent did once a person had said yes is that person's work.
    const by =
      others.actor.kind === 'agent' && others.principal?.kind === 'person'
        ? `was accepted by another person, for ${others.actor.name}`
        : `is by ${others.actor.name}`
    throw new AppError('forbidden', `${who}; entry ${others.seq} ${by}.`)
  }

  /** Rows first, in one order, then the team's lock: as every writer does, so that nobody waits for another in a circle. */
  async function hold(write: Write, rows: readonly EntryRow[]): Promise<void> {
    const { tx, teamId } = write
    const idsOf = (entity: string) => [...new Set(rows.filter((row) => row.entity === entity).map(({ entity_id }) => Number(entity_id)))]
    await undoStore.hold(tx, teamId, 'tasks', [...new Set(rows.flatMap(({ task_id }) => task_id ?? []))])
    await undoStore.hold(tx, teamId, 'contacts', idsOf('contact'))
    await undoStore.hold(tx, teamId, 'lists', idsOf('list'))
    if (rows.some(({ entity }) => entity === 'task')) await lockLinks(write)
    await write.lock()
  }

  async function run(write: Write, request: UndoRequest, ctx: TeamContext): Promise<UndoResult> {
    const { tx, teamId } = write
    const { rows, stretch } = await chooseEvents(write, request, ctx)
    const entries = rows.map((row) => entryWithGaps(row))
    await requireAllowed(write, entries, ctx)
    const { from = null, to = null } = stretch ?? {}
    const isOpen = to === Number.MAX_SAFE_INTEGER
    const last = isOpen ? (rows[0]?.seq ?? from) : to
    const result: UndoResult = { preview: request.preview ?? false, done: [], conflicts: [], entries: [], from, to: last, left: 0, next: null }
    await hold(write, rows)
    const reversal = new Reversal({ write, revertibles: revertibles(ctx), inSet: new Set(rows.map(({ seq }) => seq)), result })
    // As they are now that nobody else writes.
    const present = new Map(
      (
        await undoStore.some(
          tx,
          teamId,
          rows.map(({ seq }) => seq),
        )
      ).map((row) => [row.seq, row]),
    )
    const begun = performance.now()
    for (const [n, row] of rows.entries()) {
      if (stretch && (n >= maxUndone || (n >= fewEntries && performance.now() - begun > maxBlockedMs))) {
        result.next = row.seq
        result.left = await undoStore.countOfWriter(tx, teamId, { ...stretch, to: row.seq })
        break
      }
      // Whether it was undone already is said as it was before this undo.
      await reversal.revert(entryOf(await wholeRow(present.get(row.seq) ?? row, teamId, (work) => work(tx))))
    }
    await tellUndone(write, entries, result, ctx)
    return result
  }

  return {
    /** Inside the write: what still stands of these entries. `done`: how much was taken back, now or before. */
    async takeBack(write: Write, entries: readonly number[], ctx: TeamContext): Promise<{ done: number; conflicts: UndoConflict[] }> {
      // Somebody may have undone a part of it by itself.
      const left = (await undoStore.some(write.tx, write.teamId, entries)).flatMap(({ seq, undone_by }) => (undone_by === null ? [seq] : []))
      if (left.length === 0) return { done: entries.length, conflicts: [] }
      const { done, conflicts } = await run(write, { entries: left }, ctx)
      return { done: done.length, conflicts }
    },

    async undo(request: UndoRequest, ctx: TeamContext): Promise<UndoResult> {
      if (!request.preview) return journal.write(ctx, (write) => run(write, request, ctx))
      // A preview is the real thing, rolled back: it cannot promise what the undo would not do. Always in a transaction of its own.
      const { write: _, ...alone } = ctx
      try {
        return await journal.write(alone, async (write) => {
          throw new Rollback(await run(write, request, ctx))
        })
      } catch (error) {
        if (!(error instanceof Rollback)) throw error
        return { ...error.result, entries: [] }
      }
    },
  }
}
