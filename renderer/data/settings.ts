// What the settings screen reads and writes.
import { queryOptions } from '@tanstack/react-query'
import type { AgentPolicy } from '../../shared/schema/agent.ts'
import type { SettingsPatch } from '../../shared/schema/settings.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../messages/late.ts'
import { notify } from '../lib/notices.ts'
import { agents } from './agents.ts'
import { attempt } from './attempt.ts'
import { queryClient } from './query-client.ts'
import { searchModels, searchStatus } from './search-status.ts'
import { doAction } from './tasks/own-actions.ts'

export const settings = queryOptions({ queryKey: ['settings'] as const, queryFn: ({ signal }) => api.readSettings({}, { signal }), staleTime: 0 })
export const backups = queryOptions({ queryKey: ['backups'] as const, queryFn: ({ signal }) => api.listBackups({}, { signal }), staleTime: 0 })
export const health = queryOptions({ queryKey: ['health'] as const, queryFn: ({ signal }) => api.health({}, { signal }), staleTime: 0 })

export function agentSetups(tools: 'core' | 'full') {
  return queryOptions({ queryKey: ['agent-setups', tools] as const, queryFn: ({ signal }) => api.listAgentSetups({ query: { tools } }, { signal }) })
}

export function policyOf(name: string) {
  return queryOptions({ queryKey: ['policy', name] as const, queryFn: ({ signal }) => api.getAgentPolicy({ params: { name } }, { signal }), staleTime: 0 })
}

/** Shown at once; put back and explained when the service refuses it. What it says is seen where it is set; only the key must know. */
export async function setPolicy(name: string, policy: AgentPolicy): Promise<void> {
  const key = policyOf(name).queryKey
  const before = queryClient.getQueryData(key)
  if (!before) return
  const write = async (next: AgentPolicy) => {
    queryClient.setQueryData(key, next)
    await sendPolicy(name, next)
    void queryClient.invalidateQueries({ queryKey: agents.queryKey })
  }
  const takeBack = () => write(before).then(() => ({ conflicts: [], again: () => void setPolicy(name, policy) }))
  const isSet = await doAction({ said: m.settings.policySet, writes: [], takeBack }, () => write(policy), m.settings.notSaved, true)
  if (!isSet) queryClient.setQueryData(key, before)
}

let writingPolicies: Promise<unknown> = Promise.resolve()

/** Each write replaces the policy, so they go one after the other. */
function sendPolicy(name: string, body: AgentPolicy): Promise<unknown> {
  const writing = writingPolicies.then(() => api.setAgentPolicy({ params: { name }, body }))
  writingPolicies = writing.catch(() => undefined)
  return writing
}

type Part = Record<string, unknown>

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a patch changes, as it was before; undefined where something of it is never shown (a key). */
function before(patch: Part, known: Part): Part | undefined {
  const parts = Object.entries(patch).map(([name, value]) => {
    const was = known[name]
    return [name, isPart(value) && isPart(was) ? before(value, was) : was]
  })
  return parts.some(([, was]) => was === undefined) ? undefined : Object.fromEntries(parts)
}

async function writeSettings(patch: SettingsPatch): Promise<void> {
  queryClient.setQueryData(settings.queryKey, await api.updateSettings({ body: patch }))
  for (const { queryKey } of [searchStatus, searchModels]) void queryClient.invalidateQueries({ queryKey })
}

/** True once the service has them; a refusal says what to send instead. */
export async function changeSettings(patch: SettingsPatch): Promise<boolean> {
  const known = queryClient.getQueryData(settings.queryKey)
  const was = known && (before(patch, known) as SettingsPatch | undefined)
  const back = was && (() => ({ undo: () => writeSettings(was), again: () => void changeSettings(patch) }))
  return (await attempt(() => writeSettings(patch), { failed: m.settings.notSaved, done: m.settings.saved, back })) !== undefined
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
