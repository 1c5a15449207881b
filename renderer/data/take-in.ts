// Brings what others write into what is shown: other windows, agents, mail, sync.
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Task } from '../../shared/schema/task.ts'
import { can } from '../backend/abilities.ts'
import { api } from '../backend/backend.ts'
import { withoutHeld } from '../backend/held-fields.ts'
import { takeInConversations } from './conversations.ts'
import { addEntries } from './journal.ts'
import { queryClient } from './query-client.ts'
import { remindersChanged } from './reminders/reminders.ts'
import { tasksWereWritten } from './search-status.ts'
import { linkedTaskRead, linksChanged } from './tasks/link-changes.ts'
import { allTogether, cachedTask, hideTask, readTasksAgain, showTask } from './tasks/task-cache.ts'

/** Above this it is cheaper to read the lists again than to ask for each task. */
const maxUnknown = 20

const wholes = new Set<unknown>(['tasks', 'journal'])
const partsOfTasks = new Set<unknown>(['history', 'comments', 'schedules'])

/** Brings what was written into what is shown. Entries that are known already change nothing. */
export function takeIn(entries: readonly JournalEntry[]): void {
  const touched = new Set(entries.flatMap((entry) => (entry.task_id === null ? [] : [entry.task_id])))
  // An answer that is on its way would put what was before in the place of what is shown now.
  queryClient.readOnceMore({ predicate: ({ queryKey: [kind, id] }) => wholes.has(kind) || (kind === 'task' && touched.has(id as number)) })
  /** What these entries say of a task is not enough to show it: the web UI does not know it, or a long text of it changed. */
  const unknown = new Map<number, JournalEntry[]>()
  allTogether(() => {
    for (const entry of entries) if (entry.entity === 'task') takeInTask(entry, unknown)
  })
  if (unknown.size > maxUnknown) readTasksAgain()
  else for (const [id, about] of unknown) void readUnknown(id, about)

  void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind, id] }) => partsOfTasks.has(kind) && touched.has(id as number) })
  void queryClient.invalidateQueries({ queryKey: ['count'] })
  // Whoever chooses next reads them again.
  void queryClient.invalidateQueries({ queryKey: ['words'], refetchType: 'none' })
  linksChanged(entries)
  tasksWereWritten()
  if (entries.some(movesReminders)) remindersChanged()
  if (entries.some((entry) => entry.entity === 'contact')) void queryClient.invalidateQueries({ queryKey: ['contacts'] })
  if (entries.some((entry) => entry.entity === 'list')) void queryClient.invalidateQueries({ queryKey: ['lists'] })
  takeInConversations(entries)
  addEntries(entries)
}

/** Some come so long before a task is due; where the device reckons them, nobody else says that those of a completed task are answered. */
const movesReminders = ({ entity, action, after }: JournalEntry): boolean =>
  entity === 'schedule' ||
  (entity === 'task' && (action === 'deleted' || (action === 'updated' && (after?.due !== undefined || (!can.remind && after?.status !== undefined)))))

function takeInTask(entry: JournalEntry, unknown: Map<number, JournalEntry[]>): void {
  const { seq, entity_id: id } = entry
  const known = cachedTask(id)
  const isNews = !known || known.updated_at < entry.at
  if (entry.action === 'deleted') {
    unknown.delete(id)
    hideTask(id, known ?? (entry.before as Task | null) ?? undefined, seq)
    queryClient.removeQueries({ queryKey: ['task', id], type: 'inactive' })
    void queryClient.invalidateQueries({ queryKey: ['task', id] })
  } else if ((isNews && entry.texts) || unknown.has(id) || reading.has(id)) {
    unknown.set(id, [...(unknown.get(id) ?? []), entry])
  } else if (entry.action === 'created') {
    // One's own, which the reply brought, or one that another list has read since.
    if (known) return showTask(known, undefined, seq)
    showTask({ version: 1, updated_at: entry.at, ...entry.after, id } as Task, undefined, seq)
    void queryClient.invalidateQueries({ queryKey: ['task', id] })
  } else if (known) {
    // A reply to one's own write, or a list, may be newer than this entry. Other lists may still have to count it.
    const isNewer = known.updated_at > entry.at
    const changed = isNewer ? {} : (withoutHeld(id, entry.after ?? {}) as Partial<Task>)
    const version = known.version + (known.updated_at >= entry.at ? 0 : 1)
    const now = { ...known, ...changed, version, updated_at: isNewer ? known.updated_at : entry.at }
    showTask(now, justBefore(now, entry), seq)
  } else unknown.set(id, [...(unknown.get(id) ?? []), entry])
}

/** Undefined before it was created. */
const justBefore = (task: Task, entry: JournalEntry): Task | undefined =>
  entry.action === 'created' ? undefined : { ...task, ...(entry.before as Partial<Task> | null) }

/** How often a task is being read. What is told of it meanwhile has it read once more: a step that was left out would never be made up for. */
const reading = new Map<number, number>()

async function readUnknown(id: number, entries: readonly JournalEntry[]): Promise<void> {
  reading.set(id, (reading.get(id) ?? 0) + 1)
  try {
    const read = await api.getTask({ params: { id } })
    // Shown meanwhile, and maybe changed by this person: that is newer.
    const known = cachedTask(id)
    const task = known ? (known.version >= read.version ? known : { ...known, ...withoutHeld(id, read) }) : read
    allTogether(() => {
      for (const entry of entries) showTask(task, justBefore(task, entry), entry.seq)
    })
    linkedTaskRead(task)
  } catch {
    // Gone again meanwhile; its delete comes as an entry of its own.
  } finally {
    const left = (reading.get(id) ?? 1) - 1
    if (left > 0) reading.set(id, left)
    else reading.delete(id)
  }
}
