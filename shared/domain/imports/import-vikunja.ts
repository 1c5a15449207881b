// Vikunja's user export: data.json in a zip, an array of projects with their tasks (before 0.21 namespaces with lists).
import type { ImportedSchedule } from '../../schema/import.ts'
import { maxBlockers } from '../../schema/task.ts'
import { type Draft, only, placed, type Placed, required, withFacts } from './import-draft.ts'
import { markdownOfHtml } from './import-html.ts'
import { assignedTo } from './import-people.ts'
import { everyDays, monthly, once } from './import-reminders.ts'
import { dueFieldOf, dueOf, idOf, isObject, type Json, momentOf, nameOf, objectsIn, statusOf, textOf, truthOf, unreadDue, wordsOf } from './import-values.ts'

export function isVikunja(data: unknown): data is Json[] {
  const [first] = objectsIn(data)
  return first !== undefined && 'title' in first && (['tasks', 'lists', 'child_projects', 'buckets'] as const).some((name) => name in first)
}

/** 0 unset, 1 low, 2 medium, 3 high, 4 urgent, 5 do now. */
const priorities: Record<number, 'high' | 'medium' | 'low'> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'high', 5: 'high' }

const userName = (user: unknown) => (isObject(user) ? nameOf(user) : undefined)
const html = (value: unknown, field: string) => {
  const text = textOf(value, field)
  return text === undefined ? undefined : markdownOfHtml(text) || undefined
}

/** Numbers begin at 1 in every Vikunja: the time of creation tells two of them apart. */
function externalId(task: Json): string | undefined {
  const [id, created] = [idOf(task.id), momentOf(task.created)]
  return id && (created ? `${id}@${created}` : id)
}

/** Names of tasks by their number: a task that is only named by another may lack its time of creation there. */
class Relations {
  readonly #names = new Map<string | undefined, string | undefined>()
  readonly #parents = new Map<string | undefined, string[]>()
  readonly #blockers = new Map<string | undefined, string[]>()

  constructor(tasks: readonly Json[]) {
    for (const task of tasks) this.#names.set(idOf(task.id), externalId(task))
    for (const task of tasks) {
      const related = isObject(task.related_tasks) ? task.related_tasks : {}
      // Each is kept at both ends; one is enough.
      for (const [list, outward, inward] of [
        [this.#parents, related.parenttask, related.subtask],
        [this.#blockers, related.blocked, related.blocking],
      ] as const) {
        for (const other of objectsIn(outward)) add(list, idOf(task.id), this.#nameOf(other))
        for (const other of objectsIn(inward)) add(list, idOf(other.id), this.#nameOf(task))
      }
    }
  }

  #nameOf = (task: Json) => this.#names.get(idOf(task.id)) ?? externalId(task)
  parentsOf = (task: Json): readonly string[] => this.#parents.get(idOf(task.id)) ?? []
  blockersOf = (task: Json): readonly string[] => this.#blockers.get(idOf(task.id)) ?? []
}

function add(list: Map<string | undefined, string[]>, id: string | undefined, name: string | undefined): void {
  if (name === undefined) return
  const known = list.get(id) ?? []
  if (!known.includes(name)) list.set(id, [...known, name])
}

const insideOf = (project: Json) => [...objectsIn(project.child_projects), ...objectsIn(project.lists)]

function* tasksIn(projects: readonly Json[]): Generator<Json> {
  for (const project of projects) {
    yield* objectsIn(project.tasks)
    yield* tasksIn(insideOf(project))
  }
}

export function* readVikunja(projects: readonly Json[], relations = new Relations([...tasksIn(projects)])): Generator<Placed> {
  for (const project of projects) {
    const columns = new Map(objectsIn(project.buckets).map((bucket) => [idOf(bucket.id), idOf(bucket.title)]))
    for (const task of objectsIn(project.tasks)) {
      yield placed(`task ${idOf(task.id) ?? '?'}`, () => draft(task, relations, idOf(project.title), columns.get(idOf(task.bucket_id))))
    }
    yield* readVikunja(insideOf(project), relations)
  }
}

function draft(task: Json, relations: Relations, project: string | undefined, column: string | undefined): Draft {
  const notes: string[] = []
  const done = truthOf(task.done) ?? false
  const created = momentOf(task.created)
  const [parent, ...moreParents] = relations.parentsOf(task)
  const creator = userName(task.created_by)
  const { assignee, others } = assignedTo(objectsIn(task.assignees).flatMap((user) => userName(user) ?? []))
  if (objectsIn(task.attachments).length > 0) notes.push('attachments left out')
  notes.push(...unreadDue('due_date', task.due_date))
  if (moreParents.length > 0) notes.push('a second parent task left out')
  if (Number(task.percent_done) > 0 && !done) notes.push('percent done left out')
  return {
    external_id: externalId(task),
    task: only({
      title: required(textOf(task.title, 'title')),
      description: withFacts(html(task.description, 'description'), [['Also assigned to', others]]),
      status: done ? ('done' as const) : (statusOf(column) ?? ('todo' as const)),
      priority: priorities[Number(task.priority)],
      labels: [...new Set([...wordsOf(task.labels ?? []), ...(project && project !== 'Inbox' ? [project] : [])])],
      requesters: creator ? [creator] : undefined,
      due: dueFieldOf(task.due_date),
      assignee,
      parent_external_id: parent,
      blocked_by_external_ids: relations.blockersOf(task).slice(0, maxBlockers),
      created_at: created,
      updated_at: momentOf(task.updated),
      completed_at: done ? momentOf(task.done_at) : undefined,
      comments: objectsIn(task.comments).flatMap((comment) => {
        const body = html(comment.comment, 'comment')
        const author = userName(comment.author)
        if (!body) return []
        return [
          only({
            body,
            author: author ? { kind: 'person' as const, name: author } : undefined,
            created_at: momentOf(comment.created),
            updated_at: momentOf(comment.updated),
          }),
        ]
      }),
      schedules: schedulesOf(task, notes),
    }),
    notes,
  }
}

function schedulesOf(task: Json, notes: string[]): ImportedSchedule[] {
  const due = dueOf(task.due_date)
  // Reminders were plain moments before 0.22.
  const listed = Array.isArray(task.reminders) ? task.reminders : Array.isArray(task.reminder_dates) ? task.reminder_dates : []
  const moments = listed.map((reminder: unknown) => dueOf(isObject(reminder) ? reminder.reminder : reminder)).filter((moment) => moment !== undefined)
  const repeat = repetition(task, due, notes)
  const singles = new Set(repeat ? moments.filter((moment) => moment !== due) : [...(due ? [due] : []), ...moments])
  return [...(repeat ? [repeat] : []), ...[...singles].map((moment) => once(moment))]
}

function repetition(task: Json, due: string | undefined, notes: string[]): ImportedSchedule | undefined {
  const seconds = Number(task.repeat_after ?? 0)
  if (task.repeat_mode === 1 && due) return monthly(Number(due.slice(8, 10)), due.slice(11, 16), 'UTC')
  if (seconds === 0) return undefined
  if (due && seconds % 86_400 === 0) return everyDays(seconds / 86_400, due, due.slice(11, 16), 'UTC')
  notes.push('a repetition that is not in whole days left out')
  return undefined
}
