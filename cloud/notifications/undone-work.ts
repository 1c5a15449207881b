// Tells people that somebody else took their work back, in the transaction that did it.
import type { JournalEntry, UndoResult } from '../../shared/schema/journal.ts'
import type { TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import { type KnownLogin, knownLogins } from '../journal/known-logins.ts'
import type { Notifications } from './notifications.ts'

/** `entries`: what the undo was about; those of them that it did not take back are left out. */
export type TellUndone = (write: Write, entries: readonly JournalEntry[], result: UndoResult, ctx: TeamContext) => Promise<void>

/** Who signed in and wrote it, or whose desktop brought it under a person's name. */
function createWriterOf(logins: ReadonlyMap<string, KnownLogin>) {
  return ({ actor, principal }: JournalEntry): string | undefined => {
    if (principal?.kind === 'person') return principal.id
    return actor.kind === 'sync' && principal ? (logins.get(`token:${principal.id}`)?.owner_id ?? undefined) : undefined
  }
}

export function createTellUndone({ queue }: { queue: Notifications['queue'] }): TellUndone {
  return async (write, entries, { done, preview }, ctx) => {
    const own = ctx.caller?.kind === 'session' ? ctx.caller.user.id : undefined
    if (preview || own === undefined) return
    const taken = new Set(done.map(({ seq }) => seq))
    const desktops = entries.flatMap(({ actor, principal }) => (actor.kind === 'sync' && principal?.kind === 'token' ? [`token:${principal.id}`] : []))
    const writerOf = createWriterOf(await knownLogins(write.tx, write.teamId, desktops))
    // An undo of an undo gives back what it took.
    const theirs = entries.filter((entry) => taken.has(entry.seq) && entry.undo_of === null && writerOf(entry) !== undefined && writerOf(entry) !== own)
    for (const [user, some] of Map.groupBy(theirs, (entry) => writerOf(entry) as string)) {
      const tasks = new Set(some.map(({ task_id }) => task_id))
      const [only] = tasks
      await queue(write, {
        event: 'work.undone',
        task_id: null,
        title: `${ctx.actor.name} undid ${some.length === 1 ? 'a change of yours' : `${some.length} changes of yours`}`.slice(0, 500),
        ...(tasks.size === 1 && only != null ? { body: `#${only}` } : {}),
        url: '/activity',
        user_ids: [user],
        by: ctx.actor.name,
      })
    }
  }
}
