// What the settings screen reads and writes.
import { queryOptions } from '@tanstack/react-query'
import type { AgentPolicy } from '../../shared/schema/agent.ts'
import type { SettingsPatch } from '../../shared/schema/settings.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../messages/late.ts'
import { notify } from '../lib/notices.ts'
import { agents } from './agents.ts'
import { queryClient } from './query-client.ts'
import { searchStatus } from './search-status.ts'

export const settings = queryOptions({ queryKey: ['settings'] as const, queryFn: ({ signal }) => api.readSettings({}, { signal }), staleTime: 0 })
export const backups = queryOptions({ queryKey: ['backups'] as const, queryFn: ({ signal }) => api.listBackups({}, { signal }), staleTime: 0 })
export const health = queryOptions({ queryKey: ['health'] as const, queryFn: ({ signal }) => api.health({}, { signal }), staleTime: 0 })

export function agentSetups(tools: 'core' | 'full') {
  return queryOptions({ queryKey: ['agent-setups', tools] as const, queryFn: ({ signal }) => api.listAgentSetups({ query: { tools } }, { signal }) })
}

export function policyOf(name: string) {
  return queryOptions({ queryKey: ['policy', name] as const, queryFn: ({ signal }) => api.getAgentPolicy({ params: { name } }, { signal }), staleTime: 0 })
}

/** Shown at once; put back and explained when the service refuses it. */
export async function setPolicy(name: string, policy: AgentPolicy): Promise<void> {
  const key = policyOf(name).queryKey
  const before = queryClient.getQueryData(key)
  queryClient.setQueryData(key, policy)
  try {
    await api.setAgentPolicy({ params: { name }, body: policy })
    void queryClient.invalidateQueries({ queryKey: agents.queryKey })
  } catch (error) {
    queryClient.setQueryData(key, before)
    notify({ kind: 'problem', text: explain(m.settings.notSaved, error) })
  }
}

/** True once the service has them; a refusal says what to send instead. */
export async function changeSettings(patch: SettingsPatch): Promise<boolean> {
  try {
    queryClient.setQueryData(settings.queryKey, await api.updateSettings({ body: patch }))
    void queryClient.invalidateQueries({ queryKey: searchStatus.queryKey })
    notify({ kind: 'done', text: m.settings.saved })
    return true
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.settings.notSaved, error) })
    return false
  }
}

export async function backUpNow(): Promise<void> {
  try {
    await api.makeBackup()
    await queryClient.invalidateQueries({ queryKey: backups.queryKey })
    notify({ kind: 'done', text: m.settings.backedUp })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.settings.notBackedUp, error) })
  }
}
