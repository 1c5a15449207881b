// A journal entry as a sentence that follows the actor's name: "set status to In progress".
import type { JournalEntry, TextChange } from '../../shared/schema/journal.ts'
import type { Priority, Status } from '../../shared/schema/task.ts'
import { assigneeOf } from './plan/assignee.ts'
import { fieldText } from './conflict-text.ts'
import { dueWords } from './plan/due.ts'
import { m } from '../messages/late.ts'
import { taskName, uidsIn } from './plan/task-names.ts'

const said = m.entry

export function entrySentence(entry: JournalEntry): string {
  if (entry.undo_of !== null && entry.action !== 'updated') return entry.action === 'created' ? said.restored[entry.entity] : said.removed[entry.entity]
  if (entry.action === 'deleted' && entry.after) return mergedText(entry.after.merged_into) ?? said.deleted[entry.entity]
  if (isByTheClock(entry)) return entry.after?.last_fired_at ? said.reminded : said.rescheduled
  if (entry.action !== 'updated') return said[entry.action][entry.entity]
  if (entry.entity !== 'task') return said.updated[entry.entity]
  const all = Object.keys({ ...entry.after, ...entry.texts }).filter((field) => field !== 'completed_at')
  // What was decided says that somebody has.
  const fields = all.length > 1 ? all.filter((field) => field !== 'triage') : all
  const parts = fields.map((field) => {
    const text = entry.texts?.[field]
    return text && field === 'description' ? longDescription(text) : partOf(field, entry.before?.[field], entry.after?.[field])
  })
  const sentence = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(parts)
  return entry.undo_of === null ? sentence : said.undid(sentence)
}

/** A task goes by its number, a contact by its name. */
const mergedText = (into: unknown): string | undefined =>
  typeof into === 'number' ? said.mergedTask(`#${into}`) : typeof into === 'string' ? said.mergedContact(into) : undefined

/** A reminder that came, or the clock that went back: nothing takes that back. */
export function isByTheClock({ actor, entity, action, after }: JournalEntry): boolean {
  return actor.kind === 'system' && entity === 'schedule' && action === 'updated' && Object.keys(after ?? {}).every((field) => field === 'last_fired_at')
}

/** Whether it can be taken back, as far as the entry tells. */
export const isRevertible = (entry: JournalEntry): boolean => entry.undone_by === null && entry.cause === null && !isByTheClock(entry)

function longDescription({ before, after, at }: TextChange): string {
  if (!after) return said.descriptionRemoved
  if (!before) return said.descriptionWritten
  return at === before ? said.descriptionAppended : said.descriptionChanged
}

function partOf(field: string, before: unknown, after: unknown): string {
  if (field === 'status') return said.status(m.status[after as Status] ?? String(after))
  if (field === 'priority') return said.priority(m.priority[after as Priority] ?? String(after))
  if (field === 'title') return said.title(String(after))
  if (field === 'description') {
    const was = typeof before === 'string' ? before : ''
    const is = typeof after === 'string' ? after : ''
    if (is === '') return said.descriptionRemoved
    if (was === '') return said.descriptionWritten
    return is.startsWith(was) ? said.descriptionAppended : said.descriptionChanged
  }
  if (field === 'labels' || field === 'requesters') {
    const was = Array.isArray(before) ? before.map(String) : []
    const is = Array.isArray(after) ? after.map(String) : []
    const added = is.filter((word) => !was.includes(word))
    const removed = was.filter((word) => !is.includes(word))
    const parts = [
      added.length > 0 && said.wordsAdded[field](added.length, added.join(', ')),
      removed.length > 0 && said.wordsRemoved[field](removed.length, removed.join(', ')),
    ]
    return parts.filter(Boolean).join('; ') || said.wordsOrdered[field]
  }
  if (field === 'triage') return after === null ? said.triaged : said.toInbox
  if (field === 'due') return typeof after === 'string' ? said.due(dueWords(after)) : said.dueRemoved
  if (field === 'assignee') return assigneeSentence(after)
  if (field === 'criteria') return criteriaSentence(textsOf(before), textsOf(after))
  return linkSentence(field, before, after) ?? said.field(fieldText({ field }))
}

/** More are counted. */
const maxNamed = 3

/** Undefined for other fields, and while it is not known how the tasks are called. */
function linkSentence(field: string, before: unknown, after: unknown): string | undefined {
  const [was, is] = [uidsIn(field, before), uidsIn(field, after)]
  const added = is.filter((uid) => !was.includes(uid)).map(taskName)
  const removed = was.filter((uid) => !is.includes(uid)).map(taskName)
  const areKnown = [...added, ...removed].every((name) => name !== undefined)
  if (!areKnown || added.length + removed.length === 0) return undefined
  if (field === 'parent_uid') return added.length > 0 ? said.partOf(listOf(added), removed.length > 0) : said.partNoMore(listOf(removed))
  const parts = [added.length > 0 && said.blockersAdded(listOf(added)), removed.length > 0 && said.blockersRemoved(listOf(removed))]
  return parts.filter(Boolean).join('; ')
}

function listOf(names: readonly (string | undefined)[]): string {
  const left = names.length - maxNamed
  const shown = left > 1 ? [...names.slice(0, maxNamed), m.links.others(left)] : names
  return new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(shown.map(String))
}

function assigneeSentence(after: unknown): string {
  if (typeof after !== 'string') return said.assigneeRemoved
  const { name } = assigneeOf(after)
  return said.assignee(name === m.you ? said.assigneeYou : name)
}

const textsOf = (criteria: unknown): string[] => (Array.isArray(criteria) ? criteria.map((one: { text?: unknown }) => String(one.text)) : [])

/** Only added to, or only taken from: that is said; anything else is a change. */
function criteriaSentence(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((text) => !before.includes(text))
  const removed = before.filter((text) => !after.includes(text))
  if (added.length > 0 && removed.length === 0) return said.criteriaAdded(added.length, added[0] ?? '')
  if (removed.length > 0 && added.length === 0) return said.criteriaRemoved(removed.length, removed[0] ?? '')
  return said.criteria
}
