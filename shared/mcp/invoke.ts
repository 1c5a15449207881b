// One tool call from its arguments to its answer: check, look before, ask the policy, do. Whatever goes wrong is told in words that
// say how to mend it; nothing throws through.
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { AppError } from '../domain/app-error.ts'
import type { WriteKind } from '../schema/agent.ts'
import type { Proposal } from '../schema/proposal.ts'
import { partOf } from './answers/answer-budget.ts'
import { proposalAnswer, toolResult } from './answers/proposal-answer.ts'
import type { CreatedTask, ProposalPlace, ProposalTasks } from './proposal-tasks.ts'
import type { Call, Caller, Tool } from './tool.ts'

/** How much a call writes. */
export interface Amount {
  writes: number
  deletes: number
}

/** A write that an agent asks for. */
export interface AskedWrite {
  kinds: readonly WriteKind[]
  tool: string
  arguments: Record<string, unknown>
  task_id: number | null
  amount: Amount
}

export interface InvokeDeps {
  /**
   * What the agent's policy says: undefined when it may go on, the waiting (or rejected) proposal when it may only propose. Throws `forbidden` when it
   * may not. A service answers at once: what a call writes is counted before the next one asks.
   */
  gate: (write: AskedWrite, caller: Caller) => Proposal | undefined | Promise<Proposal | undefined>
  around: ProposalPlace['around']
  proposalTasks: Pick<ProposalTasks, 'created'>
  /** Calls that wait for each other. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Names the errors of the storage below. */
  translate: (error: unknown) => AppError | undefined
  logError: (error: unknown) => void
}

/** What a call is answered with: its result, a form for the person at the agent's client (it calls again with what they say), or a task to wait for. */
type Answer = CallToolResult | InputRequiredResult | CreatedTask

/** In the protocol's own terms already. */
const isReady = (answer: object): answer is InputRequiredResult | CreatedTask => 'resultType' in answer

export const isComplete = (result: Answer): result is CallToolResult => !isReady(result)

/** As the tool lists them, so that the same call in another order is the same call. Models write null for what they leave out. */
function argumentsOf(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const places = new Map(Object.keys(tool.listed.inputSchema.properties ?? {}).map((name, place) => [name, place]))
  const placeOf = ([name]: [string, unknown]) => places.get(name) ?? places.size
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null)
      .sort((a, b) => placeOf(a) - placeOf(b)),
  )
}

/** Each tool writes one entry of the journal, but for the one that comments and sets a status. */
function amountOf(kinds: readonly WriteKind[]): Amount {
  const isWritten = kinds.some((kind) => kind !== 'claim')
  return { writes: isWritten ? (kinds.includes('comment') ? kinds.length : 1) : 0, deletes: kinds.includes('delete') ? 1 : 0 }
}

export function createInvoke({ gate, around, proposalTasks, inTurn, translate, logError }: InvokeDeps) {
  async function steps(tool: Tool, given: Record<string, unknown>, caller: Caller, call: Call): Promise<object> {
    const found = await tool.before?.(given as never, caller)
    if (found && 'answer' in found) return found.waits && call.canWait ? proposalTasks.created(found.waits, caller) : found.answer
    const args = found?.args ?? given
    const kinds = tool.writes(args)
    if (kinds.length > 0) {
      const task_id = typeof args.id === 'number' ? args.id : null
      const gated = gate({ kinds, tool: tool.listed.name, arguments: args, task_id, amount: amountOf(kinds) }, caller)
      // Where it is known at once nothing may come between the count and the write.
      const proposal = gated instanceof Promise ? await gated : gated
      if (proposal?.state === 'pending' && call.canWait) return proposalTasks.created(proposal, caller)
      if (proposal) return proposalAnswer(proposal, await around(proposal, caller), caller.reader)
    }
    return tool.attend ? tool.attend(args as never, caller, call) : tool.run(args as never, caller, found?.seen)
  }

  return async function invoke(tool: Tool, given: Record<string, unknown>, caller: Caller, call: Call): Promise<Answer> {
    try {
      const args = argumentsOf(tool, given)
      const wrong = tool.check(args)
      if (wrong) throw wrong
      const answer = await (tool.exclusive ? inTurn(() => steps(tool, args, caller, call)) : steps(tool, args, caller, call))
      return isReady(answer) ? answer : toolResult(answer, caller.reader)
    } catch (error) {
      const known = error instanceof AppError ? error : translate(error)
      if (!known || known.code === 'internal') logError(error)
      const text = known?.message ?? 'Something went wrong in Tandem; nothing was changed. See its log for details.'
      return {
        content: [{ type: 'text', text: partOf(caller.reader.fence.blunted(text), 0, caller.reader.tokens).text }],
        isError: true,
      }
    }
  }
}
