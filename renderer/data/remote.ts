// How this folder stands with a team in the cloud, and what a person can do about it. The service does the connecting; the token goes there
// once and is never read back.
import { queryOptions } from '@tanstack/react-query'
import { remoteContract } from '../../shared/contract/remote.ts'
import { createClient } from '../../shared/http/client.ts'
import type { NewRemote, Remote, RefusedWrite, RemotePlan } from '../../shared/schema/remote.ts'
import { can } from '../backend/abilities.ts'
import { explain } from '../backend/explain.ts'
import { homeFetch } from '../backend/home-fetch.ts'
import { localPerson } from '../backend/local-person.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { queryClient } from './query-client.ts'
import { didAction, didForGood, takeBackEntries, willBeDone } from './tasks/own-actions.ts'

export const remoteApi = createClient(remoteContract, { baseUrl: '', headers: { 'X-Actor': localPerson.name }, fetch: homeFetch })
const enabled = can.connect

export const remote = queryOptions({ queryKey: ['remote'] as const, queryFn: ({ signal }) => remoteApi.readRemote({}, { signal }), enabled })

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

/** As it is in the cloud; one key has it again as it was written. */
export async function takeBackRefused({ entity, entity_id }: RefusedWrite): Promise<void> {
  try {
    const { entries } = await willBeDone(remoteApi.takeBackRefused({ body: { entity, entity_id } }))
    didAction({ said: m.cloud.refused.takenBack, writes: [], takeBack: () => takeBackEntries(entries), undone: remoteChanged })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.cloud.refused.notTakenBack, error) })
  }
  remoteChanged()
}
