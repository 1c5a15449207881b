// Undo is the cloud's. Where it is out of reach, one change is taken back by writing its opposite, which waits on the device like any write.
import type { JournalEntry, UndoConflict, UndoRequest, UndoResult, UndoStep } from '../../../../shared/schema/journal.ts'
import type { NewTask, TaskPatch } from '../../../../shared/schema/task.ts'
import { ruleFields, taskFields } from '../../../../shared/sync/synced-fields.ts'
import { isAway, once } from '../../api.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import type { CopyListener } from '../../listener.ts'
import { ruleOf } from '../outbox/write.ts'
import { account as says } from '../../../messages/account.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const step = ({ seq, entity, entity_id, task_id }: JournalEntry, action: UndoStep['action'], fields: string[] = []): UndoStep => ({
  seq,
  entity,
  entity_id,
  task_id,
  action,
  fields,
})

type IsMe = (actor: JournalEntry['actor']) => boolean
type Writes = Pick<Api, 'updateTask' | 'deleteTask' | 'createSchedule' | 'updateSchedule' | 'deleteSchedule'>

/** A text that was edited since stays. */
async function revertComment(entry: JournalEntry, id: number): Promise<UndoStep | UndoConflict[]> {
  const { seq, action, before, after, entity_id: commentId } = entry
  const params = { id, commentId }
  if (action === 'deleted') await cloudApi.createComment({ params: { id }, body: { body: String(before?.body) } }, once())
  else if (action === 'created') await cloudApi.deleteComment({ params })
  else {
    const now = await cloudApi.getComment({ params })
    if (now.body !== after?.body) return [{ seq, entity: 'comment', entity_id: commentId, task_id: id, field: 'body', reason: says.changedSince(id) }]
    await cloudApi.updateComment({ params, body: { body: String(before?.body) } })
  }
  return step(entry, action === 'created' ? 'removed' : action === 'updated' ? 'reverted' : 'restored')
}

/** Only if nobody changed it since. */
async function revertReminder({ updateSchedule }: Writes, entry: JournalEntry, id: number): Promise<UndoStep | UndoConflict[]> {
  const params = { id, scheduleId: entry.entity_id }
  const now = await cloudApi.getSchedule({ params })
  const fields = ruleFields.filter((field) => entry.after !== null && field in entry.after)
  const changed = fields.filter((field) => !same(now[field], entry.after?.[field]))
  if (changed.length > 0)
    return changed.map((field) => ({ seq: entry.seq, entity: 'schedule', entity_id: entry.entity_id, task_id: id, field, reason: says.changedSince(id) }))
  await updateSchedule({ params, body: Object.fromEntries(fields.map((field) => [field, entry.before?.[field]])) })
  return step(entry, 'reverted', [...fields])
}

/** What taking it back wrote, so that it can be done again; nothing while it waits on the device. `known`: the newest entry before. */
async function writtenFor({ entity, entity_id }: JournalEntry, { task_id }: UndoStep, known: number, isMe: IsMe): Promise<number[]> {
  const since = await cloudApi.readJournal({ query: { after: known, limit: 100 } }).catch(() => [])
  const own = since.find((one) => {
    const isItself = one.entity_id === entity_id || (one.action === 'created' && one.task_id === task_id)
    return isMe(one.actor) && one.entity === entity && isItself
  })
  return own ? [own.seq] : []
}

const nothingDone = (): UndoResult => ({ preview: false, done: [], conflicts: [], entries: [], from: null, to: null, left: 0, next: null })

async function addTo(result: UndoResult, reverted: UndoStep | UndoConflict[], writtenBy: (done: UndoStep) => Promise<number[]>): Promise<void> {
  if (Array.isArray(reverted)) return void result.conflicts.push(...reverted)
  result.done.push(reverted)
  result.entries.push(...(await writtenBy(reverted)))
}

/** With its long texts, which histories leave out. */
const whole = async (entry: JournalEntry): Promise<JournalEntry> =>
  entry.texts && entry.task_id !== null ? cloudApi.readHistoryEntry({ params: { id: entry.task_id, seq: entry.seq } }) : entry

/** One that came over the stream, and in no history that was read. */
const told = async (seq: number): Promise<JournalEntry | undefined> =>
  (await cloudApi.readJournal({ query: { after: seq - 1, limit: 1 } })).find((entry) => entry.seq === seq)

/** `writes`: those that wait in the outbox where the cloud is out of reach; `isMe`: whether this person wrote it. */
export function createUndo(writes: Writes, listener: CopyListener, isMe: IsMe) {
  /** What the web UI has read of histories. */
  const entries = new Map<number, JournalEntry>()

  async function revert(entry: JournalEntry): Promise<UndoStep | UndoConflict[]> {
    if (entry.entity === 'task') return revertTask(entry)
    if (entry.entity === 'comment' && entry.task_id !== null) return revertComment(entry, entry.task_id)
    if (entry.entity === 'schedule' && entry.task_id !== null) {
      const id = entry.task_id
      if (entry.action === 'created') await writes.deleteSchedule({ params: { id, scheduleId: entry.entity_id } })
      else if (entry.action === 'deleted') await writes.createSchedule({ params: { id }, body: ruleOf(entry.before ?? {}) }, once())
      else return revertReminder(writes, entry, id)
      return step(entry, entry.action === 'created' ? 'removed' : 'restored')
    }
    return []
  }

  async function revertTask(entry: JournalEntry): Promise<UndoStep | UndoConflict[]> {
    const id = entry.entity_id
    if (entry.action === 'created') {
      listener.hideTask(id)
      await writes.deleteTask({ params: { id } })
      return step(entry, 'removed')
    }
    if (entry.action === 'deleted') {
      const before = entry.before ?? {}
      const body = Object.fromEntries(taskFields.flatMap((field) => (before[field] === undefined ? [] : [[field, before[field]]]))) as unknown as NewTask
      const task = await cloudApi.createTask({ body }, once())
      listener.showTask(task)
      // Its comments went with it; they come back with the words, in this person's name.
      const lost = [...entries.values()].filter((one) => one.cause === entry.seq && one.entity === 'comment').sort((a, b) => a.entity_id - b.entity_id)
      for (const brief of lost) {
        const comment = await whole(brief)
        await cloudApi.createComment({ params: { id: task.id }, body: { body: String(comment.before?.body) } }, once())
      }
      return step({ ...entry, task_id: task.id }, 'restored')
    }
    const now = await cloudApi.getTask({ params: { id } })
    const fields = taskFields.filter((field) => entry.after !== null && field in entry.after)
    const changed = fields.filter((field) => !same(now[field], entry.after?.[field]))
    if (changed.length > 0)
      return changed.map(
        (field) => ({ seq: entry.seq, entity: 'task', entity_id: id, task_id: id, field, reason: says.changedSince(id) }) satisfies UndoConflict,
      )
    const body = Object.fromEntries(fields.map((field) => [field, entry.before?.[field]])) as TaskPatch
    listener.showTask({ ...now, ...body } as typeof now)
    listener.showTask(await writes.updateTask({ params: { id }, body }))
    return step(entry, 'reverted', [...fields])
  }

  /** What came with another one of them goes with it. */
  async function revertHere(seqs: readonly number[]): Promise<UndoResult> {
    const result = nothingDone()
    for (const seq of seqs.toSorted((a, b) => b - a)) {
      const entry = entries.get(seq) ?? (await told(seq))
      if (!entry || (entry.cause !== null && seqs.includes(entry.cause))) continue
      const known = Math.max(seq, ...entries.keys())
      await addTo(result, await revert(await whole(entry)), (done) => writtenFor(entry, done, known, isMe))
    }
    return result
  }

  return {
    remember(history: JournalEntry[]): JournalEntry[] {
      for (const entry of history) entries.set(entry.seq, entry)
      return history
    },

    async undo(request: UndoRequest): Promise<UndoResult> {
      const { entry, entries: several, preview } = request
      const seqs = entry === undefined ? (several ?? []) : [entry]
      try {
        return await cloudApi.undo({ body: request }, once())
      } catch (error) {
        if (!isAway(error) || seqs.length === 0 || preview) throw error
      }
      return revertHere(seqs)
    },
  }
}
