// What can be imported: how each kind is found again, and how it is written.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ImportedContact, ImportedList, ImportedTask } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import { createConversationKinds } from './conversation-kinds.ts'
import type { ImportKindDeps, ImportKinds } from './import-kind.ts'
import { createImportPlace } from './import-place.ts'
import { importedReminder, inUtc, withDue } from './imported-times.ts'

export function createImportKinds(deps: ImportKindDeps): ImportKinds {
  const { now, zone, tasks, contacts, lists } = deps
  const place = createImportPlace(deps)
  const { unused, as, kept } = place

  /** Nothing that comes in was proven here. Throws `invalid`: that one is refused, and the others come in. */
  function requireOpenOrFree({ status = 'backlog', criteria }: ImportedTask, ctx: Context): void {
    const fresh = { id: 0, status: 'backlog' as const, criteria: [] }
    try {
      tasks.requireProven(fresh, { ...fresh, status, criteria: criteria ?? [] }, ctx, 'forbidden')
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
      throw new AppError('invalid', `${ctx.actor.name} sets tasks to done only with evidence, and an import has none: import it as todo, or ask the person.`)
    }
  }

  return {
    task: {
      twin: ({ uid }: ImportedTask) => (uid === undefined ? undefined : tasks.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => (tasks.byIds([id]).length > 0 ? `#${id}` : undefined),
      insert({ comments = [], schedules = [], from_outside, ...input }: ImportedTask, ctx, record) {
        requireOpenOrFree(input, ctx)
        const task = withDue(inUtc(input), zone)
        const id = as(from_outside, record, (own) => tasks.insertImported(task, unused('task', input.id), own))
        for (const comment of comments) deps.comments.insertImported(id, inUtc(comment), unused('comment', comment.id), ctx, record)
        for (const schedule of schedules) {
          deps.schedules.insertImported(id, importedReminder(inUtc(schedule), task, now(), zone()), unused('schedule', schedule.id), record)
        }
        return id
      },
    },
    contact: {
      twin: ({ uid }: ImportedContact) => (uid === undefined ? undefined : contacts.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => contacts.byId(id)?.slug,
      insert: ({ from_outside, ...input }: ImportedContact, _ctx, record) =>
        as(from_outside, record, (own) => contacts.insertImported(inUtc(input), unused('contact', input.id), own)),
    },
    list: {
      twin: ({ uid }: ImportedList) => (uid === undefined ? undefined : lists.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => lists.byId(id)?.name,
      insert: (input: ImportedList, _ctx, record) => lists.insertImported(input, kept('list', input), record),
    },
    ...createConversationKinds(deps, place),
  }
}
