// A proposal as the people of a team see it, and as devices read it: by uids, since each knows the tasks by other numbers.
import { isTakenBack } from '../../shared/domain/agents/proposal-rules.ts'
import { tasksNamed, withTasksNamed } from '../../shared/domain/agents/proposed-tasks.ts'
import type { SyncedProposal } from '../../shared/schema/cloud/synced-proposal.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { Tx } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { knownLogins, principalOf } from '../journal/known-logins.ts'
import { canCarryOut } from './carry-out.ts'
import { proposalStore, type StoredProposal } from './proposal-store.ts'

/** The desktop on which alone it can be accepted; null: it can be here. */
export const decideOn = ({ tool, brought_by }: Pick<StoredProposal, 'tool' | 'brought_by'>): string | null => (canCarryOut(tool) ? null : brought_by)

/** With where it can be accepted. */
export function shown<P extends StoredProposal>(proposal: P): P {
  const on = decideOn(proposal)
  return on === null ? proposal : { ...proposal, decide_on: on }
}

/** The same with whose login proposed each: agents of two people may have one name. */
export async function withLogins(journal: Pick<Journal, 'read'>, team: { id: string }, proposals: readonly StoredProposal[]): Promise<Proposal[]> {
  const used = proposals.map(({ login }) => login)
  const logins = used.length === 0 ? new Map() : await journal.read(team, (tx) => knownLogins(tx, team.id, used))
  return proposals.map((one) => ({ ...shown(one), ...principalOf(one.login, logins.get(one.login)) }))
}

const isTask = (task: unknown): task is number => Number.isSafeInteger(task)

/** As devices read them. A task that is gone has no uid any more: then the call keeps its number, which nobody carries out. */
export async function travelling(tx: Tx, teamId: string, proposals: readonly StoredProposal[]): Promise<SyncedProposal[]> {
  const named = proposals.flatMap((one) => tasksNamed(one.arguments).filter(isTask))
  const uids = await proposalStore.uidsOf(tx, teamId, [...new Set(named)])
  return proposals.map((one) => {
    const { uid, agent, kinds, tool, because, reason, result, created_at, decided_at, decided_by, version } = one
    const state = one.state === 'withdrawn' && !isTakenBack(one) ? 'pending' : one.state
    const call = withTasksNamed(one.arguments, (task) => (isTask(task) ? (uids.get(task) ?? (task === one.task_id ? one.about_uid : task)) : task))
    const made = { reason, result, created_at, decided_at, decided_by, decide_on: decideOn(one), version }
    return { uid, agent, kinds, tool, arguments: call ?? one.arguments, task_uid: one.about_uid, ...(because ? { because } : {}), state, ...made }
  })
}
