// Todoist's data as its sync API (and backup tools that save it) give it: items, projects, sections, labels, notes, reminders, people.
import type { ImportedSchedule } from '../../schema/import.ts'
import { only, placed, type Placed, required, withFacts } from './import-draft.ts'
import { dueOfTodoist, splitLabels } from './import-todoist.ts'
import { utcOfTime } from '../time/instant.ts'
import { idOf, isObject, type Json, momentOf, nameOf, objectsIn, personOf, textOf, truthOf } from './import-values.ts'
import { once } from './import-reminders.ts'

export function isTodoistJson(data: unknown): data is Json {
  return isObject(data) && Array.isArray(data.items) && (Array.isArray(data.projects) || 'sync_token' in data)
}

/** In the API 4 is the highest priority (in the CSV it is 1). */
const priorities: Record<number, 'high' | 'medium' | 'low'> = { 4: 'high', 3: 'medium', 2: 'medium', 1: 'low' }

const byId = (list: unknown) => new Map(objectsIn(list).map((one) => [idOf(one.id), one]))
const nameIn = (map: Map<string | undefined, Json>, id: unknown) => idOf(map.get(idOf(id))?.name)

function grouped(list: unknown): Map<string | undefined, Json[]> {
  return Map.groupBy(objectsIn(list), (one) => idOf(one.item_id ?? one.task_id))
}

export function* readTodoistJson(data: Json): Generator<Placed> {
  const items = objectsIn(data.items)
  const lists = {
    items: byId(data.items),
    projects: byId(data.projects),
    sections: byId(data.sections),
    labels: byId(data.labels),
    people: byId(data.collaborators),
    notes: grouped(data.notes ?? data.item_notes ?? data.comments),
    reminders: grouped(data.reminders),
  }
  for (const [index, item] of items.entries()) {
    const where = `item ${index + 1}`
    if (truthOf(item.is_deleted)) yield { where, leftOut: 'deleted in Todoist' }
    else yield placed(where, () => draft(item, lists))
  }
  for (const [index] of objectsIn(data.project_notes).entries())
    yield { where: `project note ${index + 1}`, leftOut: 'a comment on a project; Tandem has comments on tasks' }
}

interface Lists {
  items: Map<string | undefined, Json>
  projects: Map<string | undefined, Json>
  sections: Map<string | undefined, Json>
  labels: Map<string | undefined, Json>
  people: Map<string | undefined, Json>
  notes: Map<string | undefined, Json[]>
  reminders: Map<string | undefined, Json[]>
}

function draft(item: Json, lists: Lists) {
  const id = idOf(item.id)
  const notes: string[] = []
  const { title, labels } = splitLabels(textOf(item.content, 'content') ?? '')
  const project = lists.projects.get(idOf(item.project_id))
  const isInbox = project && (truthOf(project.inbox_project) || truthOf(project.is_inbox_project) || project.name === 'Inbox')
  const places = [isInbox ? undefined : idOf(project?.name), nameIn(lists.sections, item.section_id)]
  // Older exports name labels by number.
  const named = (Array.isArray(item.labels) ? item.labels : []).map((label) => nameIn(lists.labels, label) ?? idOf(label))
  const due = isObject(item.due) ? item.due : {}
  const dueText = textOf(due.string, 'due.string')
  const dueDate = idOf(due.datetime) ?? idOf(due.date)
  const found = dueOfTodoist(dueText, dueDate, due.timezone, truthOf(due.is_recurring) ?? false)
  if (found.kept) notes.push('the due date is not one Tandem recognizes: kept in the description')
  const deadline = dueOfTodoist(undefined, isObject(item.deadline) ? idOf(item.deadline.date) : undefined, undefined)
  const done = truthOf(item.checked) ?? truthOf(item.is_completed) ?? false
  if (isObject(item.duration)) notes.push('duration skipped')
  const parent = idOf(item.parent_id)
  const creator = personOf(lists.people.get(idOf(item.added_by_uid)))
  return {
    external_id: id,
    task: only({
      title: required(title || undefined, 'content'),
      description: withFacts(textOf(item.description, 'description'), [['Due', found.kept]]),
      status: done ? ('done' as const) : ('todo' as const),
      priority: priorities[Number(item.priority)],
      labels: [...new Set([...labels, ...named, ...places].filter((label) => label !== undefined))],
      requesters: creator ? [creator] : undefined,
      // What comes again has a new date each time; of all else the deadline is what counts.
      due: (truthOf(due.is_recurring) ? found.due : undefined) ?? deadline.due ?? found.due,
      assignee: personOf(lists.people.get(idOf(item.responsible_uid))),
      parent_external_id: truthOf(lists.items.get(parent)?.is_deleted) ? undefined : parent,
      created_at: momentOf(item.added_at ?? item.date_added ?? item.created_at),
      updated_at: momentOf(item.updated_at),
      completed_at: done ? momentOf(item.completed_at ?? item.date_completed) : undefined,
      comments: (lists.notes.get(id) ?? []).filter((note) => !truthOf(note.is_deleted)).flatMap((note) => commentOf(note, lists)),
      schedules: [...found.schedules, ...deadline.schedules, ...(lists.reminders.get(id) ?? []).flatMap((reminder) => reminderOf(reminder, dueDate, notes))],
    }),
    notes,
  }
}

function commentOf(note: Json, lists: Lists) {
  const file = isObject(note.file_attachment) ? note.file_attachment : undefined
  const link = file && idOf(file.file_url) ? `[${idOf(file.file_name) ?? 'attachment'}](${idOf(file.file_url)})` : undefined
  const body = [textOf(note.content, 'content of a note'), link].filter(Boolean).join('\n\n')
  const author = nameOf(lists.people.get(idOf(note.posted_uid)))
  if (!body) return []
  return [only({ body, author: author ? { kind: 'person' as const, name: author } : undefined, created_at: momentOf(note.posted_at ?? note.posted) })]
}

function reminderOf(reminder: Json, dueDate: string | undefined, notes: string[]): ImportedSchedule[] {
  if (truthOf(reminder.is_deleted)) return []
  const due = isObject(reminder.due) ? reminder.due : {}
  if (reminder.type === 'absolute') return dueOfTodoist(undefined, idOf(due.datetime) ?? idOf(due.date), due.timezone).schedules
  const before = Number(reminder.minute_offset ?? reminder.mm_offset)
  const moment = dueDate && /T.*(Z|[+-]\d\d:?\d\d)$/i.test(dueDate) ? momentOf(dueDate) : undefined
  const fireAt = moment !== undefined && Number.isFinite(before) ? utcOfTime(Date.parse(moment) - before * 60_000) : undefined
  if (before !== 0 && !fireAt) notes.push('a reminder relative to a place, or to a due date without a time zone, left out')
  return before !== 0 && fireAt ? [once(fireAt)] : []
}
