// What a task says of other tasks, and whether it is ready, follows from those: when one of them changes, the ones that speak of it are asked again.
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { can } from '../../backend/abilities.ts'
import { api } from '../../backend/backend.ts'
import { isHeld } from '../../backend/held-fields.ts'
import type { Filter } from '../../lib/filter.ts'
import { answeredLinks, linksOf } from '../../lib/plan/links.ts'
import { queryClient } from '../query-client.ts'
import { cachedTask, everyCachedTask, readTasksAgain, showTask } from './task-cache.ts'

/** Above this it is cheaper to read the lists again than to ask for each task. */
const maxAsked = 20
const gatherFor = 20
/** The fields by which a change of one task changes what others say. */
const telling = ['status', 'parent_uid', 'blocker_uids', 'assignee']

/** Tasks that changed, and those of which something changed that hangs on them. */
const ids = new Set<number>()
const uids = new Set<string>()
/** Tasks that may be ready by now, or no longer, whatever they said before. */
const asked = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

function gather(id: number, around: readonly unknown[]): void {
  ids.add(id)
  for (const uid of around) if (typeof uid === 'string' && uid !== '') uids.add(uid)
  timer ??= setTimeout(askAgain, gatherFor)
}

/** Of other writers, and of this window. */
export function linksChanged(entries: readonly JournalEntry[]): void {
  for (const { entity, entity_id: id, action, before, after, undo_of } of entries) {
    if (entity !== 'task') continue
    if (action === 'updated' && !telling.some((field) => field in (after ?? {}))) continue
    const isAlone = after?.parent_uid == null && after?.assignee == null && (after?.blocker_uids as unknown[] | undefined)?.length === 0
    // Nobody waits for what has never been there before.
    if (action === 'created' && undo_of === null && isAlone) continue
    const known = cachedTask(id)
    gather(id, [known?.uid, after?.uid, before?.uid, known?.parent_uid, before?.parent_uid, after?.parent_uid])
  }
  if (entries.some(({ entity }) => entity === 'task')) readReadyAgain()
}

/** This person changed it. Where writes wait on the device, no entry of the journal says so before they are sent. */
export function changedHere(task: Task, before: Task | undefined): void {
  if (can.writeOffline) linkedTaskRead(task, before?.parent_uid)
}

/** It was read because it was not known: neither was whose part it is. */
export function linkedTaskRead({ id, uid, parent_uid }: Task, parentBefore?: string | null): void {
  gather(id, [uid, parent_uid, parentBefore])
}

/** Somebody claimed it, asked a person about it, or proposed something. */
export function readinessChanged(id: number): void {
  asked.add(id)
  gather(id, [])
  readReadyAgain()
}

function readReadyAgain(): void {
  const isReadyList = ([kind, filter]: readonly unknown[]) => (kind === 'tasks' || kind === 'count') && (filter as Filter).ready === true
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isReadyList(queryKey) }, { cancelRefetch: false })
}

/** Whether it says something of one of those that changed. */
function speaksOfThem(task: Task): boolean {
  if (asked.has(task.id)) return true
  const { parent_id, blocked_by, waits_for, parts } = linksOf(task)
  if (ids.has(task.id)) {
    const isPart = task.parent_uid !== null || parent_id !== null
    return isPart || !answeredLinks(task) || task.blocker_uids.length > 0 || task.assignee !== null || waits_for.length > 0 || parts.total > 0
  }
  return uids.has(task.uid) || blocked_by.some((id) => ids.has(id)) || task.blocker_uids.some((uid) => uids.has(uid))
}

function askAgain(): void {
  timer = undefined
  const affected = everyCachedTask().filter(speaksOfThem)
  for (const set of [ids, uids, asked]) set.clear()
  if (affected.length > maxAsked) {
    readTasksAgain()
    void queryClient.invalidateQueries({ queryKey: ['task'] })
  } else for (const { id } of affected) void ask(id)
}

const asking = new Map<number, { isOutdated: boolean }>()

async function ask(id: number): Promise<void> {
  const under = asking.get(id)
  if (under) {
    under.isOutdated = true
    return
  }
  const mine = { isOutdated: false }
  asking.set(id, mine)
  const read = await api.getTask({ params: { id } }).catch(() => undefined)
  asking.delete(id)
  const known = cachedTask(id)
  if (mine.isOutdated) return void ask(id)
  // What this person is just changing is newer than the answer, and its reply brings the rest.
  if (!read || !known || isHeld(id, 'blocker_uids') || isHeld(id, 'parent_uid')) return
  const links = answeredLinks(read)
  if (JSON.stringify(links) !== JSON.stringify(answeredLinks(known))) showTask({ ...known, ...links })
}
