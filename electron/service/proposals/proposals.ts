// The review list: writes that an agent may only propose wait here until a person accepts or rejects them.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { WriteKind } from '../../../shared/schema/agent.ts'
import type { JournalEntry, UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import type { Proposal, ProposalState, ReopenedProposal } from '../../../shared/schema/proposal.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Agents } from './agents.ts'
import type { Amount } from './recent-writes.ts'
import type { ProposalStore, StoredProposal } from './proposal-store.ts'
import { putUnproven, type UnprovenWrite } from './unproven-cards.ts'
import { unprovenTool } from './unproven.ts'

export type { StoredProposal }

export interface ProposedWrite {
  agent: string
  /** Of the agent: the accepted write is this run's. */
  run: string | null
  kinds: readonly WriteKind[]
  tool: string
  arguments: Record<string, unknown>
  task_id: number | null
  /** How many writes it would be. */
  amount: Amount
}

/** What was read from a conversation and is not sure enough to be done. */
export type ReadWrite = Pick<StoredProposal, 'agent' | 'run' | 'kinds' | 'tool' | 'arguments' | 'task_id'> & { conversation_id: number }

/** Carries out an accepted write as the agent that proposed it; returns what the tool answers. */
export type ExecuteProposal = (proposal: StoredProposal) => Record<string, unknown>

/** What taking a decision back needs of the journal. */
export interface TakingBack {
  undo(request: UndoRequest, ctx: Context): UndoResult
  /** The entry of this seq. */
  entry(seq: number): JournalEntry | undefined
}

export type Proposals = ReturnType<typeof createProposals>

/** What was written after the journal's end was `before`. */
export const entriesSince = (journal: Journal, before: number): number[] => Array.from({ length: journal.head() - before }, (_, index) => before + index + 1)

/** How long a rejection answers the same call again. */
const rejectionStands = 24 * 3_600_000

/** Why a proposal is withdrawn. */
export const whatIsGone = ({ task_id, conversation_id, tool }: Pick<Proposal, 'task_id' | 'conversation_id' | 'tool'>): string => {
  if (tool === unprovenTool) return `task ${task_id} is not in review any more.`
  return conversation_id === null ? `task ${task_id} was deleted.` : 'its conversation was deleted.'
}

function requireUndecided(proposal: StoredProposal, ctx: Context): StoredProposal {
  const { id, state, tool } = proposal
  if (ctx.actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can accept or reject proposals.')
  if (state === 'withdrawn') {
    const how = tool === unprovenTool ? '' : ' To decide on it, undo the deletion.'
    throw new AppError('conflict', `Proposal ${id} was withdrawn: ${whatIsGone(proposal)}${how}`)
  }
  if (state !== 'pending') throw new AppError('conflict', `Proposal ${id} was already ${state}.`)
  return proposal
}

export function createProposals(deps: { store: ProposalStore; agents: Agents; journal: Journal; now: () => Date; changed: (proposal: Proposal) => void }) {
  const { store, agents, journal, now, changed } = deps

  let withdrawn = new Set(store.withdrawnIds())

  function existing(id: number): StoredProposal {
    const proposal = store.byId(id)
    if (!proposal) throw new AppError('not_found', `There is no proposal ${id}.`)
    return proposal
  }

  function decide(proposal: Proposal, ctx: Context, decision: Pick<Proposal, 'state' | 'reason' | 'result'> & Partial<Pick<Proposal, 'entries'>>): Proposal {
    const decided: Proposal = { ...proposal, entries: [], ...decision, decided_at: now().toISOString(), decided_by: ctx.actor }
    store.decide(decided)
    changed(decided)
    return decided
  }

  return {
    get: existing,
    list: (state: ProposalState = 'pending'): Proposal[] => store.list(state),

    /**
     * What the agent's policy says to a write: undefined when it may go on, the waiting (or rejected) proposal when it may only propose.
     * The same call again is the same proposal. Throws `forbidden` when it is denied.
     */
    gate({ amount, ...write }: ProposedWrite): Proposal | undefined {
      const { agent, run, kinds, task_id } = write
      const writer = { name: agent, run: run ?? undefined }
      const { verdict, kind, because } = agents.verdict(writer, kinds, { amount, ...(task_id === null ? {} : { tasks: [task_id] }) })
      if (verdict === 'allow') return undefined
      if (verdict === 'deny') {
        throw new AppError('forbidden', `The person who owns this list does not allow ${write.agent} to do this (${kind}). Do not try again; ask the person.`)
      }
      const known = store.same(write.agent, write.tool, write.arguments)
      if (known?.state === 'pending') return known
      if (known?.state === 'rejected' && now().getTime() - Date.parse(known.decided_at ?? '') < rejectionStands) return known
      const id = store.insert({ ...write, kinds: [...kinds], conversation_id: null, ...(because ? { because } : {}), created_at: now().toISOString() })
      const proposal = existing(id)
      changed(proposal)
      return proposal
    },

    /** The newest calls of a tool that wait. */
    pendingOf: store.pendingOf,
    /** The tasks that wait for a decision about their finish, and which proposal that is. */
    holding: store.holding,

    /** After tasks or conversations went or came back: what waits about them is on the list no longer, or again. */
    subjectsChanged(): void {
      const before = withdrawn
      withdrawn = new Set(store.withdrawnIds())
      for (const id of before.symmetricDifference(withdrawn)) changed(existing(id))
    },

    /** What waits of a conversation, oldest first. */
    waitingOf: store.waitingOf,

    /** Puts on the list what outside text may never do by itself. Inside a write. */
    put(write: ReadWrite): Proposal {
      const proposal = existing(store.insert({ ...write, created_at: now().toISOString() }))
      changed(proposal)
      return proposal
    },

    /** Asks a person whether a task is done although evidence is missing; once for as long as it waits. Inside a write. */
    putUnproven: (write: UnprovenWrite): void => changed(existing(putUnproven(store, write, now().toISOString()))),

    /** Takes off the list what a person has settled otherwise, by these entries of the journal. Inside a write. */
    settle: (proposal: Proposal, ctx: Context, reason: string, entries: number[]): Proposal =>
      decide(proposal, ctx, { state: 'rejected', reason, result: null, entries }),

    /** The write and the decision commit together: a proposal is never carried out twice. */
    accept: (id: number, ctx: Context, execute: ExecuteProposal): Proposal =>
      journal.write(ctx.actor, () => {
        const proposal = requireUndecided(existing(id), ctx)
        const before = journal.head()
        const result = execute(proposal)
        const entries = entriesSince(journal, before)
        agents.approve(entries)
        return decide(proposal, ctx, { state: 'accepted', reason: null, result, entries })
      }),

    /** `refuse`: what a no brings about. */
    reject: (id: number, reason: string | undefined, ctx: Context, refuse: (proposal: StoredProposal) => void = () => undefined): Proposal =>
      journal.write(ctx.actor, () => {
        const proposal = requireUndecided(existing(id), ctx)
        const before = journal.head()
        refuse(proposal)
        return decide(proposal, ctx, { state: 'rejected', reason: reason ?? null, result: null, entries: entriesSince(journal, before) })
      }),

    /**
     * The proposal waits again. What the decision wrote is undone in the same transaction, as far as nobody has changed it since; the rest is in
     * `conflicts`. Where nothing can be undone it stays decided. One that waits already is answered as it is.
     */
    reopen: (id: number, ctx: Context, { undo, entry }: TakingBack): ReopenedProposal =>
      journal.write(ctx.actor, () => {
        if (ctx.actor.kind !== 'person') throw new AppError('forbidden', 'Only a person can accept or reject proposals.')
        const proposal = existing(id)
        if (proposal.state === 'pending') return { proposal, conflicts: [] }
        const left = proposal.entries.filter((seq) => entry(seq)?.undone_by === null)
        const { done, conflicts } = left.length > 0 ? undo({ entries: left }, ctx) : { done: [], conflicts: [] }
        if (conflicts.length > 0 && done.length === 0) return { proposal, conflicts }
        const waiting: Proposal = { ...proposal, state: 'pending', reason: null, result: null, entries: [], decided_at: null, decided_by: null }
        store.decide(waiting)
        changed(waiting)
        return { proposal: waiting, conflicts }
      }),
  }
}
