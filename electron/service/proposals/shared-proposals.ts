// Proposals as a team shares them: by uids, with what was decided elsewhere. The device whose agent proposed something carries it out when it is accepted
// there, the cloud when it is accepted anywhere else; the first decision in the cloud stands.
import { isTakenBack } from '../../../shared/domain/agents/proposal-rules.ts'
import { conversationTool, toldOfMail } from '../../../shared/domain/mail/undecided-mail.ts'
import { withTasksNamed } from '../../../shared/domain/agents/proposed-tasks.ts'
import type { SyncedProposal } from '../../../shared/schema/cloud/synced-proposal.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Journal } from '../journal/journal.ts'
import type { TakingBack } from './decisions.ts'
import type { ProposalStore, StoredProposal } from './proposal-store.ts'
import type { SharedProposalStore } from './shared-proposal-store.ts'

export interface SharedProposalDeps {
  store: Pick<ProposalStore, 'insert' | 'decide' | 'byId' | 'byUid'>
  shared: SharedProposalStore
  journal: Pick<Journal, 'write'>
  takingBack: () => TakingBack
  changed: (proposal: Proposal) => void
}

export type SharedProposals = ReturnType<typeof createSharedProposals>

/** What takes back here what the team has decided otherwise. */
const system = { kind: 'system', name: 'Tandem' } as const

/** How it stands, without what follows from its task: each device knows that by itself. */
export const standOf = (proposal: StoredProposal): Proposal['state'] => (proposal.state === 'withdrawn' && !isTakenBack(proposal) ? 'pending' : proposal.state)

type TaskNames = (task: unknown) => unknown

export function createSharedProposals({ store, shared, journal, takingBack, changed }: SharedProposalDeps) {
  /** Settled, and not told yet. */
  let settled: number[] = []

  /** What another device answered, with the task by its number here. */
  function resultHere(result: SyncedProposal['result'], idOf: TaskNames): Proposal['result'] {
    if (!result) return null
    const { task, comment_id: _comment, schedule_id: _schedule, ...rest } = result as { task?: { uid?: string }; comment_id?: unknown; schedule_id?: unknown }
    const id = idOf(task?.uid)
    return { ...rest, ...(id === undefined ? {} : { task: { ...task, id } }) }
  }

  function settle(there: SyncedProposal, idOf: TaskNames): void {
    const here = store.byUid(there.uid)
    if (!here) return
    const { state, reason, decided_at, decided_by } = there
    const isKept = here.state === state && here.entries.length > 0
    if (!isKept && here.entries.length > 0) shared.setToUndo(here.id, here.entries)
    const { entries, result } = isKept ? here : { entries: [], result: resultHere(there.result, idOf) }
    store.decide({ ...here, state, reason, result, entries, decided_at, decided_by })
    settled.push(here.id)
  }

  /** What a decision wrote that does not stand: not in the step that learned of it, which sends nothing of what it writes. */
  function takeBack(): void {
    for (const { id, entries } of shared.toUndo()) {
      journal.write(system, () => {
        const { undo, entry } = takingBack()
        const left = entries.filter((seq) => entry(seq)?.undone_by === null)
        if (left.length > 0) undo({ entries: left }, { actor: system })
        shared.setToUndo(id, null)
      })
    }
  }

  return {
    byUid: store.byUid,
    waiting: shared.waiting,
    settle,

    /** Inside a transaction: one that was made elsewhere. False while a task that it names is not here. `refresh` follows. */
    add(there: SyncedProposal, idOf: TaskNames): boolean {
      const given = withTasksNamed(there.arguments, idOf)
      const task_id = there.task_uid === null ? null : idOf(there.task_uid)
      if (!given || task_id === undefined) return false
      const { uid, agent, kinds, tool, because, created_at, decide_on } = there
      const call = { agent, run: null, kinds, tool, arguments: given, task_id: task_id as number | null, conversation_id: null, created_at }
      store.insert({ ...call, uid, elsewhere: true, ...(because ? { because } : {}), ...(decide_on === null ? {} : { decide_on }) })
      settle(there, idOf)
      return true
    },

    /** As devices read it; undefined while a task that it names has no name in the team. */
    told(here: StoredProposal, uidOf: TaskNames): Omit<SyncedProposal, 'version' | 'decide_on'> | undefined {
      const { uid, agent, kinds, tool, task_id, because, reason, created_at, decided_at, decided_by } = here
      const given = withTasksNamed(here.tool === conversationTool ? toldOfMail(here) : here.arguments, uidOf)
      const task_uid = task_id === null ? null : uidOf(task_id)
      if (!given || task_uid === undefined) return undefined
      const { outcome, task, task_id: written } = (here.result ?? {}) as { outcome?: unknown; task?: { id?: unknown; title?: unknown }; task_id?: unknown }
      const made = uidOf(task?.id ?? written)
      const result = here.result && {
        ...(outcome === undefined ? {} : { outcome }),
        ...(made === undefined ? {} : { task: { uid: made, title: task?.title } }),
      }
      // A text that stood in no task is nobody else's.
      const why = because && { ...because, task_id: null, ...(because.task_id === null ? { title: null, from: '' } : {}) }
      const decided = { state: standOf(here), reason, result, created_at, decided_at, decided_by }
      return { uid, agent, kinds, tool, arguments: given, task_uid: task_uid as string | null, ...(why ? { because: why } : {}), ...decided }
    },

    /** The transaction has committed: what does not stand is taken back, and whoever waits is told. */
    refresh(): void {
      takeBack()
      const ids = new Set(settled)
      settled = []
      for (const id of ids) {
        const proposal = store.byId(id)
        if (proposal) changed(proposal)
      }
    },

    /** There is no team any more: what others were to carry out, nobody does. */
    forget(): void {
      shared.keepHere()
      for (const proposal of shared.foreign()) {
        shared.drop(proposal.id)
        changed({ ...proposal, state: 'withdrawn' })
      }
    },
  }
}
