// What can be imported: how each kind is found again, and how it is written.
import type { ImportedContact, ImportedTask } from '../../../shared/schema/import.ts'
import { createConversationKinds } from './conversation-kinds.ts'
import type { ImportKindDeps, ImportKinds } from './import-kind.ts'
import { createImportPlace } from './import-place.ts'
import { importedReminder, inUtc, withDue } from './imported-times.ts'

export function createImportKinds(deps: ImportKindDeps): ImportKinds {
  const { now, zone, tasks, contacts } = deps
  const place = createImportPlace(deps)
  const { unused, as } = place

  return {
    task: {
      twin: ({ uid }: ImportedTask) => (uid === undefined ? undefined : tasks.byUid(uid.toLowerCase())?.id),
      nameOf: (id) => (tasks.byIds([id]).length > 0 ? `#${id}` : undefined),
      insert({ comments = [], schedules = [], from_outside, ...input }: ImportedTask, ctx, record) {
        const task = withDue(inUtc(input), zone())
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
    ...createConversationKinds(deps, place),
  }
}
