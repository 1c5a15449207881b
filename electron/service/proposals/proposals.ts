// The review list: writes that an agent may only propose wait here until a person accepts or rejects them.
import { answersAgain } from '../../../shared/domain/agents/proposal-rules.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import type { WriteKind } from '../../../shared/schema/agent.ts'
import type { Proposal, ProposalState } from '../../../shared/schema/proposal.ts'
import type { Journal } from '../journal/journal.ts'
import type { Agents } from './agents.ts'
import { createDecisions } from './decisions.ts'
import type { Amount } from './recent-writes.ts'
import type { ProposalStore, StoredProposal } from './proposal-store.ts'
import { putUnproven, type UnprovenWrite } from './unproven-cards.ts'

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
export type ReadWrite = Pick<StoredProposal, 'agent' | 'run' | 'kinds' | 'tool' | 'arguments' | 'task_id'> & {
  conversation_id: number
  /** Of a mail that others of the team may read as well. */
  uid?: string
}

export type Proposals = ReturnType<typeof createProposals>

export function createProposals(deps: { store: ProposalStore; agents: Agents; journal: Journal; now: () => Date; changed: (proposal: Proposal) => void }) {
  const { store, agents, now, changed } = deps

  let withdrawn = new Set(store.withdrawnIds())

  function existing(id: number): StoredProposal {
    const proposal = store.byId(id)
    if (!proposal) throw new AppError('not_found', `There is no proposal ${id}.`)
    return proposal
  }

  /** The proposal that this call is already: it waits, or a person has lately said no. */
  function knownCall(agent: string, tool: string, args: Record<string, unknown>): Proposal | undefined {
    const known = store.same(agent, tool, args)
    return known && answersAgain(known, now()) ? known : undefined
  }

  return {
    knownCall,
    ...createDecisions({ ...deps, existing }),
    get: existing,
    list: (state: ProposalState = 'pending'): Proposal[] => store.list(state),
    handleOf: store.handleOf,

    /** The proposal of this agent under this handle; undefined: there is none, or it is another agent's. */
    ofHandle(handle: string, agent: string): StoredProposal | undefined {
      const proposal = store.byHandle(handle)
      return proposal && isSameName(proposal.agent, agent) ? proposal : undefined
    },

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
      const known = knownCall(write.agent, write.tool, write.arguments)
      if (known) return known
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
    /** What was asked about a thread of the team's mails, oldest first. */
    ofThread: store.ofThread,

    /** Puts on the list what outside text may never do by itself. Inside a write. */
    put(write: ReadWrite): Proposal {
      // Another desktop was given the same mail.
      const known = write.uid === undefined ? undefined : store.byUid(write.uid)
      if (known) return known
      const proposal = existing(store.insert({ ...write, created_at: now().toISOString() }))
      changed(proposal)
      return proposal
    },

    /** Asks a person whether a task is done although evidence is missing; once for as long as it waits. Inside a write. */
    putUnproven: (write: UnprovenWrite): void => changed(existing(putUnproven(store, write, now().toISOString()))),
  }
}
