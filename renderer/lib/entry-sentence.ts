// A journal entry as a sentence that follows the actor's name: "set status to In progress".
import type { JournalEntry, TextChange } from '../../shared/schema/journal.ts'
import type { Priority, Status } from '../../shared/schema/task.ts'
import { fieldText } from './conflict-text.ts'
import { m } from './messages.ts'

const said = m.entry

export function entrySentence(entry: JournalEntry): string {
  if (entry.undo_of !== null && entry.action !== 'updated') return entry.action === 'created' ? said.restored[entry.entity] : said.removed[entry.entity]
  if (entry.action !== 'updated') return said[entry.action][entry.entity]
  if (entry.entity !== 'task') return said.updated[entry.entity]
  const fields = Object.keys({ ...entry.after, ...entry.texts }).filter((field) => field !== 'completed_at')
  const parts = fields.map((field) => {
    const text = entry.texts?.[field]
    return text && field === 'description' ? longDescription(text) : partOf(field, entry.before?.[field], entry.after?.[field])
  })
  const sentence = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(parts)
  return entry.undo_of === null ? sentence : said.undid(sentence)
}

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
  return said.field(fieldText({ field }))
}
