// Saying which of two texts is to stand.
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { ConflictChoice, RemoteConflict } from '../../../shared/schema/remote.ts'
import { backend, type Conflicts } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { isSame } from '../../lib/conflict-text.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { attempt } from '../attempt.ts'
import { queryClient } from '../query-client.ts'
import { remoteApi, remoteChanged } from '../remote.ts'
import { findEntry, gave } from '../tasks/history.ts'
import { didForGood, doAction, type TakenBack, takeBackEntries, willBeDone } from '../tasks/own-actions.ts'
import { taskById } from '../tasks/task-queries.ts'
import { changeTask } from '../tasks/task-writes.ts'
import { conflicts } from './conflicts.ts'

type Keep = ConflictChoice['keep']

/** What is to stand of the two texts. One key takes that back: what it wrote is undone, and it is asked again. */
export const settleConflict = (conflict: RemoteConflict, keep: Keep): Promise<void> =>
  backend.conflicts ? settleOnDevice(backend.conflicts, conflict, keep) : settleByService(conflict, keep)

// What stands already is not written once more.
const isWrittenBy = (keep: Keep, conflict: RemoteConflict): keep is Exclude<Keep, 'kept'> => keep !== 'kept' && !isSame(conflict.kept, conflict[keep])

/** The choice is a change like any other: it waits where there is no network, and what others write meanwhile is brought together with it. */
async function settleOnDevice(kept: Conflicts, conflict: RemoteConflict, keep: Keep): Promise<void> {
  const { id, entity_id: taskId, field } = conflict
  const said = m.cloud.conflict.settled
  const open = () => kept.put(conflict)
  if (!isWrittenBy(keep, conflict)) {
    const takeBack = async (): Promise<TakenBack> => {
      await open()
      return { conflicts: [], again: () => void settleConflict(conflict, keep) }
    }
    await doAction({ said, writes: [], takeBack }, () => kept.drop(id), m.cloud.conflict.notSettled)
    return
  }
  try {
    await willBeDone(queryClient.fetchQuery(taskById(taskId)))
  } catch (error) {
    return void notify({ kind: 'problem', text: explain(m.cloud.conflict.notSettled, error) })
  }
  const changing = changeTask(taskId, { [field]: conflict[keep] }, said, 'overwritten', { undone: () => void open(), redone: () => void kept.drop(id) })
  await kept.drop(id)
  if (!(await changing)) await open()
}

async function settleByService(conflict: RemoteConflict, keep: Keep): Promise<void> {
  const { id, task_id } = conflict
  const writes = isWrittenBy(keep, conflict)
  queryClient.setQueryData(conflicts.queryKey, (known) => known?.filter((one) => one.id !== id))
  const call = () => remoteApi.settleConflict({ params: { id }, body: { keep } })
  async function takeBack(): Promise<TakenBack> {
    const written = writes ? await findChoice(conflict, keep) : undefined
    if (writes && !written) throw new Error(m.undoGone)
    const taken = written ? await takeBackEntries([written.seq]) : { conflicts: [] }
    if (taken.conflicts.length > 0) return taken
    await remoteApi.reopenConflict({ params: { id } })
    remoteChanged()
    return { conflicts: [], again: () => void settleConflict(conflict, keep) }
  }
  const said = m.cloud.conflict.settled
  if (!writes || task_id !== null) await doAction({ said, writes: [], takeBack }, call, m.cloud.conflict.notSettled)
  // What was written to a contact is in no task's history.
  else if (await attempt(call, { failed: m.cloud.conflict.notSettled })) didForGood(said)
  remoteChanged()
}

/** The entry that a person's choice wrote. */
function findChoice({ entity, entity_id, task_id, field, ...texts }: RemoteConflict, keep: 'local' | 'remote' | 'kept'): Promise<JournalEntry | undefined> {
  const isChoice = (entry: JournalEntry) =>
    entry.actor.kind === 'person' && entry.entity === entity && entry.entity_id === entity_id && entry.undone_by === null
  const isWritten = (entry: JournalEntry) => (field === 'deleted' ? entry.action === 'deleted' : entry.after !== null && gave(entry, field, texts[keep]))
  return findEntry(task_id ?? 0, (entry) => isChoice(entry) && isWritten(entry))
}
