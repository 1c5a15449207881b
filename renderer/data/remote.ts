// How this folder stands with a team in the cloud, and what a person can do about it. The service does the connecting; the token goes there
// once and is never read back.
import { queryOptions } from '@tanstack/react-query'
import { remoteContract } from '../../shared/contract/remote.ts'
import { createClient } from '../../shared/http/client.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import type { ConflictChoice, NewRemote, Remote, RefusedWrite, RemoteConflict, RemotePlan } from '../../shared/schema/remote.ts'
import { can } from '../backend/abilities.ts'
import { explain } from '../backend/explain.ts'
import { homeFetch } from '../backend/home-fetch.ts'
import { localPerson } from '../backend/local-person.ts'
import { isSame } from '../lib/conflict-text.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { attempt } from './attempt.ts'
import { queryClient } from './query-client.ts'
import { findEntry, gave } from './tasks/history.ts'
import { didAction, didForGood, doAction, type TakenBack, takeBackEntries } from './tasks/own-actions.ts'

const remoteApi = createClient(remoteContract, { baseUrl: '', headers: { 'X-Actor': localPerson.name }, fetch: homeFetch })
const enabled = can.connect

export const remote = queryOptions({ queryKey: ['remote'] as const, queryFn: ({ signal }) => remoteApi.readRemote({}, { signal }), enabled })

export const conflicts = queryOptions({
  queryKey: ['remote-conflicts'] as const,
  queryFn: ({ signal }) => remoteApi.listConflicts({}, { signal }),
  enabled,
})

export const refusedWrites = queryOptions({
  queryKey: ['remote-refused'] as const,
  queryFn: ({ signal }) => remoteApi.listRefused({}, { signal }),
  enabled,
})

export function remoteTask(id: number) {
  return queryOptions({
    queryKey: ['remote-task', id] as const,
    queryFn: ({ signal }) => remoteApi.readRemoteTask({ params: { id } }, { signal }),
    retry: false,
  })
}

export const isConnected = (state: Remote | undefined): boolean => state !== undefined && state.state !== 'off'

/** The service says that something about it changed. */
export function remoteChanged(): void {
  for (const kind of ['remote', 'remote-conflicts', 'remote-refused', 'remote-task']) void queryClient.invalidateQueries({ queryKey: [kind] })
}

/** Throws what the service answers: the form shows it beside its fields. */
export const checkRemote = (body: NewRemote): Promise<RemotePlan> => remoteApi.checkRemote({ body })

export async function connectRemote(body: NewRemote): Promise<void> {
  const now = await remoteApi.connectRemote({ body })
  queryClient.setQueryData(remote.queryKey, now)
  didForGood(m.cloud.status.connected(now.team?.name ?? ''))
}

export async function disconnectRemote(): Promise<void> {
  try {
    await remoteApi.disconnectRemote()
    didForGood(m.cloud.status.disconnected)
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.cloud.status.notDisconnected, error) })
  }
  remoteChanged()
}

/** Attempts come later each time. When the network is back, or somebody looks again, nobody waits for the next one. */
export function followNetwork(): void {
  const retry = () => {
    if (document.hidden || queryClient.getQueryData(remote.queryKey)?.state !== 'offline') return
    void remoteApi.syncRemote().catch(() => undefined)
  }
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', retry)
}

export async function tryRemoteNow(): Promise<void> {
  try {
    queryClient.setQueryData(remote.queryKey, await remoteApi.syncRemote())
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.cloud.status.notTried, error) })
  }
}

/** What is to stand of the two texts. One key takes that back: what it wrote is undone, and it is asked again. */
export async function settleConflict(conflict: RemoteConflict, keep: ConflictChoice['keep']): Promise<void> {
  const { id, task_id } = conflict
  // What stands already is not written once more.
  const writes = keep !== 'kept' && !isSame(conflict.kept, conflict[keep])
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

/** As it is in the cloud; one key has it again as it was written. */
export async function takeBackRefused({ entity, entity_id }: RefusedWrite): Promise<void> {
  try {
    const { entries } = await remoteApi.takeBackRefused({ body: { entity, entity_id } })
    didAction({ said: m.cloud.refused.takenBack, writes: [], takeBack: () => takeBackEntries(entries), undone: remoteChanged })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.cloud.refused.notTakenBack, error) })
  }
  remoteChanged()
}
