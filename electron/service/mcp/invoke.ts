// One tool call from its arguments to its answer: check, look before, ask the policy, do. Whatever goes wrong is told in words that
// say how to mend it; nothing throws through.
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { AppError } from '../../../shared/domain/app-error.ts'
import { saidWhy } from '../../../shared/domain/agents/write-verdict.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { WriteKind } from '../../../shared/schema/agent.ts'
import type { Amount } from '../proposals/recent-writes.ts'
import { type Proposals, whatIsGone } from '../proposals/proposals.ts'
import type { InTurn } from '../search/workers/turns.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { partOf } from './answers/answer-budget.ts'
import { type RowDeps, rowOf, type WriteAnswer } from './answers/rows.ts'
import type { Call, Caller, Reader, Tool } from './tool.ts'

export interface InvokeDeps {
  proposals: Pick<Proposals, 'gate'>
  /** For the rows in answers. */
  rows: RowDeps & { tasks: Pick<Tasks, 'byIds'> }
  inTurn: InTurn
  /** Names the errors of the storage below. */
  translate: (error: unknown) => AppError | undefined
  logError: (error: unknown) => void
}

function answerOf(given: object, { fence }: Reader): CallToolResult {
  const answer = fence.blunted(given)
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } }
}

/** For the person at the agent's client, and not for the agent: it calls again with what they say. */
const isForm = (answer: object): answer is InputRequiredResult => 'resultType' in answer && answer.resultType === 'input_required'

export const isComplete = (result: CallToolResult | InputRequiredResult): result is CallToolResult => !isForm(result)

/** What the agent is told about a write that waits for a person, or was turned down. */
export function proposalAnswer(
  { id, state, reason, result, task_id, conversation_id, tool, because, agent }: Proposal,
  deps: RowDeps & { tasks: Pick<Tasks, 'byIds'> },
  { fence }: Reader,
): WriteAnswer {
  if (state === 'rejected') return { outcome: 'rejected', proposal: id, note: `A person said no${reason ? `: ${reason}` : ''}. Do not send it again.` }
  if (state === 'withdrawn')
    return { outcome: 'withdrawn', proposal: id, note: `Nothing was written: ${whatIsGone({ task_id, conversation_id, tool })} It no longer needs a decision.` }
  if (state === 'accepted') {
    // The task as it is now: what was answered then was for the record.
    const { task: then, ...rest } = result as WriteAnswer & { possible?: unknown }
    const [now] = then ? deps.tasks.byIds([then.id]) : []
    return { ...rest, ...(now ? { task: rowOf(now, deps, fence) } : {}), outcome: 'accepted', proposal: id }
  }
  const check = `Check with get_proposal, or read tandem://proposal/${id}.`
  return { outcome: 'proposed', proposal: id, note: `Nothing was written yet: a person decides. ${because ? `${saidWhy(because, agent)} ` : ''}${check}` }
}

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

export function createInvoke({ proposals, rows, inTurn, translate, logError }: InvokeDeps) {
  async function steps(tool: Tool, args: Record<string, unknown>, caller: Caller, call: Call): Promise<object> {
    const found = await tool.before?.(args as never, caller)
    if (found && 'answer' in found) return found.answer
    const kinds = tool.writes(args)
    if (kinds.length > 0) {
      const task_id = typeof args.id === 'number' ? args.id : null
      const { name, run = null } = caller.actor
      const proposal = proposals.gate({ agent: name, run, kinds, tool: tool.listed.name, arguments: args, task_id, amount: amountOf(kinds) })
      if (proposal) return proposalAnswer(proposal, rows, caller.reader)
    }
    return tool.attend ? tool.attend(args as never, caller, call) : tool.run(args as never, caller, found?.seen)
  }

  return async function invoke(tool: Tool, given: Record<string, unknown>, caller: Caller, call: Call): Promise<CallToolResult | InputRequiredResult> {
    try {
      const args = argumentsOf(tool, given)
      const wrong = tool.check(args)
      if (wrong) throw wrong
      const answer = await (tool.exclusive ? inTurn(() => steps(tool, args, caller, call)) : steps(tool, args, caller, call))
      return isForm(answer) ? answer : answerOf(answer, caller.reader)
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
