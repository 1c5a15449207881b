// What waits for a person: writes that agents may only propose, and tasks that look alike.
import { queryOptions } from '@tanstack/react-query'
import type { Proposal } from '../../shared/schema/proposal.ts'
import type { DuplicatePair } from '../../shared/schema/task.ts'
import { api, once } from '../api.ts'
import { explain } from '../errors.ts'
import { m } from '../messages.ts'
import { notify } from '../notices.ts'
import { queryClient } from '../query-client.ts'
import { undoEntry, undoTogether } from './own-actions.ts'
import { hideTask, showTask } from './task-cache.ts'

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

/** Accepts one after the other and answers with those that were; what cannot be done any more is explained and leaves the list when it is decided. */
export async function acceptProposals(proposals: readonly Proposal[], said: string): Promise<readonly Proposal[]> {
  const done: Proposal[] = []
  for (const proposal of proposals) {
    takeInProposal({ ...proposal, state: 'accepted' })
    try {
      done.push(await api.acceptProposal({ params: { id: proposal.id } }))
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: pendingProposals.queryKey })
      notify({ kind: 'problem', text: explain(m.review.notAccepted, error) })
      return done
    }
  }
  notify({ kind: 'done', text: said, action: { label: m.undo, run: () => void undoAccepted(done) } })
  return done
}

/** The task that a proposal is about, or that it made. */
export function taskOfProposal({ task_id, result }: Proposal): number | undefined {
  return task_id ?? (result?.task as { id?: number } | undefined)?.id ?? (result?.task_id as number | undefined)
}

export async function rejectProposals(proposals: readonly Proposal[], reason: string, said: string): Promise<void> {
  for (const proposal of proposals) {
    takeInProposal({ ...proposal, state: 'rejected' })
    try {
      await api.rejectProposal({ params: { id: proposal.id }, body: reason === '' ? {} : { reason } })
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: pendingProposals.queryKey })
      return notify({ kind: 'problem', text: explain(m.review.notRejected, error) })
    }
  }
  notify({ kind: 'done', text: said })
}

/** An accepted write is the agent's own in the journal; its entry is the one of that moment. */
async function undoAccepted(proposals: readonly Proposal[]): Promise<void> {
  for (const proposal of proposals) {
    const { agent, conversation_id, decided_at } = proposal
    const id = taskOfProposal(proposal)
    if (id === undefined || decided_at === null) continue
    const history = await api.readTaskHistory({ params: { id } }).catch(() => [])
    const near = (at: string) => Math.abs(Date.parse(at) - Date.parse(decided_at)) < 2000
    const entries = history.filter((one) => one.actor.name === agent && one.undone_by === null && one.undo_of === null && one.cause === null && near(one.at))
    // A message brings several writes: its task with all that belongs to it, or what it added to one.
    const first = conversation_id === null ? entries[0] : entries.find((one) => one.entity === 'task' && one.action === 'created')
    if (first) await undoEntry(first.seq)
    else if (entries.length > 0) await undoTogether(entries.map((one) => one.seq))
  }
}

const samePair = (one: DuplicatePair, other: DuplicatePair) => one.a.id === other.a.id && one.b.id === other.b.id

function withoutPair(pair: DuplicatePair): void {
  queryClient.setQueriesData<DuplicatePair[]>({ queryKey: ['duplicates'] }, (known) => known?.filter((one) => !samePair(one, pair)))
}

/** Two different tasks after all: the pair is not shown again. */
export async function keepBoth(pair: DuplicatePair): Promise<void> {
  const body = { a: pair.a.id, b: pair.b.id }
  withoutPair(pair)
  try {
    await api.judgeDuplicates({ body: { ...body, distinct: true } })
    notify({
      kind: 'done',
      text: m.review.keptBoth(body.a, body.b),
      action: { label: m.undo, run: () => void api.judgeDuplicates({ body: { ...body, distinct: false } }).catch(() => undefined) },
    })
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: ['duplicates'] })
    notify({ kind: 'problem', text: explain(m.review.notJudged, error) })
  }
}

/** The newer one goes into the older one. Answers with the one that stays, or undefined when the service refused. */
export async function mergePair(pair: DuplicatePair): Promise<number | undefined> {
  const [into, from] = pair.a.id < pair.b.id ? [pair.a, pair.b] : [pair.b, pair.a]
  withoutPair(pair)
  try {
    const merged = await api.mergeTask({ params: { id: from.id }, body: { into: into.id } }, once())
    hideTask(from.id)
    showTask(merged)
    for (const kind of ['comments', 'schedules', 'history']) void queryClient.invalidateQueries({ queryKey: [kind, into.id] })
    const history = await api.readTaskHistory({ params: { id: from.id } })
    const deletion = history.find((entry) => entry.entity === 'task' && entry.action === 'deleted' && entry.undone_by === null)
    notify({
      kind: 'done',
      text: m.review.merged(from.id, into.id),
      ...(deletion ? { action: { label: m.undo, run: () => void undoEntry(deletion.seq) } } : {}),
    })
    return into.id
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: ['duplicates'] })
    notify({ kind: 'problem', text: explain(m.review.notMerged, error) })
    return undefined
  }
}
