// Super Productivity's backup: tables of entities, at the top (older versions) or under "data" (newer ones).
import type { ImportedSchedule } from '../../schema/import.ts'
import { type Draft, only, placed, type Placed, required, withFacts } from './import-draft.ts'
import { byRule, everyDays, monthDayOf, monthly, once, weekdayCodes, weekly } from './import-reminders.ts'
import { dueFieldOf, dueOf, idOf, isObject, type Json, momentOf, objectsIn, textOf, truthOf } from './import-values.ts'

const isTable = (value: unknown): value is Json => isObject(value) && isObject(value.entities)

/** The part of a backup that holds the tables; undefined when it is none. */
export function superProductivityData(backup: unknown): Json | undefined {
  if (!isObject(backup)) return undefined
  if (isTable(backup.task)) return backup
  return isObject(backup.data) && isTable(backup.data.task) ? backup.data : undefined
}

function rows(table: unknown): Json[] {
  if (!isTable(table)) return []
  const entities = table.entities as Json
  const ids = Array.isArray(table.ids) ? table.ids.map(String) : []
  // `ids` is the order; what it forgets is there all the same.
  return [...new Set([...ids, ...Object.keys(entities)])].map((id) => entities[id]).filter(isObject)
}

/** Tags that the program makes itself. */
const ownTags = new Set(['TODAY', 'KANBAN_IN_PROGRESS'])

export function* readSuperProductivity(data: Json): Generator<Placed> {
  const archives = [data.taskArchive, ...[data.archiveYoung, data.archiveOld].map((archive) => (isObject(archive) ? archive.task : undefined))]
  const names = (table: unknown) => new Map(rows(table).map((row) => [idOf(row.id), idOf(row.title)]))
  const live = rows(data.task)
  const archived = archives.flatMap(rows)
  const lists: Lists = {
    projects: names(data.project),
    tags: names(data.tag),
    // Older versions name the parts only at the whole.
    parents: new Map(
      [...live, ...archived].flatMap((task) => (Array.isArray(task.subTaskIds) ? task.subTaskIds : []).map((part) => [idOf(part), idOf(task.id)])),
    ),
    repeats: new Map(rows(data.taskRepeatCfg).map((row) => [idOf(row.id), row])),
    reminders: new Map(objectsIn(data.reminders).map((reminder) => [idOf(reminder.id), reminder])),
  }
  for (const [index, task] of live.entries()) yield placed(`task ${index + 1}`, () => draft(task, lists, false))
  for (const [index, task] of archived.entries()) yield placed(`archived task ${index + 1}`, () => draft(task, lists, true))
}

interface Lists {
  projects: Map<string | undefined, string | undefined>
  tags: Map<string | undefined, string | undefined>
  parents: Map<string | undefined, string | undefined>
  repeats: Map<string | undefined, Json>
  reminders: Map<string | undefined, Json>
}

function draft(task: Json, lists: Lists, isArchived: boolean): Draft {
  const notes: string[] = []
  const done = isArchived || (truthOf(task.isDone) ?? false)
  const tagIds = Array.isArray(task.tagIds) ? task.tagIds.map(String) : []
  const project = task.projectId === 'INBOX_PROJECT' ? undefined : lists.projects.get(idOf(task.projectId))
  const tags = tagIds.filter((id) => !ownTags.has(id)).map((id) => lists.tags.get(id))
  if (Number(task.timeSpent) > 0 || Number(task.timeEstimate) > 0) notes.push('time spent and estimates left out')
  const attachments = objectsIn(task.attachments).flatMap((file) => (idOf(file.path) ? [`- [${idOf(file.title) ?? idOf(file.path)}](${idOf(file.path)})`] : []))
  return {
    external_id: idOf(task.id),
    task: only({
      title: required(textOf(task.title, 'title')),
      description: withFacts([textOf(task.notes, 'notes'), attachments.join('\n')].filter(Boolean).join('\n\n'), [
        ['Issue', idOf(task.issueId) && [idOf(task.issueType), idOf(task.issueId)].filter(Boolean).join(' ')],
      ]),
      status: done ? ('done' as const) : tagIds.includes('KANBAN_IN_PROGRESS') ? ('in_progress' as const) : ('todo' as const),
      labels: [...new Set([...tags, project].filter((label) => label !== undefined))],
      due: dueOfTask(task, lists),
      parent_external_id: idOf(task.parentId) ?? lists.parents.get(idOf(task.id)),
      created_at: momentOf(task.created),
      updated_at: momentOf(task.modified),
      completed_at: done ? momentOf(task.doneOn) : undefined,
      schedules: schedulesOf(task, lists, notes),
    }),
    notes,
  }
}

/** Of what comes again the planned day counts, which moves along; of all else the deadline, where there is one. */
function dueOfTask(task: Json, { repeats }: Lists): string | undefined {
  const planned = momentOf(task.dueWithTime) ?? momentOf(task.plannedAt) ?? dueFieldOf(task.dueDay)
  const deadline = momentOf(task.deadlineWithTime) ?? dueFieldOf(task.deadlineDay)
  return (repeats.has(idOf(task.repeatCfgId)) ? planned : deadline) ?? deadline ?? planned
}

function schedulesOf(task: Json, lists: Lists, notes: string[]): ImportedSchedule[] {
  const repeat = lists.repeats.get(idOf(task.repeatCfgId))
  const day = dueOf(task.dueDay)
  const time = momentOf(task.dueWithTime) ?? momentOf(task.plannedAt)
  const repeated = repeat && repetition(repeat, time ?? day, notes)
  if (repeated) return repeated
  // What rings is the reminder; the date counts where there is none.
  const rings = momentOf(lists.reminders.get(idOf(task.reminderId))?.remindAt) ?? momentOf(task.remindAt) ?? time ?? day
  const deadline = momentOf(task.deadlineWithTime) ?? dueOf(task.deadlineDay)
  return [...new Set([rings, deadline].filter((moment) => moment !== undefined))].map((moment) => once(moment))
}

/** What repeats less often than every week or month: counted from its start. */
function byRuleOf(repeat: Json, every: number, start: string | undefined, time: string | undefined): ImportedSchedule[] {
  if (start === undefined || !Number.isInteger(every) || every < 1 || every > 40) return []
  const [day, interval] = [start.slice(0, 10), every === 1 ? '' : `;INTERVAL=${every}`]
  const rule = (freq: string, days: string) => [byRule(`FREQ=${freq}${interval};${days}`, day, time)]
  const days = weekdayCodes.filter((_, index) => repeat[weekdays[index] as string] === true)
  switch (repeat.repeatCycle) {
    case 'WEEKLY':
      return days.length > 0 ? rule('WEEKLY', `BYDAY=${days.join(',')}`) : []
    case 'MONTHLY':
      return rule('MONTHLY', `BYMONTHDAY=${monthDayOf(day)}`)
    case 'YEARLY':
      return rule('YEARLY', `BYMONTH=${Number(day.slice(5, 7))};BYMONTHDAY=${Number(day.slice(8))}`)
    default:
      return []
  }
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function repetition(repeat: Json, next: string | undefined, notes: string[]): ImportedSchedule[] | undefined {
  const every = Number(repeat.repeatEvery ?? 1)
  const time = /^\d\d:\d\d$/.test(String(repeat.startTime)) ? String(repeat.startTime) : undefined
  const start = dueOf(repeat.startDate)
  const found: ImportedSchedule[] =
    repeat.repeatCycle === 'DAILY' && Number.isInteger(every) && every >= 1
      ? [everyDays(every, next, time ?? '09:00')]
      : repeat.repeatCycle === 'WEEKLY' && every === 1
        ? weekdays.flatMap((name, index) => (repeat[name] === true ? [weekly(index, time)] : []))
        : repeat.repeatCycle === 'MONTHLY' && every === 1 && start
          ? [monthly(Number(start.slice(8, 10)), time)]
          : byRuleOf(repeat, every, start ?? next, time)
  if (found.length === 0) {
    notes.push('a repetition that Tandem has no reminder for left out (its next date is kept)')
    return undefined
  }
  return repeat.isPaused === true ? found.map((schedule) => ({ ...schedule, enabled: false })) : found
}
