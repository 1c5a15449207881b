// Which texts of a task came from outside, read from the journal: it knows who wrote each field.
import { fenced, outsideSource, type Source, type TextWrite } from '../../../shared/domain/outside-text.ts'
import type { ActorKind } from '../../../shared/schema/actor.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Db } from '../db/open.ts'

const outsideKinds: ReadonlySet<ActorKind> = new Set(['email'])

export const isOutside = (kind: ActorKind): boolean => outsideKinds.has(kind)

interface HistoryRow {
  actor_kind: ActorKind
  actor_name: string
  after: string | null
  undo_of: number | null
}

export type Provenance = ReturnType<typeof createProvenance>

export function createProvenance(db: Db) {
  const touched = db.prepare("SELECT DISTINCT task_id FROM journal WHERE actor_kind = 'email' AND task_id IN (SELECT value FROM json_each(?))").pluck()
  const history = db.prepare("SELECT actor_kind, actor_name, after, undo_of FROM journal WHERE task_id = ? AND entity = 'task' ORDER BY seq")

  function sourcesOf(task: Task): { title?: Source | undefined; description?: Source | undefined } {
    const rows = (history.all(task.id) as HistoryRow[]).map((row) => ({ ...row, after: JSON.parse(row.after ?? '{}') as Record<string, unknown> }))
    const writes = (field: 'title' | 'description'): TextWrite[] =>
      rows.flatMap((row) =>
        Object.hasOwn(row.after, field)
          ? [
              {
                source: { kind: row.actor_kind, name: row.actor_name },
                outside: isOutside(row.actor_kind),
                isUndo: row.undo_of !== null,
                text: row.after[field] as string | null,
              },
            ]
          : [],
      )
    return { title: outsideSource(task.title, writes('title')), description: outsideSource(task.description, writes('description')) }
  }

  const namers = db.prepare("SELECT actor_name, after FROM journal WHERE entity_id = ? AND entity = 'contact' AND actor_kind = 'email'")

  return {
    /** A contact with its name fenced, when that is what a sender calls themselves. */
    fenceContact<C extends { id: number; name: string }>(contact: C): C {
      const rows = namers.all(contact.id) as { actor_name: string; after: string | null }[]
      const row = rows.findLast(({ after }) => after !== null && (JSON.parse(after) as { name?: string }).name === contact.name)
      return row ? { ...contact, name: fenced(contact.name, { kind: 'email', name: row.actor_name }) } : contact
    },

    /** The tasks with their outside texts fenced; `snippet` too, if the task holds any outside text. */
    fence<T extends Task & { snippet?: string }>(tasks: readonly T[]): T[] {
      const ids = new Set(touched.all(JSON.stringify(tasks.map((task) => task.id))) as number[])
      if (ids.size === 0) return [...tasks]
      return tasks.map((task) => {
        if (!ids.has(task.id)) return task
        const { title, description } = sourcesOf(task)
        const any = title ?? description
        return {
          ...task,
          title: title ? fenced(task.title, title) : task.title,
          description: description && task.description !== null ? fenced(task.description, description) : task.description,
          ...(task.snippet === undefined ? {} : { snippet: fenced(task.snippet, any ?? { kind: 'email', name: '' }) }),
        }
      })
    },
  }
}
