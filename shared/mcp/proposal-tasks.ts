// Proposals as tasks of the protocol: a client with the extension io.modelcontextprotocol/tasks is answered with a task in place of a write that
// only waits, asks for it until a person has decided, and may call it off. A task is its proposal, read anew each time.
import { type CallToolResult, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server'
import type { Proposal } from '../schema/proposal.ts'
import type { AroundProposals } from './around.ts'
import { acceptedAnswer, proposalAnswer, toolResult, whyItWaits } from './answers/proposal-answer.ts'
import type { Caller, Reader } from './tool.ts'

export const tasksExtension = 'io.modelcontextprotocol/tasks'
const declared = { extensions: { [tasksExtension]: {} } }

/** Milliseconds. People take their time, and each look is a call. */
const pollIntervalMs = 2000

/** What a client of 2026-07-28 says it can do, or anything else. */
export function hasTasks(capabilities: unknown): boolean {
  const extensions = (capabilities as { extensions?: unknown } | undefined)?.extensions
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, tasksExtension)
}

export const tasksNotDeclared = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: declared }, `This needs the extension ${tasksExtension}, declared with the request.`)

interface ProtocolTask {
  taskId: string
  status: 'working' | 'completed' | 'cancelled'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
  /** No end: what nobody has decided yet still waits. */
  ttlMs: null
  pollIntervalMs: number
  /** Of a completed one: what the call would have answered. */
  result?: CallToolResult & { resultType: 'complete' }
}

/** As the protocol's library completes the answer of a call; within a task it does not. */
const complete = (result: CallToolResult) => ({ ...result, resultType: 'complete' as const })

export interface CreatedTask extends ProtocolTask {
  resultType: 'task'
  /** The packages let no answer of a tool go without. */
  content: []
  [key: string]: unknown
}

/** An agent's proposals, wherever they are kept: a service answers at once. */
export interface ProposalPlace {
  /** The name of a task of the protocol, which nobody can guess. */
  handleOf(proposal: Proposal): string
  /** undefined: the caller has no such proposal. */
  ofHandle(handle: string, caller: Caller): Proposal | undefined | Promise<Proposal | undefined>
  /** Withdraws what still waits. */
  takeBack(proposal: Proposal, caller: Caller): unknown
  /** What an answer about it is made of. */
  around(proposal: Proposal, caller: Caller): AroundProposals | Promise<AroundProposals>
}

export type ProposalTasks = ReturnType<typeof createProposalTasks>

export function createProposalTasks(place: ProposalPlace) {
  function stands(proposal: Proposal, rows: AroundProposals, reader: Reader): Pick<ProtocolTask, 'status' | 'statusMessage' | 'result'> {
    if (proposal.state === 'pending') return { status: 'working', statusMessage: reader.fence.blunted(whyItWaits(proposal)) }
    if (proposal.state === 'accepted') {
      return { status: 'completed', statusMessage: 'A person said yes.', result: complete(toolResult(acceptedAnswer(proposal, rows, reader), reader)) }
    }
    const answer = proposalAnswer(proposal, rows, reader)
    const { note = '' } = reader.fence.blunted(answer)
    if (proposal.state === 'rejected') return { status: 'completed', statusMessage: note, result: complete(toolResult(answer, reader)) }
    if (proposal.decided_at !== null) return { status: 'cancelled', statusMessage: note }
    // `failed` is kept for errors of the protocol itself: a call about a task that is gone answers an error of its tool.
    return { status: 'completed', statusMessage: note, result: complete({ content: [{ type: 'text', text: note }], isError: true }) }
  }

  async function taskOf(proposal: Proposal, caller: Caller): Promise<ProtocolTask> {
    const { created_at, decided_at } = proposal
    return {
      taskId: place.handleOf(proposal),
      createdAt: created_at,
      lastUpdatedAt: decided_at ?? created_at,
      ttlMs: null,
      pollIntervalMs,
      ...stands(proposal, await place.around(proposal, caller), caller.reader),
    }
  }

  return {
    created: async (proposal: Proposal, caller: Caller): Promise<CreatedTask> => ({ resultType: 'task', content: [], ...(await taskOf(proposal, caller)) }),

    /** undefined: the caller has no such task. */
    async get(handle: string, caller: Caller): Promise<ProtocolTask | undefined> {
      const proposal = await place.ofHandle(handle, caller)
      return proposal && taskOf(proposal, caller)
    },

    /** Withdraws what still waits. False: the caller has no such task. */
    async cancel(handle: string, caller: Caller): Promise<boolean> {
      const proposal = await place.ofHandle(handle, caller)
      if (proposal) await place.takeBack(proposal, caller)
      return proposal !== undefined
    },
  }
}
