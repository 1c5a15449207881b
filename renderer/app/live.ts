// Follows the journal through /events and brings what others write into the cache: other windows, agents, mail, sync.
import { navigate } from 'wouter/use-browser-location'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { Reminder } from '../../shared/schema/reminder.ts'
import type { Task } from '../../shared/schema/task.ts'
import { api } from '../backend/api.ts'
import { connection } from '../backend/connection.ts'
import { takeInClaim } from '../data/tasks/claims.ts'
import { takeInConversations } from '../data/conversations.ts'
import { addEntries } from '../data/journal.ts'
import { remindersChanged } from '../data/reminders/reminders.ts'
import { remoteChanged } from '../data/remote.ts'
import { takeInProposal } from '../data/review.ts'
import { tasksWereWritten } from '../data/search-status.ts'
import { takeInReminder } from '../data/reminders/tab-notices.ts'
import { withoutHeld } from '../backend/held-fields.ts'
import { allTogether, cachedTask, hideTask, readTasksAgain, showTask } from '../data/tasks/task-cache.ts'
import { queryClient } from '../data/query-client.ts'

/** Above this it is cheaper to read the lists again than to ask for each task. */
const maxUnknown = 20
const gather = 30
/** So long while very much is written: each time the lists are drawn and counts are asked for. */
const gatherMuch = 300
const much = 20
const hiddenFor = 5 * 60_000

/** Starts following; returns how to stop. */
export function followJournal(): () => void {
  let source: EventSource | undefined
  let seen: number | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let flushing: ReturnType<typeof setTimeout> | undefined
  let waiting: JournalEntry[] = []
  let pause = gather

  function connect(): void {
    clearTimeout(retry)
    source?.close()
    source = new EventSource(seen === undefined ? '/events' : `/events?after=${seen}`)
    source.addEventListener('hello', (event) => arrived(event, false))
    source.addEventListener('reset', (event) => arrived(event, true))
    source.addEventListener('message', (event) => {
      const entry = JSON.parse(event.data as string) as JournalEntry
      seen = entry.seq
      waiting.push(entry)
      flushing ??= setTimeout(flush, pause)
    })
    // Not in the journal: who claims what, what waits for a person. Nothing of it is repeated, so it is read anew after each gap.
    source.addEventListener('claim', (event) => {
      takeInClaim(JSON.parse(event.data as string) as Parameters<typeof takeInClaim>[0])
      queryClient.readOnceMore({ queryKey: ['claims'] })
    })
    source.addEventListener('proposal', (event) => {
      takeInProposal(JSON.parse(event.data as string) as Proposal)
      queryClient.readOnceMore({ queryKey: ['proposals'] })
    })
    source.addEventListener('reminder', (event) => {
      remindersChanged()
      takeInReminder(JSON.parse(event.data as string) as Reminder, (address) => navigate(address))
    })
    source.addEventListener('remote', remoteChanged)
    source.addEventListener('duplicates', () => void queryClient.invalidateQueries({ queryKey: ['duplicates'] }))
    source.addEventListener('error', () => {
      source?.close()
      connection.reach.set('away')
      failures++
      retry = setTimeout(connect, Math.min(250 * 2 ** failures, 3000))
    })
  }

  function arrived(event: MessageEvent, isOther: boolean): void {
    const { head } = JSON.parse(event.data as string) as { head: number }
    const first = seen === undefined
    if (first || isOther) seen = head
    failures = 0
    connection.reach.set('live')
    // What was read before the stream stood may be older than it; another database is another truth.
    if (isOther) {
      readTasksAgain()
      void queryClient.resetQueries()
    } else if (first) void queryClient.invalidateQueries()
    else
      for (const kind of ['claims', 'proposals', 'duplicates', 'reminders', 'search-status', 'remote', 'remote-conflicts', 'remote-task'])
        void queryClient.invalidateQueries({ queryKey: [kind] })
  }

  function flush(): void {
    flushing = undefined
    if (connection.creating.get() > 0 && connection.reach.get() === 'live') {
      flushing = setTimeout(flush, gather)
      return
    }
    const entries = waiting
    waiting = []
    takeIn(entries)
    pause = entries.length > much ? gatherMuch : gather
  }

  let hidden: ReturnType<typeof setTimeout> | undefined
  // A browser gives one site six connections: a window nobody looks at gives its own back after a while, and reads on later.
  function onVisibility(): void {
    clearTimeout(hidden)
    if (document.hidden) hidden = setTimeout(() => source?.close(), hiddenFor)
    else if (source?.readyState === EventSource.CLOSED) connect()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', connect)
  connect()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', connect)
    for (const timer of [retry, flushing, hidden]) clearTimeout(timer)
    source?.close()
  }
}

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
  tasksWereWritten()
  if (entries.some((entry) => entry.entity === 'schedule' || (entry.entity === 'task' && entry.action === 'deleted'))) remindersChanged()
  if (entries.some((entry) => entry.entity === 'contact')) void queryClient.invalidateQueries({ queryKey: ['contacts'] })
  takeInConversations(entries)
  addEntries(entries)
}

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
  } catch {
    // Gone again meanwhile; its delete comes as an entry of its own.
  } finally {
    const left = (reading.get(id) ?? 1) - 1
    if (left > 0) reading.set(id, left)
    else reading.delete(id)
  }
}
