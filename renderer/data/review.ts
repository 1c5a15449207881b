// What waits for a person: writes that agents may only propose, and tasks that look alike.
import { queryOptions } from '@tanstack/react-query'
import type { UndoConflict } from '../../shared/schema/journal.ts'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { DuplicatePair, Task } from '../../shared/schema/task.ts'
import { once } from '../backend/api.ts'
import { api } from '../backend/backend.ts'
import { explain } from '../backend/explain.ts'
import { m } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { queryClient } from './query-client.ts'
import { didAction, doAction, forgetAction, type OwnAction, sayAction, type TakenBack } from './tasks/own-actions.ts'
import { send } from './tasks/sending.ts'
import { hideTask, showTask } from './tasks/task-cache.ts'

export const pendingProposals = queryOptions({
  queryKey: ['proposals'] as const,
  queryFn: ({ signal }) => api.listProposals({}, { signal }),
})

export const suspectedPairs = queryOptions({
  queryKey: ['duplicates'] as const,
  queryFn: ({ signal }) => api.listDuplicates({}, { signal }),
})

export function pairsOf(task: number) {
  return queryOptions({
    queryKey: ['duplicates', task] as const,
    queryFn: ({ signal }) => api.listDuplicates({ query: { task, limit: 2 } }, { signal }),
  })
}

export function takeInProposal(proposal: Proposal): void {
  queryClient.setQueryData(pendingProposals.queryKey, (known) => {
    if (!known) return known
    const others = known.filter(({ id }) => id !== proposal.id)
    return proposal.state === 'pending' ? [...others, proposal].sort((a, b) => a.id - b.id) : others
  })
}

/** Decides one after the other and answers with those that were; what cannot be done any more is explained and leaves the list when it is decided. */
async function decide(
  proposals: readonly Proposal[],
  said: string,
  failed: string,
  call: (proposal: Proposal) => Promise<Proposal>,
): Promise<readonly Proposal[]> {
  const decided: Proposal[] = []
  async function all(): Promise<void> {
    for (const proposal of proposals) decided.push(await call(proposal))
  }
  const deciding = all()
  async function takeBack(): Promise<TakenBack> {
    return { conflicts: await reopenProposals(decided), again: () => void decide(proposals, said, failed, call) }
  }
  // From the first moment on: z right after y means this one.
  const action: OwnAction = { said, writes: [], takeBack: () => deciding.catch(() => undefined).then(takeBack) }
  didAction(action, true)
  try {
    await deciding
    sayAction(action)
  } catch (error) {
    if (decided.length === 0) forgetAction(action)
    else sayAction(action)
    void queryClient.invalidateQueries({ queryKey: pendingProposals.queryKey })
    notify({ kind: 'problem', text: explain(failed, error) })
  }
  return decided
}

/** They wait again; what deciding them wrote is undone. The newest first, as it may stand on what an older one wrote. */
export async function reopenProposals(decided: readonly Proposal[]): Promise<readonly UndoConflict[]> {
  const conflicts: UndoConflict[] = []
  for (const { id } of decided.toReversed()) {
    const reopened = await api.reopenProposal({ params: { id } })
    conflicts.push(...reopened.conflicts)
    takeInProposal(reopened.proposal)
  }
  return conflicts
}

export function acceptProposals(proposals: readonly Proposal[], said: string): Promise<readonly Proposal[]> {
  return decide(proposals, said, m.review.notAccepted, (proposal) => {
    takeInProposal({ ...proposal, state: 'accepted' })
    return api.acceptProposal({ params: { id: proposal.id } })
  })
}

/** The task that a proposal is about, or that it made. */
export function taskOfProposal({ task_id, result }: Proposal): number | undefined {
  return task_id ?? (result?.task as { id?: number } | undefined)?.id ?? (result?.task_id as number | undefined)
}

export async function rejectProposals(proposals: readonly Proposal[], reason: string, said: string): Promise<void> {
  await decide(proposals, said, m.review.notRejected, (proposal) => {
    takeInProposal({ ...proposal, state: 'rejected' })
    return api.rejectProposal({ params: { id: proposal.id }, body: reason === '' ? {} : { reason } })
  })
}

const samePair = (one: DuplicatePair, other: DuplicatePair) => one.a.id === other.a.id && one.b.id === other.b.id

function withoutPair(pair: DuplicatePair): void {
  queryClient.setQueriesData<DuplicatePair[]>({ queryKey: ['duplicates'] }, (known) => known?.filter((one) => !samePair(one, pair)))
}

/** Two different tasks after all: the pair is not shown again. */
export async function keepBoth(pair: DuplicatePair): Promise<void> {
  const body = { a: pair.a.id, b: pair.b.id }
  withoutPair(pair)
  const takeBack = async (): Promise<TakenBack> => {
    await api.judgeDuplicates({ body: { ...body, distinct: false } })
    return { conflicts: [], again: () => void keepBoth(pair) }
  }
  const said = m.review.keptBoth(body.a, body.b)
  const isKept = await doAction({ said, writes: [], takeBack }, () => api.judgeDuplicates({ body: { ...body, distinct: true } }), m.review.notJudged)
  if (!isKept) void queryClient.invalidateQueries({ queryKey: ['duplicates'] })
}

/** The newer one goes into the older one. Answers with the one that stays, or undefined when the service refused. */
export function mergePair(pair: DuplicatePair): Promise<number | undefined> {
  const [into, from] = pair.a.id < pair.b.id ? [pair.a, pair.b] : [pair.b, pair.a]
  withoutPair(pair)
  return mergeTasks([from], into)
}

/** They go into the other one, together taken back. Answers with the one that stays, or undefined when the service refused the first. */
export async function mergeTasks(from: readonly Task[], into: Pick<Task, 'id'>): Promise<number | undefined> {
  const [first] = from
  if (!first) return undefined
  // Its delete brings everything back that moved.
  const action: OwnAction = {
    said: from.length === 1 ? m.review.merged(first.id, into.id) : m.many.merged(from.length, into.id),
    writes: from.map(({ id }) => ({ taskId: id, is: (entry) => entry.entity === 'task' && entry.action === 'deleted' })),
  }
  didAction(action, true)
  let done = 0
  try {
    for (const { id } of from) {
      const options = once()
      const merged = await send(`task ${id}`, () => api.mergeTask({ params: { id }, body: { into: into.id } }, options))
      done++
      hideTask(id)
      showTask(merged)
    }
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: ['duplicates'] })
    notify({ kind: 'problem', text: explain(m.review.notMerged, error) })
  }
  for (const kind of ['comments', 'schedules', 'history']) void queryClient.invalidateQueries({ queryKey: [kind, into.id] })
  if (done === 0) forgetAction(action)
  else sayAction(action)
  return done === 0 ? undefined : into.id
}
