// What becomes of a proposal: a person accepts, rejects or reopens it, or its agent takes it back.
import { isTakenBack, requirePerson, requireUndecided } from '../../../shared/domain/agents/proposal-rules.ts'
import type { JournalEntry, UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import type { Proposal, ReopenedProposal } from '../../../shared/schema/proposal.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Agents } from './agents.ts'
import type { ProposalStore, StoredProposal } from './proposal-store.ts'

/** Carries out an accepted write as the agent that proposed it; returns what the tool answers. */
export type ExecuteProposal = (proposal: StoredProposal) => Record<string, unknown>

/** What taking a decision back needs of the journal. */
export interface TakingBack {
  undo(request: UndoRequest, ctx: Context): UndoResult
  /** The entry of this seq. */
  entry(seq: number): JournalEntry | undefined
}

/** What was written after the journal's end was `before`. */
export const entriesSince = (journal: Journal, before: number): number[] => Array.from({ length: journal.head() - before }, (_, index) => before + index + 1)

export interface DecisionDeps {
  store: Pick<ProposalStore, 'decide'>
  agents: Pick<Agents, 'approve'>
  journal: Journal
  now: () => Date
  changed: (proposal: Proposal) => void
  /** Throws `not_found`. */
  existing(id: number): StoredProposal
}

export function createDecisions({ store, agents, journal, now, changed, existing }: DecisionDeps) {
  function decide(proposal: Proposal, ctx: Context, decision: Pick<Proposal, 'state' | 'reason' | 'result'> & Partial<Pick<Proposal, 'entries'>>): Proposal {
    const decided: Proposal = { ...proposal, entries: [], ...decision, decided_at: now().toISOString(), decided_by: ctx.actor }
    store.decide(decided)
    changed(decided)
    return decided
  }

  return {
    /** Takes off the list what a person has settled otherwise, by these entries of the journal. Inside a write. */
    settle: (proposal: Proposal, ctx: Context, reason: string, entries: number[]): Proposal =>
      decide(proposal, ctx, { state: 'rejected', reason, result: null, entries }),

    /** The write and the decision commit together: a proposal is never carried out twice. */
    accept: (id: number, ctx: Context, execute: ExecuteProposal): Proposal =>
      journal.write(ctx.actor, () => {
        const proposal = requireUndecided(existing(id), ctx.actor)
        // The cloud carries it out once it hears of it.
        if (proposal.elsewhere) return decide(proposal, ctx, { state: 'accepted', reason: null, result: null })
        const before = journal.head()
        const result = execute(proposal)
        const entries = entriesSince(journal, before)
        agents.approve(entries)
        return decide(proposal, ctx, { state: 'accepted', reason: null, result, entries })
      }),

    /** Its agent no longer wants it. One that does not wait stays as it is. */
    takeBack: (id: number, ctx: Context): void =>
      journal.write(ctx.actor, () => {
        const proposal = existing(id)
        if (proposal.state === 'pending') decide(proposal, ctx, { state: 'withdrawn', reason: null, result: null })
      }),

    /** `refuse`: what a no brings about. */
    reject: (id: number, reason: string | undefined, ctx: Context, refuse: (proposal: StoredProposal) => void = () => undefined): Proposal =>
      journal.write(ctx.actor, () => {
        const proposal = requireUndecided(existing(id), ctx.actor)
        const before = journal.head()
        if (!proposal.elsewhere) refuse(proposal)
        return decide(proposal, ctx, { state: 'rejected', reason: reason ?? null, result: null, entries: entriesSince(journal, before) })
      }),

    /**
     * The proposal waits again. What the decision wrote is undone in the same transaction, as far as nobody has changed it since; the rest is in
     * `conflicts`. Where nothing can be undone it stays decided. One that waits already is answered as it is.
     */
    reopen: (id: number, ctx: Context, { undo, entry }: TakingBack): ReopenedProposal =>
      journal.write(ctx.actor, () => {
        requirePerson(ctx.actor)
        const proposal = existing(id)
        if (proposal.state === 'pending') return { proposal, conflicts: [] }
        if (isTakenBack(proposal)) requireUndecided(proposal, ctx.actor)
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
